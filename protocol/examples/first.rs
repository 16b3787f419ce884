//! A bot that plays every variant: it takes the first legal action.

use uvi::bot::{Feature, Identity, run};

fn main() -> std::io::Result<()> {
    let first = Identity::new("First", "me").wants(Feature::Legal);
    run(first, |turn| turn.legal.nth(0))
}
