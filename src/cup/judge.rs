//! A bot that judges positions in matches of one decision. Its processes are kept between matches.

use uvi::{Patience, ToHost};
use uvi_games::game::{BySeat, Seat};
use uvi_match::{record::InfoSummary, referee::MatchSpec};

use crate::{
    bot::Nursery,
    driver::{self, DenialError, KeptBot, Session, Setup},
    world::DISK,
};

/// A bot that judges positions.
#[derive(Debug)]
pub struct Judge {
    nursery: Nursery,
    /// The processes of the bot, one for each seat, from the last match.
    kept: Option<BySeat<Option<KeptBot>>>,
}

#[derive(Debug)]
struct Hearing {
    said: BySeat<InfoSummary>,
    resigned: bool,
    fault: Option<String>,
}

impl Judge {
    /// A judge whose bot has not been started.
    pub fn new(nursery: Nursery) -> Self {
        Self { nursery, kept: None }
    }

    /// Plays a match that ends after one decision. Returns the scores that deciding bots gave their own seats, in seat
    /// order, without the bots that gave none. If a bot resigns, returns only negative infinity. Fails if the match
    /// cannot be played, or a bot is at fault; the bot is then stopped.
    pub fn scores(&mut self, spec: &MatchSpec) -> Result<Vec<f64>, String> {
        let denied = |denial: DenialError| denial.to_string();
        let setup = Setup::new(DISK, spec.clone()).map_err(denied)?;
        let prepared = setup.prepare().map_err(denied)?;
        let (_requests, inbox) = driver::requests().map_err(|error| error.to_string())?;
        let seats = spec.seats();
        let links = self.kept.take().unwrap_or_else(|| BySeat::new(seats, |_| None));
        let mut hearing =
            Hearing { said: BySeat::new(seats, |_| InfoSummary::default()), resigned: false, fault: None };
        let finished = driver::run(
            Session { links, keep_bots: true, debug: true, ..Session::new(prepared, self.nursery.clone(), inbox) },
            &mut |message: ToHost| hearing.hear(message),
        );
        self.kept = Some(finished.links);
        let judged = match (finished.not_started, hearing.fault) {
            (Some(unfit), _) => Err(unfit.reason.told("the judge")),
            (None, Some(fault)) => Err(fault),
            (None, None) if hearing.resigned => Ok(vec![f64::NEG_INFINITY]),
            (None, None) => Ok(hearing.said.iter().filter_map(|(_, info)| info.said()).collect()),
        };
        if judged.is_err() {
            self.dismiss();
        }
        judged
    }

    fn dismiss(&mut self) {
        let kept = self.kept.take().into_iter().flatten().flatten();
        driver::dismiss(kept.map(|(link, _)| link).collect(), Patience::default().quit());
    }
}

/// Stops the bot, and returns when its processes are gone.
impl Drop for Judge {
    fn drop(&mut self) {
        self.dismiss();
    }
}

impl Hearing {
    fn hear(&mut self, message: ToHost) {
        match message {
            ToHost::Info { seat, text, .. } => {
                if let Some(seat) = Seat::new(seat).filter(|seat| seat.index() < usize::from(self.said.seats())) {
                    self.said[seat].hear(text.as_str());
                }
            }
            ToHost::Fault { fault, text, .. } => self.fault = Some(format!("{fault}: {text}")),
            ToHost::Over { over, .. } => self.resigned = over.reason.as_str() == "resign",
            _ => {}
        }
    }
}
