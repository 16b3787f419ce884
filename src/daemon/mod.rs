//! The daemon: the host link over stdin and stdout, many matches at once.

mod desk;
mod hall;
mod outbox;
mod serve;
mod watched;

pub use hall::Service;
pub use outbox::Loss;
pub use serve::{Closing, serve};
