//! The state of each bot in a replayed log. Checks if a fault or a drawn action of the log can be true.

use uvi::{Fault, FromBot, OnFault};
use uvi_games::game::{Actor, BySeat, RefusalError, Seat, SeatSet, Table};

use super::{ActionRecord, FaultRecord, Head, PlayerKind, RecordError, SaidLine, TryRecord};

#[derive(Debug)]
pub(super) struct BotStandings {
    seats: BySeat<Standing>,
    on_fault: OnFault,
}

#[derive(Debug)]
struct Standing {
    player: PlayerKind,
    /// True if the bot has sent its name.
    named: bool,
    presence: Presence,
    /// True if the bot has been at fault and no action has been recorded for the seat since.
    faulty: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    Here,
    /// After a fault: the bot may have left.
    Unsure,
    /// The bot has left for good.
    Gone,
}

impl BotStandings {
    pub(super) fn new(head: &Head, seats: u8) -> Self {
        let standing = |seat: Seat| {
            let head = &head.seats[seat.index()];
            Standing { player: head.player, named: head.name.is_some(), presence: Presence::Here, faulty: false }
        };
        Self { seats: BySeat::new(seats, standing), on_fault: head.terms.on_fault }
    }

    /// The seats whose bots have left for good.
    pub(super) fn gone(&self) -> SeatSet {
        self.seats.iter().filter(|(_, standing)| standing.presence == Presence::Gone).map(|(seat, _)| seat).collect()
    }

    /// Checks the fault of a bot that failed before the game. A bot can have only one such fault.
    pub(super) fn failed(&mut self, seat: Seat, record: &FaultRecord) -> Result<(), RecordError> {
        let standing = &mut self.seats[seat];
        if standing.faulty {
            return Err(RecordError::differs("fault", "one fault of a bot before the game", record.fault));
        }
        if standing.named && matches!(record.fault, Fault::NoStart | Fault::NoGreeting) {
            return Err(RecordError::differs("fault", "another fault of a bot that has said its name", record.fault));
        }
        standing.faulted(record)
    }

    /// Checks a fault in the game. `asked` is the table at which the seat was asked.
    pub(super) fn fault(
        &mut self,
        seat: Seat,
        record: &FaultRecord,
        asked: &dyn Table,
        tries_left: u32,
    ) -> Result<(), RecordError> {
        if let Some(found) = &record.position {
            let expected = asked.view(seat);
            if found != expected.as_str() {
                return Err(RecordError::differs("position", expected, found));
            }
        }
        let is_answer = match record.fault {
            Fault::Illegal => true,
            // In a resumed match, the line may be one of the greeting.
            Fault::Unreadable => record.line.as_deref().is_some_and(is_answer),
            Fault::Timeout | Fault::Crash | Fault::Deaf | Fault::Flood | Fault::NoStart | Fault::NoGreeting => false,
        };
        if is_answer && tries_left > 0 {
            let expected = format_args!("a try, of which the seat still has {tries_left}");
            return Err(RecordError::differs("fault", expected, record.fault));
        }
        if let (Some(line), true) = (&record.line, is_answer) {
            check_refused(line, record.column, record.fault, |word| asked.check(Actor::Seat(seat), word))?;
        }
        self.seats[seat].faulted(record)
    }

    /// Checks a refused answer. `asked` is the table at which the seat was asked.
    pub(super) fn again(&mut self, seat: Seat, record: &TryRecord, asked: &dyn Table) -> Result<(), RecordError> {
        let standing = &mut self.seats[seat];
        if standing.player == PlayerKind::Host {
            return Err(RecordError::differs("seat", "one with a bot", record.seat));
        }
        if standing.presence == Presence::Gone {
            return Err(RecordError::differs("try", "none of a bot that has left", record.fault));
        }
        let position = asked.view(seat);
        if record.position != position.as_str() {
            return Err(RecordError::differs("position", position, &record.position));
        }
        if !matches!(record.fault, Fault::Illegal | Fault::Unreadable) {
            return Err(RecordError::differs("fault", "illegal or unreadable", record.fault));
        }
        standing.presence = Presence::Here;
        let TryRecord { line, column, fault, .. } = record;
        check_refused(line, Some(*column), *fault, |word| asked.check(Actor::Seat(seat), word))
    }

    pub(super) fn action(&mut self, seat: Seat, record: &ActionRecord) -> Result<(), RecordError> {
        let standing = &mut self.seats[seat];
        let faulty = std::mem::take(&mut standing.faulty);
        if record.forced || self.on_fault == OnFault::Forfeit {
            return Ok(());
        }
        match (record.random, standing.presence) {
            (true, _) if faulty => Ok(()),
            (true, Presence::Here) => Err(RecordError::differs("random", "false, since its bot is there", true)),
            (true, Presence::Unsure | Presence::Gone) => {
                standing.presence = Presence::Gone;
                Ok(())
            }
            (false, Presence::Gone) => Err(RecordError::differs("random", "true, since its bot has left", false)),
            (false, Presence::Here | Presence::Unsure) => {
                standing.presence = Presence::Here;
                Ok(())
            }
        }
    }
}

impl Standing {
    fn faulted(&mut self, record: &FaultRecord) -> Result<(), RecordError> {
        let FaultRecord { fault, position, .. } = record;
        if self.player == PlayerKind::Host && *fault != Fault::Timeout {
            return Err(RecordError::differs("fault", "timeout, the only fault of a host", fault));
        }
        if self.presence == Presence::Gone {
            return Err(RecordError::differs("fault", "none of a bot that has left", fault));
        }
        self.faulty = true;
        self.presence = match fault {
            Fault::NoStart | Fault::NoGreeting | Fault::Crash => Presence::Gone,
            Fault::Illegal => Presence::Here,
            Fault::Unreadable if position.is_some() => Presence::Here,
            // After such a fault, the bot is asked if it is ready. If it does not reply, it leaves without a record.
            Fault::Unreadable | Fault::Timeout | Fault::Flood | Fault::Deaf => Presence::Unsure,
        };
        Ok(())
    }
}

/// True if a bot meant the line as its answer.
fn is_answer(line: &str) -> bool {
    matches!(line.split_ascii_whitespace().next(), Some("bestmove" | "resign"))
}

/// Checks if a line of a fault or a try is an answer that is refused for this fault, at this column.
fn check_refused(
    line: &str,
    column: Option<u32>,
    fault: Fault,
    check: impl Fn(&str) -> Result<(), RefusalError>,
) -> Result<(), RecordError> {
    match refusal(line, column, check).map_err(|expected| RecordError::differs("line", expected, line))? {
        Some(expected) if expected != fault => Err(RecordError::differs("fault", expected, fault)),
        Some(_) | None => Ok(()),
    }
}

/// Returns the fault of a refused answer, or `None` if the line in the log is cut or has escapes. Fails if the line is
/// no answer that can be refused, or its action at the column is not. Returns what was expected in its place.
fn refusal(
    line: &str,
    column: Option<u32>,
    check: impl Fn(&str) -> Result<(), RefusalError>,
) -> Result<Option<Fault>, &'static str> {
    if line.contains('…') || line.contains("\\u{") {
        return Ok(None);
    }
    match line.parse::<FromBot>() {
        // Only an answer can be refused; any other unreadable line is ignored.
        Err(_) if is_answer(line) => Ok(Some(Fault::Unreadable)),
        Ok(FromBot::BestMove(actions)) => {
            let is_there = |place: usize| column.is_none_or(|at| SaidLine::at_word(line, place + 1).column == at);
            let mut there = actions.iter().enumerate().filter(|(place, _)| is_there(*place)).peekable();
            there.peek().ok_or("one with an action at its column")?;
            let refused = there.find_map(|(place, action)| match check(action) {
                Ok(()) => None,
                Err(RefusalError::Unreadable(_)) if place == 0 => Some(Fault::Unreadable),
                Err(RefusalError::Unreadable(_) | RefusalError::Illegal(_)) => Some(Fault::Illegal),
            });
            refused.map(Some).ok_or("an action that is refused")
        }
        Ok(_) | Err(_) => Err("an answer that is refused"),
    }
}
