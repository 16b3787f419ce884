//! The referee: a match as a pure state machine. Bot lines, process ends and the time go in; messages, log records and
//! requests come out. It knows no process, pipe, thread, file or clock.

mod allowance;
mod asking;
mod chair;
mod chairs;
mod chatter;
mod greeting;
mod hearing;
mod host;
mod host_error;
mod machine;
mod outbox;
mod posing;
mod profile;
mod refusal;
mod retelling;
mod settings;
mod spec;
mod stage;
mod telling;

pub use allowance::allowed;
pub use chair::{BotFailure, Chair};
pub use chairs::Chairs;
pub use chatter::{MAX_BYTES, MAX_LINES};
pub use host::Notation;
pub use host_error::{HeadError, HostError, LinePlace};
pub use machine::{BotEnd, Delivery, Match, ResumePoint};
pub use outbox::{Audience, Output};
pub use profile::{Profile, StartObstacle, UnfitBot, Unfitness, misfit};
pub use retelling::{BotDeed, Cue, Retelling, retell};
pub use settings::{LEGAL, Player, SeatSettings, Settings, TournamentEntry, seat};
pub use spec::{MatchSpec, variant};
