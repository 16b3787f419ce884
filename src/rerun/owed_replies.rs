//! The replies that a bot owes.

use uvi::{FromBot, ToBot};

/// The replies that messages to a bot have asked for, and that have not come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwedReplies {
    pub(super) uviok: bool,
    pub(super) readyok: bool,
    /// An answer to `go`.
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
