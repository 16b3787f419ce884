//! Many games of one kind side by side, each under its own luck: what a batch does, without Python.

use std::fmt::Debug;

use uvi_games::game::{
    Actor, Outcome, Score, Seat, Seed, Turn, derive,
    encoding::{self, Draft, Encode, Planes, Step},
};

use crate::held::{Held, Holder};

/// What is asked of a flock.
pub(crate) trait Flock: Debug + Send + Sync {
    fn size(&self) -> usize;
    fn seats(&self) -> u8;
    /// The numbers that are legal, game after game, and where those of each game begin.
    fn legal(&mut self) -> (&[u32], &[u32]);
    /// Fills a row for each game: true where the number is legal.
    fn mask(&self, rows: &mut [bool]);
    /// Who is to act in each game.
    fn to_act(&self) -> &[Seat];
    /// Fills a row of planes for each game, as the seat to act sees it.
    fn observe(&self, values: &mut [f32]);
    /// The first game in which its number is not legal.
    fn illegal(&self, numbers: &[i32]) -> Option<usize>;
    /// Acts in each game by its number, which is legal, and settles; what is over gets its points and begins anew.
    fn act(&mut self, numbers: &[i32], points: &mut [f32], over: &mut [bool]);
    /// A copy of a game.
    fn held(&self, game: usize) -> Option<Box<dyn Held>>;
}

#[derive(Debug)]
struct Member<G> {
    game: G,
    draft: Draft,
    seed: Seed,
}

/// Games of one kind. What is legal is worked out when somebody asks, and kept until something is done.
#[derive(Debug)]
pub(crate) struct Herd<G: Encode> {
    options: G::Options,
    seats: u8,
    seed: Seed,
    members: Vec<Member<G>>,
    /// How many games have begun.
    begun: u64,
    to_act: Vec<Seat>,
    /// The numbers that are legal, and where those of each game begin; empty where nobody has asked.
    numbers: Vec<u32>,
    first: Vec<u32>,
}

impl<G: Encode> Herd<G> {
    pub(crate) fn new(options: G::Options, seats: u8, size: usize, seed: Seed) -> Self {
        let mut herd = Self {
            options,
            seats,
            seed,
            members: Vec::with_capacity(size),
            begun: 0,
            to_act: Vec::with_capacity(size),
            numbers: Vec::new(),
            first: Vec::with_capacity(size + 1),
        };
        for _ in 0..size {
            let member = herd.begin();
            herd.to_act.push(first_to_act(&member.game));
            herd.members.push(member);
        }
        herd
    }

    /// A game that waits for a seat.
    fn begin(&mut self) -> Member<G> {
        loop {
            let seed = derive(&self.seed, &format!("game {}", self.begun));
            self.begun += 1;
            let mut member = Member { game: G::start(&self.options, self.seats, &seed), draft: Draft::new(), seed };
            if settle(&mut member).is_none() {
                return member;
            }
        }
    }

    /// Lists what is legal in each game.
    fn list(&mut self) {
        let mut actions = room();
        for (Member { game, draft, .. }, &seat) in self.members.iter().zip(&self.to_act) {
            self.first.push(self.numbers.len() as u32);
            game.each_number(seat, draft, &mut actions, |number| self.numbers.push(number));
        }
        self.first.push(self.numbers.len() as u32);
    }
}

/// Room for the actions of a position, which few have more of.
fn room<A>() -> Vec<A> {
    Vec::with_capacity(64)
}

/// Of those who choose at once, the first; the others follow.
fn first_to_act<G: Encode>(game: &G) -> Seat {
    match game.turn() {
        Turn::Seats(seats) => seats.first().unwrap_or(Seat::ONE),
        Turn::Chance | Turn::Over(_) => Seat::ONE,
    }
}

/// Plays chance and forced passes; how it ended, if it did.
fn settle<G: Encode>(member: &mut Member<G>) -> Option<Outcome> {
    loop {
        if let Some((seat, pass)) = member.game.forced() {
            member.game.play(Actor::Seat(seat), pass);
            continue;
        }
        match member.game.turn() {
            Turn::Seats(_) => return None,
            Turn::Over(outcome) => return Some(outcome),
            Turn::Chance => {
                let outcome = G::ROW.chance(&member.game, &member.seed);
                member.game.play(Actor::Chance, outcome);
            }
        }
    }
}

fn pay(score: &Score, points: &mut [f32]) {
    match score {
        Score::Each(each) => {
            for (paid, got) in points.iter_mut().zip(each.values()) {
                *paid = got.numerator() as f32 / got.denominator() as f32;
            }
        }
        Score::Shared(shared) => points.fill(*shared as f32),
    }
}

impl<G: Encode> Flock for Herd<G> {
    fn size(&self) -> usize {
        self.members.len()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn legal(&mut self) -> (&[u32], &[u32]) {
        if self.first.is_empty() {
            self.list();
        }
        (&self.numbers, &self.first)
    }

    fn mask(&self, rows: &mut [bool]) {
        rows.fill(false);
        let mut actions = room();
        let rows = rows.chunks_exact_mut(encoding::count::<G>());
        for ((Member { game, draft, .. }, &seat), row) in self.members.iter().zip(&self.to_act).zip(rows) {
            game.mark(seat, draft, &mut actions, row);
        }
    }

    fn to_act(&self) -> &[Seat] {
        &self.to_act
    }

    fn observe(&self, values: &mut [f32]) {
        let [depth, rows, columns] = encoding::shape::<G>();
        let cells = rows * columns;
        let rows = values.chunks_exact_mut(depth * cells);
        for ((member, &seat), row) in self.members.iter().zip(&self.to_act).zip(rows) {
            member.game.observe(seat, &member.draft, &mut Planes::new(row, cells));
        }
    }

    fn illegal(&self, numbers: &[i32]) -> Option<usize> {
        let fits = |number: i32| u32::try_from(number).ok();
        if !self.first.is_empty() {
            let lists = self.first.windows(2).map(|ends| &self.numbers[ends[0] as usize..ends[1] as usize]);
            return lists
                .zip(numbers)
                .position(|(list, &number)| !fits(number).is_some_and(|number| list.contains(&number)));
        }
        let mut actions = room();
        let members = self.members.iter().zip(&self.to_act).zip(numbers);
        let mut legal = members.map(|((Member { game, draft, .. }, &seat), &number)| {
            fits(number).is_some_and(|number| game.is_legal(seat, draft, number, &mut actions))
        });
        legal.position(|legal| !legal)
    }

    fn act(&mut self, numbers: &[i32], points: &mut [f32], over: &mut [bool]) {
        let seats = usize::from(self.seats);
        points.fill(0.0);
        over.fill(false);
        self.numbers.clear();
        self.first.clear();
        for place in 0..self.members.len() {
            let (number, seat) = (numbers[place] as u32, self.to_act[place]);
            let member = &mut self.members[place];
            match member.game.step(&member.draft, number) {
                Some(Step::Act(action)) => {
                    member.game.play(Actor::Seat(seat), action);
                    member.draft.clear();
                }
                Some(Step::Begin) => member.draft.push(number),
                None => {}
            }
            if let Some(outcome) = settle(member) {
                pay(&outcome.score, &mut points[place * seats..(place + 1) * seats]);
                over[place] = true;
                self.members[place] = self.begin();
            }
            self.to_act[place] = first_to_act(&self.members[place].game);
        }
    }

    fn held(&self, game: usize) -> Option<Box<dyn Held>> {
        let Member { game, draft, .. } = self.members.get(game)?;
        Some(Box::new(Holder::with_draft(game.clone(), draft.clone())))
    }
}
