//! Replays a printed game up to the first part that cannot be played.

use std::collections::BTreeMap;

use uvi::Word;
use uvi_games::game::{Actor, Due, Note, PrintedAction, PrintedTurn, RefusalError, SeatSet, Turn, Unplayable};

use super::{PrintedGame, PrintedPage, Seat, Table};

/// A part of a printed game, in playing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PrintedPlace {
    /// The turn, from 0.
    pub(super) turn: usize,
    pub(super) part: TurnPart,
}

impl PrintedPlace {
    /// The page's notes on a decision; empty for other parts.
    pub(super) fn note(self, game: &PrintedGame) -> Note {
        let TurnPart::Decision(number) = self.part else { return Note::default() };
        game.turns
            .get(self.turn)
            .and_then(|turn| turn.decisions.get(number))
            .map(|printed| printed.note)
            .unwrap_or_default()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TurnPart {
    /// The heading, which names the seat and the round.
    Heading,
    /// A chance event, from 0.
    Chance(usize),
    /// A decision, from 0.
    Decision(usize),
    /// The end of the turn.
    End,
}

/// The reason for which a printed game cannot continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StopReason {
    /// The game is over before this part.
    AfterEnd,
    /// Another seat or round is due.
    NotDue(Due),
    /// The text cannot be read.
    Unreadable,
    /// The text can be read, but is no action in this position. The field has the reason.
    Unplayable(String),
    /// The chance event is impossible here.
    Chance(RefusalError),
    Refused(RefusalError),
    /// The action is legal, but its printed form differs; the field has the right form.
    Written(String),
    /// The seat has already completed its turn.
    TurnOver,
    /// The seat must still act.
    MustAct,
    /// The page has a pass, but no pass is due.
    NothingLost,
}

/// The place at which a printed game cannot continue, and the reason.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    pub(super) at: PrintedPlace,
    pub(super) why: StopReason,
    /// The position at the stop.
    pub(super) table: Box<dyn Table>,
}

/// The corrections that replace printed actions.
#[derive(Debug, Clone, Default)]
pub(super) struct Fixes(BTreeMap<PrintedPlace, Word>);

impl Fixes {
    pub(super) fn add(&mut self, at: PrintedPlace, word: Word) {
        self.0.insert(at, word);
    }

    pub(super) fn with(&self, at: PrintedPlace, word: &Word) -> Self {
        let mut fixes = self.clone();
        fixes.add(at, word.clone());
        fixes
    }

    pub(super) fn has(&self, at: PrintedPlace) -> bool {
        self.0.contains_key(&at)
    }
}

/// A chance event or decision that was played.
#[derive(Debug, Clone)]
pub(super) struct PlayedStep {
    pub(super) at: PrintedPlace,
    /// The position before the step.
    pub(super) before: Box<dyn Table>,
    /// The acting seat; `None` for chance.
    pub(super) seat: Option<Seat>,
    pub(super) action: Word,
    /// The text on the page, if a correction replaced it.
    pub(super) printed: Option<String>,
}

/// The result of replaying a printed game.
#[derive(Debug)]
pub(super) struct WalkResult {
    pub(super) steps: Vec<PlayedStep>,
    /// The position before each turn that was started.
    pub(super) before: Vec<Box<dyn Table>>,
    /// The position at the end or at the stop.
    pub(super) table: Box<dyn Table>,
    pub(super) stop: Option<Stop>,
}

impl WalkResult {
    /// The place of the stop; `None` if the game reached the end of the page.
    pub(super) fn reached(&self) -> Option<PrintedPlace> {
        self.stop.as_ref().map(|stop| stop.at)
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Walker<'a> {
    pub(super) page: &'static dyn PrintedPage,
    pub(super) game: &'a PrintedGame,
}

impl Walker<'_> {
    /// Replays the game from its start.
    pub(super) fn walk(&self, start: &dyn Table, fixes: &Fixes) -> WalkResult {
        self.walk_from(0, start, fixes)
    }

    /// Replays the game from the beginning of a turn.
    pub(super) fn walk_from(&self, first: usize, before: &dyn Table, fixes: &Fixes) -> WalkResult {
        let mut walked = WalkResult { steps: Vec::new(), before: Vec::new(), table: before.boxed_clone(), stop: None };
        for (index, turn) in self.game.turns.iter().enumerate().skip(first) {
            walked.before.push(walked.table.boxed_clone());
            if let Err((part, why)) = self.turn(index, turn, fixes, &mut walked) {
                let stop = Stop { at: PrintedPlace { turn: index, part }, why, table: walked.table.boxed_clone() };
                walked.stop = Some(stop);
                break;
            }
        }
        walked
    }

    fn turn(
        &self,
        index: usize,
        turn: &PrintedTurn,
        fixes: &Fixes,
        walked: &mut WalkResult,
    ) -> Result<(), (TurnPart, StopReason)> {
        let at = |part| PrintedPlace { turn: index, part };
        let fixed = |part| fixes.0.get(&at(part));
        let heading = self.heading(turn, &*walked.table, fixed(TurnPart::Heading).is_some());
        let seat = heading.map_err(|why| (TurnPart::Heading, why))?;
        let first = walked.steps.len();
        for (number, printed) in turn.chance.iter().enumerate() {
            let part = TurnPart::Chance(number);
            walked.chance(at(part), printed, fixed(part)).map_err(|why| (part, why))?;
        }
        if fixed(TurnPart::Heading).is_some()
            && let Some(step) = walked.steps.get_mut(first)
        {
            // The log has no record for a heading, so the first step carries the text.
            step.printed.get_or_insert_with(|| due(self.page, &turn.due));
        }
        let mut lost = 0;
        let mut passes = Vec::new();
        for (number, printed) in turn.decisions.iter().enumerate() {
            let part = TurnPart::Decision(number);
            if is_pass(printed) && fixed(part).is_none() {
                passes.push(part);
                continue;
            }
            lost += walked.force(seat);
            walked.decision(self.page, (at(part), seat), printed, fixed(part)).map_err(|why| (part, why))?;
        }
        lost += walked.force(seat);
        let over = matches!(walked.table.turn(), Turn::Over(_));
        let must_act = !over && walked.is_to_act(seat);
        // The page may end in the middle of a turn, but not if the turn has a pass that is not due.
        let last = index + 1 == self.game.turns.len();
        match passes.get(lost) {
            Some(&part) if must_act => Err((part, StopReason::MustAct)),
            Some(&part) if over => Err((part, StopReason::AfterEnd)),
            Some(&part) => Err((part, StopReason::NothingLost)),
            None if must_act && !last => Err((TurnPart::End, StopReason::MustAct)),
            None => Ok(()),
        }
    }

    fn heading(&self, turn: &PrintedTurn, table: &dyn Table, fixed: bool) -> Result<Seat, StopReason> {
        if matches!(table.turn(), Turn::Over(_)) {
            return Err(StopReason::AfterEnd);
        }
        let Some(due) = self.page.due(table) else { return Ok(turn.due.seat) };
        let fits = turn.due.seat == due.seat && (turn.due.round.is_none() || turn.due.round == due.round);
        if fits || fixed { Ok(due.seat) } else { Err(StopReason::NotDue(due)) }
    }
}

impl WalkResult {
    fn chance(&mut self, at: PrintedPlace, printed: &PrintedAction, fix: Option<&Word>) -> Result<(), StopReason> {
        let Some(action) = fix.or(printed.action.as_ref()) else { return Err(StopReason::Unreadable) };
        let mut after = self.table.boxed_clone();
        let played = after.play(Actor::Chance, action.as_str()).map_err(StopReason::Chance)?;
        self.played(at, None, played.action, fix.map(|_| printed.found.clone()), after);
        Ok(())
    }

    fn decision(
        &mut self,
        page: &dyn PrintedPage,
        (at, seat): (PrintedPlace, Seat),
        printed: &PrintedAction,
        fix: Option<&Word>,
    ) -> Result<(), StopReason> {
        if matches!(self.table.turn(), Turn::Over(_)) {
            return Err(StopReason::AfterEnd);
        }
        if !self.is_to_act(seat) {
            return Err(StopReason::TurnOver);
        }
        let action = match fix {
            Some(fix) => fix.clone(),
            None => page.action(&*self.table, printed).map_err(|why| match why {
                Unplayable::Unreadable => StopReason::Unreadable,
                Unplayable::No(text) => StopReason::Unplayable(text),
            })?,
        };
        let mut after = self.table.boxed_clone();
        let played = after.play(Actor::Seat(seat), action.as_str()).map_err(StopReason::Refused)?;
        if fix.is_none() && printed.text.as_ref().is_some_and(|text| *text != played.text) {
            return Err(StopReason::Written(played.text));
        }
        self.played(at, Some(seat), played.action, fix.map(|_| printed.found.clone()), after);
        Ok(())
    }

    fn played(
        &mut self,
        at: PrintedPlace,
        seat: Option<Seat>,
        action: Word,
        printed: Option<String>,
        after: Box<dyn Table>,
    ) {
        let before = std::mem::replace(&mut self.table, after);
        self.steps.push(PlayedStep { at, before, seat, action, printed });
    }

    fn is_to_act(&self, seat: Seat) -> bool {
        self.table.turn() == Turn::Seats(SeatSet::only(seat))
    }

    /// Plays the forced passes of a seat, and returns their number.
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

/// True if a decision is a pass, which the arbiter plays without asking.
pub(super) fn is_pass(printed: &PrintedAction) -> bool {
    printed.action.as_ref().is_some_and(|action| action.as_str() == "pass")
}

/// Formats a round and a name, such as `2 Red`.
pub(super) fn due(page: &dyn PrintedPage, due: &Due) -> String {
    match due.round {
        Some(round) => format!("{round} {}", page.name(due.seat)),
        None => page.name(due.seat).to_owned(),
    }
}
