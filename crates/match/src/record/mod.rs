//! The match log: its records, and how logs are written, read, verified, shown and imported. Lines go in and come out;
//! this module opens no file and reads no clock.

mod adjudication;
mod clock;
mod complaint;
mod course;
mod ending;
mod entry;
mod ground;
mod grounds;
mod import;
mod line;
mod log;
mod pgn;
mod recording;
mod schema;
mod show;
mod standing;
mod terms;
mod timekeeper;
mod verdict;
mod verify;
mod walk;
mod words;
mod wrong;

pub use adjudication::{Adjudication, BadAdjudication, DrawRule, ResignRule};
pub use clock::Clock;
pub use complaint::{Complaint, Ignored, Lapse, Legal, RefusedAction, Said, Span};
pub use course::{Course, Luck, stand_in};
pub use ending::Ending;
pub use entry::{Entry, How};
pub use ground::{Ground, Grounds};
pub use grounds::grounds;
pub use import::{ImportError, Imported, Meant, Misprint, PrintedOpening, PrintedSource, import, import_all, openings};
pub use line::{
    ActionRecord, ChanceRecord, Cores, FaultRecord, Head, InfoSummary, PlayerKind, Record, Resigned, ResultRecord,
    ScoreRecord, SeatHead, Tokens, TryRecord, UndoRecord, VacatedRecord,
};
pub use log::{Log, read, stands};
pub use pgn::{NoPgn, OPENING_TAGS, pgn};
pub use schema::{schema, schema_of};
pub use show::{last, picture, show};
pub use terms::Terms;
pub(crate) use verdict::RESIGN;
pub use verdict::{Decided, Refused, Verdict};
pub use verify::{Chance, Verified, verify};
pub use walk::{Step, Walk};
pub use wrong::{LogError, NoUndo, Wrong};
