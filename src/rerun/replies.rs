//! The replies of a bot: those that it owes, and its answers, judged by the rules of the game.

use std::collections::VecDeque;

use itertools::Itertools as _;
use uvi::{FromBot, NewGame, OnFault, ToBot, Word, Words};
use uvi_games::game::{OptionValues, Registry, Seat, SeatSet, Table, Turn};
use uvi_match::{
    record::{GameCourse, Lapse, Luck, Record, RefusedAction, RejectedAction, Ruling, SaidLine, legal_text},
    referee::BotDeed,
};

/// The replies that messages to a bot have asked for, and that have not come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwedReplies {
    pub(super) uviok: bool,
    pub(super) readyok: bool,
    pub(super) answer: bool,
}

impl OwedReplies {
    /// Handles a message to the bot.
    pub fn say(&mut self, message: &ToBot) {
        match message {
            ToBot::Uvi(_) => self.uviok = true,
            ToBot::IsReady => self.readyok = true,
            ToBot::NewGame(_) => *self = Self::default(),
            ToBot::Go(_) => self.answer = true,
            ToBot::GameOver(_) => self.answer = false,
            _ => {}
        }
    }

    /// Handles a message of the bot. Returns true if it is an owed reply.
    pub fn hear(&mut self, message: &FromBot) -> bool {
        match message {
            FromBot::UviOk => std::mem::take(&mut self.uviok),
            FromBot::ReadyOk => std::mem::take(&mut self.readyok),
            FromBot::BestMove(_) | FromBot::Resign => std::mem::take(&mut self.answer),
            _ => false,
        }
    }
}

/// Returns the table of a position in a game, if the registry can read the position.
pub(super) fn table(registry: Registry, game: &NewGame, position: &Words) -> Option<Box<dyn Table>> {
    let variant = registry.find(game.variant.as_str())?;
    let options = OptionValues::with(variant.options(), &game.options).ok()?;
    variant.read(&options, u8::try_from(game.seats).ok()?, position.as_str()).ok()
}

/// Judges an answer: the actions that are played, in canonical spelling, or the fault. The actions are played while no
/// other seat and no chance event comes between.
pub(super) fn judge(table: Box<dyn Table>, seat: Seat, actions: &Words) -> BotDeed {
    let is_alone = matches!(table.turn(), Turn::Seats(seats) if seats == SeatSet::only(seat));
    let mut course = GameCourse::new(table, Luck::Recorded(VecDeque::new()), OnFault::Forfeit);
    // In a simultaneous decision each seat makes one action.
    let actions = actions.iter().filter_map(Word::new).take(if is_alone { usize::MAX } else { 1 }).collect();
    if let Some(refused) = course.decide(vec![(seat, Ruling::Actions(actions))]).refused {
        let RejectedAction { action, refusal, place, .. } = refused;
        let legal = Some(legal_text(&course.table().legal(seat), course.table().lists_all()));
        let action = SaidLine::new(action.as_str(), 1).line;
        let refused = RefusedAction { action, place, refusal, meant: None, legal };
        return BotDeed::Fault(refused.fault(), Lapse::Refused(Box::new(refused)).to_string());
    }
    let records = course.take_records();
    let played = records.iter().filter_map(Record::action).filter(|action| action.is_decided());
    let played = played.map(|action| &*action.action).join(" ");
    BotDeed::Said(FromBot::BestMove(Words::new(played).expect("actions are words")))
}
