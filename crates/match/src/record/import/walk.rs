//! Playing a printed game up to the first thing in it that cannot be played.

use std::collections::BTreeMap;

use uvi::Word;
use uvi_games::game::{Actor, Due, Note, PrintedTurn, Refusal, Scrap, SeatSet, Turn, Unplayable};

use super::{PrintedGame, PrintedPage, Seat, Table};

/// A place in a printed game, in the order in which it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    /// The turn, from 0.
    pub(super) turn: usize,
    pub(super) part: Part,
}

impl At {
    /// What the page says beside what stands there.
    pub(super) fn note(self, game: &PrintedGame) -> Note {
        let Part::Decision(number) = self.part else { return Note::default() };
        game.turns
            .get(self.turn)
            .and_then(|turn| turn.decisions.get(number))
            .map(|scrap| scrap.note)
            .unwrap_or_default()
    }
}

/// A part of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Whose turn it is.
    Heading,
    /// A chance event, from 0.
    Chance(usize),
    /// A decision, from 0.
    Decision(usize),
    /// Whether it is over.
    End,
}

/// Why a printed game cannot be played on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Why {
    /// It goes on after its end.
    AfterEnd,
    /// Another seat is to act, or it is another round.
    NotDue(Due),
    /// It cannot be read.
    Unreadable,
    /// It can be read, and is no action here; the text says why.
    Unplayable(String),
    /// It cannot be thrown here.
    Chance(Refusal),
    Refused(Refusal),
    /// It can be played, but would be written otherwise.
    Written(String),
    /// The seat has already done all it may do in this turn.
    TurnOver,
    /// The seat must still act.
    MustAct,
    /// Nothing more can be lost.
    NothingLost,
}

/// Where and why a printed game cannot be played on.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    pub(super) at: At,
    pub(super) why: Why,
    /// The position there.
    pub(super) table: Box<dyn Table>,
}

/// What is played instead of what is printed.
#[derive(Debug, Clone, Default)]
pub(super) struct Fixes(BTreeMap<At, Word>);

impl Fixes {
    pub(super) fn add(&mut self, at: At, word: Word) {
        self.0.insert(at, word);
    }

    pub(super) fn with(&self, at: At, word: &Word) -> Self {
        let mut fixes = self.clone();
        fixes.add(at, word.clone());
        fixes
    }

    pub(super) fn has(&self, at: At) -> bool {
        self.0.contains_key(&at)
    }
}

/// A chance event or a decision that was played.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) at: At,
    /// The position before it.
    pub(super) before: Box<dyn Table>,
    /// Who did it; none if it was chance.
    pub(super) seat: Option<Seat>,
    pub(super) action: Word,
    /// What is printed, where that is something else.
    pub(super) printed: Option<String>,
}

/// How far a printed game can be played.
#[derive(Debug)]
pub(super) struct Walked {
    pub(super) steps: Vec<Step>,
    /// The position before each turn that was begun.
    pub(super) before: Vec<Box<dyn Table>>,
    /// The position where it ends.
    pub(super) table: Box<dyn Table>,
    pub(super) stop: Option<Stop>,
}

impl Walked {
    /// How far it came; nothing is further than the end.
    pub(super) fn reached(&self) -> Option<At> {
        self.stop.as_ref().map(|stop| stop.at)
    }
}

/// Plays a printed game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walker<'a> {
    pub(super) page: &'static dyn PrintedPage,
    pub(super) game: &'a PrintedGame,
}

impl Walker<'_> {
    /// Plays the game from its start.
    pub(super) fn walk(&self, start: &dyn Table, fixes: &Fixes) -> Walked {
        self.walk_from(0, start, fixes)
    }

    /// Plays the game from the beginning of a turn.
    pub(super) fn walk_from(&self, first: usize, before: &dyn Table, fixes: &Fixes) -> Walked {
        let mut walked = Walked { steps: Vec::new(), before: Vec::new(), table: before.boxed_clone(), stop: None };
        for (index, turn) in self.game.turns.iter().enumerate().skip(first) {
            walked.before.push(walked.table.boxed_clone());
            if let Err((part, why)) = self.turn(index, turn, fixes, &mut walked) {
                let stop = Stop { at: At { turn: index, part }, why, table: walked.table.boxed_clone() };
                walked.stop = Some(stop);
                break;
            }
        }
        walked
    }

    fn turn(&self, index: usize, turn: &PrintedTurn, fixes: &Fixes, walked: &mut Walked) -> Result<(), (Part, Why)> {
        let at = |part| At { turn: index, part };
        let fixed = |part| fixes.0.get(&at(part));
        let heading = self.heading(turn, &*walked.table, fixed(Part::Heading).is_some());
        let seat = heading.map_err(|why| (Part::Heading, why))?;
        let first = walked.steps.len();
        for (number, scrap) in turn.chance.iter().enumerate() {
            let part = Part::Chance(number);
            walked.chance(at(part), scrap, fixed(part)).map_err(|why| (part, why))?;
        }
        if fixed(Part::Heading).is_some()
            && let Some(step) = walked.steps.get_mut(first)
        {
            // No record of its own has the heading.
            step.printed.get_or_insert_with(|| due(self.page, &turn.due));
        }
        let mut lost = 0;
        let mut passes = Vec::new();
        for (number, scrap) in turn.decisions.iter().enumerate() {
            let part = Part::Decision(number);
            if is_pass(scrap) && fixed(part).is_none() {
                passes.push(part);
                continue;
            }
            lost += walked.force(seat);
            walked.decision(self.page, (at(part), seat), scrap, fixed(part)).map_err(|why| (part, why))?;
        }
        lost += walked.force(seat);
        let over = matches!(walked.table.turn(), Turn::Over(_));
        let must_act = !over && walked.is_to_act(seat);
        // The page may end in the middle of a turn, but not where it says that a seat passed.
        let last = index + 1 == self.game.turns.len();
        match passes.get(lost) {
            Some(&part) if must_act => Err((part, Why::MustAct)),
            Some(&part) if over => Err((part, Why::AfterEnd)),
            Some(&part) => Err((part, Why::NothingLost)),
            None if must_act && !last => Err((Part::End, Why::MustAct)),
            None => Ok(()),
        }
    }

    fn heading(&self, turn: &PrintedTurn, table: &dyn Table, fixed: bool) -> Result<Seat, Why> {
        if matches!(table.turn(), Turn::Over(_)) {
            return Err(Why::AfterEnd);
        }
        let Some(due) = self.page.due(table) else { return Ok(turn.due.seat) };
        let fits = turn.due.seat == due.seat && (turn.due.round.is_none() || turn.due.round == due.round);
        if fits || fixed { Ok(due.seat) } else { Err(Why::NotDue(due)) }
    }
}

impl Walked {
    fn chance(&mut self, at: At, scrap: &Scrap, fix: Option<&Word>) -> Result<(), Why> {
        let Some(action) = fix.or(scrap.action.as_ref()) else { return Err(Why::Unreadable) };
        let mut after = self.table.boxed_clone();
        let played = after.play(Actor::Chance, action.as_str()).map_err(Why::Chance)?;
        self.played(at, None, played.action, fix.map(|_| scrap.found.clone()), after);
        Ok(())
    }

    fn decision(
        &mut self,
        page: &dyn PrintedPage,
        (at, seat): (At, Seat),
        scrap: &Scrap,
        fix: Option<&Word>,
    ) -> Result<(), Why> {
        if matches!(self.table.turn(), Turn::Over(_)) {
            return Err(Why::AfterEnd);
        }
        if !self.is_to_act(seat) {
            return Err(Why::TurnOver);
        }
        let action = match fix {
            Some(fix) => fix.clone(),
            None => page.action(&*self.table, scrap).map_err(|why| match why {
                Unplayable::Unreadable => Why::Unreadable,
                Unplayable::No(text) => Why::Unplayable(text),
            })?,
        };
        let mut after = self.table.boxed_clone();
        let played = after.play(Actor::Seat(seat), action.as_str()).map_err(Why::Refused)?;
        if fix.is_none() && scrap.text.as_ref().is_some_and(|text| *text != played.text) {
            return Err(Why::Written(played.text));
        }
        self.played(at, Some(seat), played.action, fix.map(|_| scrap.found.clone()), after);
        Ok(())
    }

    fn played(&mut self, at: At, seat: Option<Seat>, action: Word, printed: Option<String>, after: Box<dyn Table>) {
        let before = std::mem::replace(&mut self.table, after);
        self.steps.push(Step { at, before, seat, action, printed });
    }

    fn is_to_act(&self, seat: Seat) -> bool {
        self.table.turn() == Turn::Seats(SeatSet::only(seat))
    }

    /// Plays the passes of a seat that are due, and counts them.
    fn force(&mut self, seat: Seat) -> usize {
        let mut count = 0;
        while let Some((forced, pass)) = self.table.forced()
            && forced == seat
        {
            self.table.play(Actor::Seat(seat), pass.as_str()).expect("a forced pass is legal");
            count += 1;
        }
        count
    }
}

/// Whether a decision is the one that nobody is asked for.
pub(super) fn is_pass(scrap: &Scrap) -> bool {
    scrap.action.as_ref().is_some_and(|action| action.as_str() == "pass")
}

/// A round and a name, such as `2 Red`.
pub(super) fn due(page: &dyn PrintedPage, due: &Due) -> String {
    match due.round {
        Some(round) => format!("{round} {}", page.name(due.seat)),
        None => page.name(due.seat).to_owned(),
    }
}
