//! The starter of the bots of a match.

use std::sync::Arc;

use uvi_games::game::{BySeat, Seat};

use crate::{
    bot::{Affinity, Bots, Core, Launch, StartError},
    driver::link::{Wire, Wires},
};

/// The starter of the bots of a match.
#[derive(Debug)]
pub(super) struct Launcher {
    pub(super) bots: Arc<dyn Bots>,
    pub(super) launches: BySeat<Option<Box<Launch>>>,
    /// The core for bots of `affinity match` if none of them has a core yet; `None`: the core with the fewest shares is taken.
    pub(super) core: Option<Arc<Core>>,
}

impl Launcher {
    /// Starts the bot of a seat; `None` if the seat has no bot to start.
    pub(super) fn start(&self, seat: Seat, wires: &Wires) -> Option<Result<Box<Wire>, StartError>> {
        let launch = self.launches[seat].as_deref()?;
        let core = match launch.limits.affinity {
            Affinity::Auto | Affinity::Off => None,
            Affinity::Spread => self.bots.take_core(),
            Affinity::Match => self.shared_core(wires).or_else(|| self.core.clone()).or_else(|| self.bots.take_core()),
        };
        Some(self.bots.start(&Launch { core, ..launch.clone() }).map(|process| Box::new(Wire::new(process))))
    }

    /// The core of the first bot with `affinity match` that has one; others and the thread of the match share it.
    pub(super) fn shared_core(&self, wires: &Wires) -> Option<Arc<Core>> {
        wires.iter().find_map(|(seat, wire)| {
            let shares = self.launches[seat].as_ref()?.limits.affinity == Affinity::Match;
            wire.as_ref().filter(|_| shares)?.process.process()?.core.clone()
        })
    }
}
