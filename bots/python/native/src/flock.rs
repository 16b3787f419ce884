//! Many games of one kind, each with its own seed. It is the part of a batch that does not need Python.

use std::fmt::Debug;

use uvi_games::game::{
    Actor, Score, Seat, Seed, Turn, derive,
    encoding::{self, Draft, Encode, NumberStep, Planes},
};

use crate::held::{Holder, PositionQuery, settle};

/// Many games of one kind, with their type erased.
pub(crate) trait Flock: Debug + Send + Sync {
    fn size(&self) -> usize;
    fn seats(&self) -> u8;
    /// The legal numbers of all games in order, and the index where each game begins.
    fn legal(&mut self) -> (&[u32], &[u32]);
    /// Fills a row for each game: true if the number is legal.
    fn mask(&self, rows: &mut [bool]);
    /// Fills a row for each game in bits, eight numbers per byte, with the first number in the lowest bit.
    fn bits(&self, rows: &mut [u8]);
    fn to_act(&self) -> &[Seat];
    /// Fills a row of planes for each game, as the seat to act sees it.
    fn observe(&self, values: &mut [f32]);
    /// Returns the index of the first game whose number is not legal; `None` if all are legal.
    fn illegal(&self, numbers: &[i32]) -> Option<usize>;
    /// Plays the legal number of each game, then chance and forced passes. Games that end are paid and replaced.
    fn act(&mut self, numbers: &[i32], points: &mut [f32], over: &mut [bool]);
    fn held(&self, game: usize) -> Option<Box<dyn PositionQuery>>;
}

/// Games of one kind. Legal numbers are computed on demand, and kept until the next step. Seeds and drafts, which are
/// rarely used, are stored apart from the games, so that more games fit in the processor's cache.
#[derive(Debug)]
pub(crate) struct Herd<G: Encode> {
    options: G::Options,
    seats: u8,
    seed: Seed,
    games: Vec<G>,
    seeds: Vec<Seed>,
    drafts: Drafts,
    begun: u64,
    to_act: Vec<Seat>,
    /// The legal numbers of all games. Empty until requested.
    numbers: Vec<u32>,
    first: Vec<u32>,
}

/// The draft of each game: the steps of a decision that has begun. The list is empty until a game has such a decision.
#[derive(Debug, Default)]
struct Drafts(Vec<Draft>);

static NO_DRAFT: Draft = Draft::new_const();

impl Drafts {
    fn of(&self, place: usize) -> &Draft {
        self.0.get(place).unwrap_or(&NO_DRAFT)
    }

    /// Adds a step to the draft of a game. `size` is the number of games.
    fn push(&mut self, size: usize, place: usize, number: u32) {
        self.0.resize(size, Draft::new());
        self.0[place].push(number);
    }

    fn clear(&mut self, place: usize) {
        if let Some(draft) = self.0.get_mut(place) {
            draft.clear();
        }
    }
}

impl<G: Encode> Herd<G> {
    pub(crate) fn new(options: G::Options, seats: u8, size: usize, seed: Seed) -> Self {
        let mut herd = Self {
            options,
            seats,
            seed,
            games: Vec::with_capacity(size),
            seeds: Vec::with_capacity(size),
            drafts: Drafts::default(),
            begun: 0,
            to_act: Vec::with_capacity(size),
            numbers: Vec::new(),
            first: Vec::with_capacity(size + 1),
        };
        for _ in 0..size {
            let (game, seed) = herd.begin();
            herd.to_act.push(first_to_act(&game));
            herd.games.push(game);
            herd.seeds.push(seed);
        }
        herd
    }

    /// Starts a game that waits for a seat. Returns it with its seed.
    fn begin(&mut self) -> (G, Seed) {
        loop {
            let seed = derive(&self.seed, &format!("game {}", self.begun));
            self.begun += 1;
            let mut game = G::start(&self.options, self.seats, &seed);
            if settle(&mut game, &seed, |_| {}).is_none() {
                return (game, seed);
            }
        }
    }

    fn each_row<T>(
        &self,
        rows: &mut [T],
        length: usize,
        fill: impl Fn(&G, Seat, &Draft, &mut Vec<G::Action>, &mut [T]),
    ) {
        let mut actions = room();
        let games = self.games.iter().zip(&self.to_act).enumerate();
        for ((place, (game, &seat)), row) in games.zip(rows.chunks_exact_mut(length)) {
            fill(game, seat, self.drafts.of(place), &mut actions, row);
        }
    }

    fn list(&mut self) {
        let mut actions = room();
        for (place, (game, &seat)) in self.games.iter().zip(&self.to_act).enumerate() {
            self.first.push(self.numbers.len() as u32);
            game.each_number(seat, self.drafts.of(place), &mut actions, |number| self.numbers.push(number));
        }
        self.first.push(self.numbers.len() as u32);
    }
}

/// Room for the actions of most positions.
fn room<A>() -> Vec<A> {
    Vec::with_capacity(64)
}

/// Returns the seat to act. If several seats choose at the same time, returns the first; the others act after it.
fn first_to_act<G: Encode>(game: &G) -> Seat {
    match game.turn() {
        Turn::Seats(seats) => seats.first().unwrap_or(Seat::ONE),
        Turn::Chance | Turn::Over(_) => Seat::ONE,
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
        self.games.len()
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
        // The mask is cleared as a whole first, which is the quickest way if it is larger than the processor's cache.
        rows.fill(false);
        self.each_row(rows, encoding::count::<G>(), |game, seat, draft, actions, row| {
            game.mark(seat, draft, actions, row)
        });
    }

    fn bits(&self, rows: &mut [u8]) {
        rows.fill(0);
        let bytes = encoding::count::<G>().div_ceil(8);
        self.each_row(rows, bytes, |game, seat, draft, actions, row| game.mark_bits(seat, draft, actions, row));
    }

    fn to_act(&self) -> &[Seat] {
        &self.to_act
    }

    fn observe(&self, values: &mut [f32]) {
        let [depth, rows, columns] = encoding::shape::<G>();
        let cells = rows * columns;
        self.each_row(values, depth * cells, |game, seat, draft, _, row| {
            game.observe(seat, draft, &mut Planes::new(row, cells))
        });
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
        let games = self.games.iter().zip(&self.to_act).zip(numbers).enumerate();
        let mut legal = games.map(|(place, ((game, &seat), &number))| {
            fits(number).is_some_and(|number| game.is_legal(seat, self.drafts.of(place), number, &mut actions))
        });
        legal.position(|legal| !legal)
    }

    fn act(&mut self, numbers: &[i32], points: &mut [f32], over: &mut [bool]) {
        let seats = usize::from(self.seats);
        points.fill(0.0);
        over.fill(false);
        self.numbers.clear();
        self.first.clear();
        for place in 0..self.games.len() {
            let (number, seat) = (numbers[place] as u32, self.to_act[place]);
            let game = &mut self.games[place];
            match game.step(self.drafts.of(place), number) {
                Some(NumberStep::Act(action)) => {
                    game.play(Actor::Seat(seat), action);
                    self.drafts.clear(place);
                }
                Some(NumberStep::Begin) => self.drafts.push(numbers.len(), place, number),
                None => {}
            }
            if let Some(outcome) = settle(game, &self.seeds[place], |_| {}) {
                pay(&outcome.score, &mut points[place * seats..(place + 1) * seats]);
                over[place] = true;
                (self.games[place], self.seeds[place]) = self.begin();
            }
            self.to_act[place] = first_to_act(&self.games[place]);
        }
    }

    fn held(&self, game: usize) -> Option<Box<dyn PositionQuery>> {
        Some(Box::new(Holder { game: self.games.get(game)?.clone(), draft: self.drafts.of(game).clone() }))
    }
}
