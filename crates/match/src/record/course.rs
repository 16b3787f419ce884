//! The course of a game: what was decided goes in, what is recorded comes out. The referee plays on it, and `verify`
//! replays a log on it, so that no consequence of a decision is written twice. It knows no time and no bot.

use std::collections::VecDeque;

use uvi::{Fault, OnFault, Seed, Word, Words};
use uvi_games::game::{Actor, BySeat, Draw, Forfeits, Lot, Picture, Refusal, Seat, SeatSet, Table, Turn, forfeit};

use super::{
    Complaint, Decided, Ending, Entry, How, NoUndo, Refused, Verdict,
    adjudication::{Adjudication, Adjudicator},
    verdict::Reason,
};

/// Where chance comes from.
#[derive(Debug, Clone)]
pub enum Luck {
    /// The seed of the match.
    Seed(Seed),
    /// What a log says happened, in order, where the seed is not known: each is only checked to be possible.
    Told(VecDeque<Word>),
}

/// How record `n` is drawn for a seat at fault, among its listed actions (UVI 3.3; key `fault <n> <seat>`).
pub fn stand_in(n: u32, seat: Seat, legal: &[Word]) -> Draw {
    Draw { key: format!("fault {n} {seat}"), lot: Lot::among(legal) }
}

/// What happened last, of all that was done, the latest first: the actions of the seat that acted last for as long as it
/// was alone, with the chance events from just before it to the end.
pub(super) fn last_of(done: impl Iterator<Item = (Actor, Word)>) -> Vec<(Actor, Word)> {
    let mut last = Vec::new();
    let mut acted = None;
    for (actor, action) in done {
        if let Actor::Seat(seat) = actor
            && *acted.get_or_insert(seat) != seat
        {
            break;
        }
        last.push((actor, action));
    }
    last.reverse();
    last
}

/// One thing that has happened.
#[derive(Debug, Clone)]
struct Done {
    deed: Deed,
    word: Word,
    /// After how many decisions: its own is counted.
    ply: u32,
}

#[derive(Debug, Clone, Copy)]
enum Deed {
    Chance,
    Action(Seat, How),
    Vacated(Seat),
}

/// What is left where decisions are taken back.
#[derive(Debug, Clone, Copy)]
struct Undone {
    /// The first ply that is taken back.
    first: u32,
    /// How much of what was done stands.
    kept: usize,
}

/// A game from its start to now.
#[derive(Debug, Clone)]
pub struct Course {
    start: Box<dyn Table>,
    table: Box<dyn Table>,
    luck: Luck,
    on_fault: OnFault,
    /// How often each seat can still answer again in this game.
    tries: BySeat<u32>,
    done: Vec<Done>,
    /// The same as words, which seats are told at each turn.
    history: Words,
    /// How many times seats have decided, those that decide at the same time together.
    plies: u32,
    entries: VecDeque<Entry>,
    /// The table after each of the entries, where somebody watches.
    tables: Option<Vec<Box<dyn Table>>>,
    n: u32,
    decisions: u32,
    chances: u32,
    ending: Option<Ending>,
    adjudicator: Option<Adjudicator>,
    /// What seats that are to decide give themselves.
    said: BySeat<Option<f64>>,
}

impl Course {
    /// A game that has not begun.
    pub fn new(start: Box<dyn Table>, luck: Luck, on_fault: OnFault) -> Self {
        let table = start.clone();
        let said = BySeat::new(table.seats(), |_| None);
        let tries = BySeat::new(table.seats(), |_| 0);
        Self {
            start,
            table,
            luck,
            on_fault,
            tries,
            done: Vec::new(),
            history: Words::default(),
            plies: 0,
            entries: VecDeque::new(),
            tables: None,
            n: 0,
            decisions: 0,
            chances: 0,
            ending: None,
            adjudicator: None,
            said,
        }
    }

    /// A game that has not begun, and may be ended before its rules end it.
    #[must_use]
    pub fn adjudicated(mut self, rules: Option<Adjudication>) -> Self {
        self.adjudicator = rules.map(|rules| Adjudicator::new(rules, self.table.seats()));
        self
    }

    /// A game that has not begun, in which each seat can answer again so often after an answer that was refused.
    #[must_use]
    pub fn retried(mut self, tries: Option<u32>) -> Self {
        self.tries = BySeat::new(self.table.seats(), |_| tries.unwrap_or_default());
        self
    }

    /// The position now.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The start position.
    pub fn start(&self) -> &dyn Table {
        &*self.start
    }

    /// The position now, whole or as a seat may see it.
    pub fn position(&self, seat: Option<Seat>) -> Words {
        seat.map_or_else(|| self.table.position(), |seat| self.table.view(seat))
    }

    /// A picture of the position now, whole or as a seat may see it.
    pub fn picture(&self, seat: Option<Seat>) -> Picture {
        let last = self.last();
        seat.map_or_else(|| self.table.picture(&last), |seat| self.table.picture_for(seat, &last))
    }

    /// The start, whole or as a seat may see it, and all that has happened.
    pub fn history(&self, seat: Option<Seat>) -> (Words, Words) {
        (seat.map_or_else(|| self.start.position(), |seat| self.start.view(seat)), self.moves())
    }

    /// All that has happened, as `history` has it: actions, chance, forced passes, vacated seats.
    pub fn moves(&self) -> Words {
        self.history.clone()
    }

    /// What happened last, which a picture marks.
    pub fn last(&self) -> Vec<(Actor, Word)> {
        last_of(self.done.iter().rev().filter_map(|done| match done.deed {
            Deed::Chance => Some((Actor::Chance, done.word.clone())),
            Deed::Action(seat, _) => Some((Actor::Seat(seat), done.word.clone())),
            Deed::Vacated(_) => None,
        }))
    }

    /// How many decisions have been made.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// How many chance events have happened.
    pub fn chances(&self) -> u32 {
        self.chances
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The seats that are to decide now; none after the end, or where the luck that a log tells has run out.
    pub fn to_decide(&self) -> SeatSet {
        match (&self.ending, self.table.turn()) {
            (None, Turn::Seats(seats)) => seats,
            (None, Turn::Chance | Turn::Over(_)) | (Some(_), _) => SeatSet::EMPTY,
        }
    }

    /// The seats that are still in the game.
    pub fn in_play(&self) -> SeatSet {
        SeatSet::all(self.table.seats()) - self.table.vacant()
    }

    /// Whether anything has happened that nobody has taken.
    pub(crate) fn has_entries(&self) -> bool {
        !self.entries.is_empty()
    }

    /// The same game, which keeps the board after each thing that happens, for [`Course::take_watched`].
    #[must_use]
    pub(crate) fn watched(mut self) -> Self {
        self.tables = Some(Vec::new());
        self
    }

    /// Takes what has happened since the last call, each with the board after it.
    pub(crate) fn take_watched(&mut self) -> Vec<(Entry, Box<dyn Table>)> {
        let tables = self.tables.as_mut().map(std::mem::take).unwrap_or_default();
        self.take_entries().into_iter().zip(tables).collect()
    }

    /// Takes what has happened since the last call.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        self.entries.drain(..).collect()
    }

    /// Takes the first thing that has happened and nobody has taken.
    pub(crate) fn take_entry(&mut self) -> Option<Entry> {
        self.entries.pop_front()
    }

    /// Puts back what [`Course::take_watched`] took, before anything new. Nobody watches any more.
    pub(crate) fn put_back(&mut self, entries: impl IntoIterator<Item = (Entry, Box<dyn Table>)>) {
        self.tables = None;
        let new = std::mem::take(&mut self.entries);
        self.entries = entries.into_iter().map(|(entry, _)| entry).chain(new).collect();
    }

    fn tell(&mut self, entry: Entry) {
        self.entries.push_back(entry);
        if let Some(tables) = &mut self.tables {
            tables.push(self.table.clone());
        }
    }

    /// Begins: the chance events and forced passes before the first decision.
    pub fn begin(&mut self) {
        self.settle();
    }

    /// Whether a seat could do this now.
    ///
    /// # Errors
    /// If it is no action of the variant, or not legal.
    pub fn check(&self, seat: Seat, action: &str) -> Result<(), Refusal> {
        self.table.check(Actor::Seat(seat), action)
    }

    /// What a seat gives itself in the decision that it makes next.
    pub fn said(&mut self, seat: Seat, score: f64) {
        self.said[seat] = Some(score);
    }

    /// How often a seat can still answer again after an answer that was refused.
    pub fn tries_left(&self, seat: Seat) -> u32 {
        self.tries[seat]
    }

    /// An answer of a seat is refused, and it is asked again: nothing but the number of its tries has changed. Tries are
    /// never given back.
    pub fn try_again(&mut self, seat: Seat, fault: Fault, complaint: Box<Complaint>) {
        self.tries[seat] = self.tries[seat].saturating_sub(1);
        self.said[seat] = None;
        let left = self.tries[seat];
        self.tell(Entry::Try { seat, fault, complaint, left });
    }

    /// Applies what came of asking the seats that were to decide. Where several are, their first actions must have
    /// passed [`Course::check`].
    /// Seats that are missing have no part in it: that may be only where another forfeits.
    pub fn decide(&mut self, verdicts: Vec<(Seat, Verdict)>) -> Decided {
        let mut decided = Decided::default();
        let mut forfeits = Vec::new();
        let mut answers = Vec::with_capacity(verdicts.len());
        let alone = verdicts.len() == 1;
        for (seat, verdict) in verdicts {
            match verdict {
                Verdict::Actions(actions) => answers.push((seat, Some(actions))),
                Verdict::Absent => answers.push((seat, None)),
                Verdict::Fault(fault, complaint) => match self.on_fault {
                    OnFault::Forfeit => forfeits.push(Reason::fault(seat, fault, complaint)),
                    OnFault::Random => {
                        self.tell(Entry::Fault { seat, fault, complaint });
                        answers.push((seat, None));
                    }
                },
                Verdict::Resign => forfeits.push(Reason::resigned(seat)),
            }
        }
        let whole = forfeits.is_empty();
        self.plies += 1;
        if !whole {
            self.forfeit(forfeits);
        }
        for (seat, actions) in answers {
            if self.ending.is_some() {
                break;
            }
            match actions {
                Some(actions) => self.answer(seat, actions, alone, whole, &mut decided),
                None => self.random(seat),
            }
        }
        if decided.refused.is_none() {
            self.said = BySeat::new(self.table.seats(), |_| None);
            self.settle();
        }
        decided
    }

    /// Plays the actions of an answer for as long as the same seat is to decide, with no chance event in between.
    fn answer(&mut self, seat: Seat, actions: Vec<Word>, alone: bool, whole: bool, decided: &mut Decided) {
        let mut actions = actions.into_iter();
        for (place, action) in actions.by_ref().enumerate() {
            if place > 0 {
                self.force();
                // Of choices made at the same time each seat makes one.
                if !alone || self.to_decide() != SeatSet::only(seat) || self.adjudicate().is_some() {
                    decided.unused.push(action);
                    break;
                }
                self.plies += 1;
            }
            match self.table.play(Actor::Seat(seat), action.as_str()) {
                Ok(played) => {
                    self.acted(seat, played, How::Decided);
                    if let (Some(score), Some(adjudicator)) = (self.said[seat].take(), &mut self.adjudicator) {
                        adjudicator.hear(seat, score);
                    }
                }
                // A forfeit beside it has voided the decision: the answer is dropped.
                Err(_) if !whole => decided.unused.push(action),
                Err(refusal) => {
                    decided.refused = Some(Refused { seat, action, refusal, place });
                    return;
                }
            }
        }
        decided.unused.extend(actions);
    }

    /// Draws one of the listed actions for a seat.
    fn random(&mut self, seat: Seat) {
        let legal = self.table.legal(seat);
        let action = match &mut self.luck {
            Luck::Seed(_) if legal.is_empty() => return,
            Luck::Seed(seed) => {
                Word::new(stand_in(self.n + 1, seat, &legal).outcome(seed)).expect("one of the listed actions is drawn")
            }
            Luck::Told(told) => match told.pop_front() {
                Some(action) if legal.contains(&action) => action,
                Some(_) | None => return,
            },
        };
        let played = self.table.play(Actor::Seat(seat), action.as_str()).expect("a listed action is legal");
        self.acted(seat, played, How::Random);
    }

    fn acted(&mut self, seat: Seat, played: uvi_games::game::Played, how: How) {
        self.n += 1;
        if how != How::Forced {
            self.decisions += 1;
        }
        self.done(Deed::Action(seat, how), played.action.clone());
        self.tell(Entry::Action { n: self.n, seat, action: played.action, text: played.text, how });
        if let Some(scored) = played.scored {
            self.tell(Entry::Score(scored));
        }
    }

    /// Plays the passes that are due.
    fn force(&mut self) {
        while let Some((seat, pass)) = self.table.forced() {
            let played = self.table.play(Actor::Seat(seat), pass.as_str()).expect("a forced pass is legal");
            self.acted(seat, played, How::Forced);
        }
    }

    /// Plays what happens without anyone's decision, up to the next decision or the end.
    fn settle(&mut self) {
        while self.ending.is_none() {
            self.force();
            match self.table.turn() {
                Turn::Seats(_) => {
                    let Some(ending) = self.adjudicate() else { return };
                    self.over(ending);
                }
                Turn::Over(outcome) => {
                    let reason = Word::new(outcome.reason).expect("a reason is a word");
                    self.over(Ending { reason, score: Some(outcome.score), seat: None, resigned: Vec::new() });
                }
                Turn::Chance => {
                    let action = match &mut self.luck {
                        Luck::Seed(seed) => self.table.chance(seed),
                        Luck::Told(told) => told.pop_front(),
                    };
                    let Some(action) = action else { return };
                    let Ok(played) = self.table.play(Actor::Chance, action.as_str()) else { return };
                    self.chances += 1;
                    self.n += 1;
                    self.done(Deed::Chance, played.action.clone());
                    self.tell(Entry::Chance { n: self.n, action: played.action });
                    if let Some(scored) = played.scored {
                        self.tell(Entry::Score(scored));
                    }
                }
            }
        }
    }

    /// How the game is ended at a position that waits for a decision, if it is.
    fn adjudicate(&self) -> Option<Ending> {
        self.adjudicator.as_ref()?.ending(&*self.table, self.decisions)
    }

    fn forfeit(&mut self, reasons: Vec<Reason>) {
        let outcome = forfeit(&*self.table, reasons.iter().map(|reason| reason.seat).collect());
        let vacate = match &outcome {
            Forfeits::Vacate(seats) => *seats,
            Forfeits::Over { vacate, .. } => *vacate,
        };
        let reason_of = |seat: Seat| {
            let found = reasons.iter().find(|reason| reason.seat == seat);
            found.map(|reason| reason.word.clone()).expect("each seat that forfeits has a reason")
        };
        let mut ending = None;
        if let Forfeits::Over { reason, alone, score, .. } = outcome {
            // Else it follows from the seat, or from a record of its own.
            let resigned = reasons.iter().filter(|reason| !alone && reason.fault.is_none()).map(|reason| reason.seat);
            let resigned = resigned.filter(|seat| !vacate.contains(*seat)).collect();
            ending =
                Some(Ending { reason: reason_of(reason), score: Some(score), seat: alone.then_some(reason), resigned });
        }
        for Reason { seat, word: reason, fault } in reasons {
            if let Some((fault, complaint)) = fault {
                self.tell(Entry::Fault { seat, fault, complaint });
            }
            if vacate.contains(seat) {
                self.table.vacate(seat);
                self.done(Deed::Vacated(seat), Word::new(format!("!{seat}")).expect("a number makes a word"));
                self.tell(Entry::Vacated { seat, reason });
            }
        }
        if let Some(ending) = ending {
            self.over(ending);
        }
    }

    fn done(&mut self, deed: Deed, word: Word) {
        self.history.push(&word);
        self.done.push(Done { deed, word, ply: self.plies });
    }

    /// Takes back the last decisions, those that were made at the same time as one, and all that followed from them.
    /// What chance did before them stays, and what it does after them comes from the same keys.
    ///
    /// # Errors
    /// If there are not so many, or a seat has left since.
    pub fn undo(&mut self, plies: u32) -> Result<(), NoUndo> {
        let Undone { first, kept } = self.undone(plies)?;
        self.done.truncate(kept);
        self.history = Words::default();
        self.done.iter().for_each(|done| self.history.push(&done.word));
        self.plies = first - 1;
        self.table = self.start.clone();
        (self.n, self.decisions, self.chances) = (0, 0, 0);
        for Done { deed, word, .. } in &self.done {
            let actor = match *deed {
                Deed::Vacated(seat) => {
                    self.table.vacate(seat);
                    continue;
                }
                Deed::Chance => {
                    self.chances += 1;
                    Actor::Chance
                }
                Deed::Action(seat, how) => {
                    self.decisions += u32::from(how != How::Forced);
                    Actor::Seat(seat)
                }
            };
            self.n += 1;
            self.table.play(actor, word.as_str()).expect("it was played from here before");
        }
        self.said = BySeat::new(self.table.seats(), |_| None);
        self.tell(Entry::Undo { plies, to: self.n });
        Ok(())
    }

    /// Whether decisions could be taken back.
    ///
    /// # Errors
    /// As [`Course::undo`].
    pub fn may_undo(&self, plies: u32) -> Result<(), NoUndo> {
        self.undone(plies).map(|_| ())
    }

    fn undone(&self, plies: u32) -> Result<Undone, NoUndo> {
        if self.adjudicator.is_some() {
            return Err(NoUndo::Adjudicated);
        }
        let made = self.decided_plies();
        let Some(&first) = made.len().checked_sub(plies as usize).and_then(|place| made.get(place)) else {
            return Err(NoUndo::TooMany { plies: made.len() as u32 });
        };
        let kept = self.done.iter().position(|done| done.ply >= first).unwrap_or(self.done.len());
        let left = self.done[kept..].iter().find_map(|done| match done.deed {
            Deed::Vacated(seat) => Some(seat),
            Deed::Chance | Deed::Action(..) => None,
        });
        left.map_or(Ok(Undone { first, kept }), |seat| Err(NoUndo::Left(seat)))
    }

    /// How many of the last decisions must be taken back for no more than so many actions and events of chance to stand.
    ///
    /// # Errors
    /// If no more have happened, or more were there before the first decision.
    pub fn plies_back(&self, to: u32) -> Result<u32, NoUndo> {
        if self.n <= to {
            return Err(NoUndo::TooFew { n: self.n });
        }
        let made = self.decided_plies();
        let counts = |done: &&Done| !matches!(done.deed, Deed::Vacated(_));
        let before = |ply: u32| self.done.iter().take_while(|done| done.ply < ply).filter(counts).count() as u32;
        let kept = made.iter().rposition(|ply| before(*ply) <= to);
        let kept = kept.ok_or(NoUndo::TooMany { plies: made.len() as u32 })?;
        Ok((made.len() - kept) as u32)
    }

    /// The numbers of the plies in which a seat decided, ascending.
    fn decided_plies(&self) -> Vec<u32> {
        let decided = |done: &&Done| matches!(done.deed, Deed::Action(_, How::Decided | How::Random));
        let mut plies: Vec<u32> = self.done.iter().filter(decided).map(|done| done.ply).collect();
        plies.dedup();
        plies
    }

    /// A seat that is not asked gives up.
    pub fn resign(&mut self, seat: Seat) {
        self.forfeit(vec![Reason::resigned(seat)]);
        self.settle();
    }

    /// Seats fail before the first decision.
    pub fn fail(&mut self, faults: Vec<(Seat, Fault, Complaint)>) {
        if self.on_fault == OnFault::Random {
            for (seat, fault, complaint) in faults {
                self.tell(Entry::Fault { seat, fault, complaint: Box::new(complaint) });
            }
            return;
        }
        self.forfeit(
            faults
                .into_iter()
                .map(|(seat, fault, complaint)| Reason::fault(seat, fault, Box::new(complaint)))
                .collect(),
        );
    }

    /// The match is stopped.
    pub fn abort(&mut self) {
        let reason = Word::new("abort").expect("abort is a word");
        self.over(Ending { reason, score: None, seat: None, resigned: Vec::new() });
    }

    fn over(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.tell(Entry::Over(ending.clone()));
            self.ending = Some(ending);
        }
    }
}
