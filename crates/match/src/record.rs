//! The match log: its records, and how logs are written, read, verified, shown and imported. Lines go in and come out;
//! this module opens no file and reads no clock.

mod adjudication;
mod adjudicator;
mod calendar;
mod clock;
mod complaint;
mod course;
mod flaw;
mod import;
mod line;
mod log;
mod pgn;
mod record_error;
mod recording;
mod said_play;
mod schema;
mod show;
mod standing;
mod terms;
mod timekeeper;
mod to_host;
mod verdict;
mod verify;
mod walk;
mod words;

pub use adjudication::{
    Adjudication, AdjudicationError, CountingManner, DrawRule, Probe, ResignRule, TableAnswer, TableResults, TablesRule,
};
pub use calendar::{date, day_number};
pub use clock::Clock;
pub use complaint::{ChatterSpan, Complaint, Lapse, RefusedAction, SaidLine};
pub use course::{GameCourse, Luck, stand_in};
pub use flaw::{Flaw, FlawRecord};
pub use import::{
    GameFaultError, GameOpening, ImportError, ImportedGame, MisreadGameError, PgnSource, import, openings,
};
pub(crate) use line::seat_of;
pub use line::{
    ActionRecord, ChanceRecord, Cores, FaultRecord, FigureError, Head, InfoSummary, JointForfeit, PlayerKind, Record,
    ResultRecord, ScoreRecord, SeatHead, Tokens, TournamentGame, TryRecord, UndoRecord, VacatedRecord,
};
pub(crate) use log::written_info;
pub use log::{Log, read, stands};
pub use pgn::{
    OPENING_FIELDS, OPENING_TAGS, PgnError, PgnFigure, PgnStyle, TextPlace, decode, ending_sentence, is_blank, pgn,
    styled_pgn,
};
pub use record_error::{LogError, RecordError, UndoError};
pub use said_play::flaws;
pub use schema::{schema, schema_of};
pub use show::{last, picture, show};
pub use terms::Terms;
pub(crate) use verdict::RESIGN;
pub use verdict::{DecisionResult, RejectedAction, Ruling};
pub use verify::{Chance, GROUNDS, VerifiedLog, verify, verify_by_tables};
pub use walk::{RecordStep, Walk};
pub use words::{IGNORED_BYTES, ignored_text, legal_text};
