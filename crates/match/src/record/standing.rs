//! The state of each bot in a replayed log. Checks if a fault or a drawn action of the log can be true.

use uvi::{Fault, FromBot, OnFault};
use uvi_games::game::{Actor, BySeat, RefusalError, Seat, Table};

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
    pub(super) fn fault(&mut self, seat: Seat, record: &FaultRecord, asked: &dyn Table) -> Result<(), RecordError> {
        if let Some(found) = &record.position {
            let expected = asked.view(seat);
            if found != expected.as_str() {
                return Err(RecordError::differs("position", expected, found));
            }
        }
        if let (Some(line), Some(column), Fault::Illegal | Fault::Unreadable) =
            (&record.line, record.column, record.fault)
            && let Some(word) = refused_word(line, column)
            && asked.check(Actor::Seat(seat), word).is_ok()
        {
            return Err(RecordError::differs("line", "an action that is refused", word));
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
        let expected = refusal(record, |word| asked.check(Actor::Seat(seat), word));
        match expected.map_err(|expected| RecordError::differs("line", expected, &record.line))? {
            Some(expected) if expected != record.fault => Err(RecordError::differs("fault", expected, record.fault)),
            Some(_) | None => Ok(()),
        }
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

/// Returns the fault of a refused answer, or `None` if the line in the log is cut or has escapes. Fails if the line is
/// no answer that can be refused. Returns what was expected in its place.
fn refusal(
    record: &TryRecord,
    check: impl Fn(&str) -> Result<(), RefusalError>,
) -> Result<Option<Fault>, &'static str> {
    let TryRecord { line, column, .. } = record;
    if line.contains('…') || line.contains("\\u{") {
        return Ok(None);
    }
    match line.parse::<FromBot>() {
        // Only an answer can be refused; any other unreadable line is ignored.
        Err(_) if matches!(line.split_ascii_whitespace().next(), Some("bestmove" | "resign")) => {
            Ok(Some(Fault::Unreadable))
        }
        Ok(FromBot::BestMove(actions)) => {
            let place = (0..actions.iter().count()).find(|place| SaidLine::at_word(line, place + 1).column == *column);
            let place = place.ok_or("one with an action at its column")?;
            let action = actions.iter().nth(place).unwrap_or_default();
            match check(action) {
                Ok(()) => Err("an action that is refused"),
                Err(RefusalError::Unreadable(_)) if place == 0 => Ok(Some(Fault::Unreadable)),
                Err(RefusalError::Unreadable(_) | RefusalError::Illegal(_)) => Ok(Some(Fault::Illegal)),
            }
        }
        Ok(_) | Err(_) => Err("an answer that is refused"),
    }
}

/// Returns the word at `column` of a `bestmove` line. `None` for any other or cut line, and without a word there.
fn refused_word(line: &str, column: u32) -> Option<&str> {
    if !line.trim_start().starts_with("bestmove") || line.contains('…') {
        return None;
    }
    let skipped = usize::try_from(column).ok()?.checked_sub(1)?;
    let (start, _) = line.char_indices().nth(skipped)?;
    line[start..].split([' ', '\t']).next().filter(|word| !word.is_empty())
}
