//! Playing a tournament: a [`Tournament`] plays what [`Progress`](uvi_cup::Progress) hands out and keeps what comes of it in
//! a [`Store`].

mod judge;
mod run;
mod store;
mod words;
mod worker;

pub use judge::{Judge, NoJudgement};
pub use run::{Ending, Event, Failed, Order, Tournament};
pub use store::{PLAN, RESULTS, Store, StoreError, TIMES};
pub use worker::{NoGame, NotPlayed};
