//! Playing a tournament: a [`Tournament`] plays what [`Progress`](uvi_cup::Progress) hands out and keeps what comes of it in
//! a [`Store`].

mod chain;
mod desk;
mod judge;
mod lines;
mod needs;
mod pool;
mod programs;
mod proof;
mod run;
mod standing;
mod store;
mod store_error;
mod words;
mod worker;

pub use chain::GameLink;
pub use judge::{Judge, NoJudgement};
pub use needs::warnings;
pub use programs::{Lost, contents};
pub use proof::Missing;
pub use run::{Event, Failed, Order, RunEnd, Tournament, holds_cores};
pub use store::{Begin, CHAIN, PLAN, RESULTS, Store, TIMES};
pub use store_error::StoreError;
pub use worker::{NoGame, NotPlayed};
