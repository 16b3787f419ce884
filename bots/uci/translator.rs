//! A translator between the lines of the caller, on stdin and stdout, and those of the started program: the common part
//! of both directions.

use std::fmt::Debug;

/// The consequence of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdapterStep {
    /// The conversation continues.
    On,
    /// The conversation is over.
    Quit,
    /// The engine cannot play from a shuffled start.
    NoChess960,
    /// The bot does not play chess.
    NoChess,
}

/// A conversation with the caller and the started program, as a value.
pub(crate) trait Translator: Debug + Send {
    /// Handles a line of the caller.
    fn caller_said(&mut self, line: &str) -> AdapterStep;

    /// Handles a line of the program.
    fn program_said(&mut self, line: &str) -> AdapterStep;

    /// Replaces `lines` by the messages to the caller.
    fn take_for_caller(&mut self, lines: &mut String);

    /// Replaces `lines` by the messages to the program.
    fn take_for_program(&mut self, lines: &mut String);

    /// True if a line of the program was answered by one to the program. Only the lines of a caller have other answers.
    fn answers_program(&self) -> bool {
        false
    }

    /// Has the program leave, because the caller has no more messages. The program may first answer earlier ones.
    fn leave(&mut self);

    /// True if the program was told to leave, so its end is expected.
    fn has_left(&self) -> bool;
}
