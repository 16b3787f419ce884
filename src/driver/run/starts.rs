//! The bots of a match are started.

use std::{sync::Arc, time::Instant};

use uvi_games::game::Seat;
use uvi_match::referee::{BotEnd, Unfit, Unfitness};

use super::Driver;
use crate::{
    bot::{Affinity, Core, Launch},
    driver::Link,
};

impl Driver<'_> {
    /// Starts the bots that are not there yet.
    pub(super) fn launch(&mut self) {
        for seat in self.seats() {
            if self.links[seat].is_none() && !self.game.is_over() {
                self.launch_bot(seat);
            }
        }
    }

    pub(super) fn launch_bot(&mut self, seat: Seat) {
        let Some(launch) = &self.launches[seat] else { return };
        let core = match launch.limits.affinity {
            Affinity::Auto | Affinity::Off => None,
            Affinity::Spread => Core::take(),
            Affinity::Match => self.shared_core().or_else(|| self.core.clone()).or_else(Core::take),
        };
        match self.nursery.launch(&Launch { core, ..(**launch).clone() }) {
            Ok(process) => {
                let link = self.links[seat].insert(Link::new(process));
                link.join(&self.game.settings().name, seat);
            }
            Err(error) if error.is_ours() => self.game.cannot_start(unstarted(seat, &error, error.may_pass())),
            Err(error) => self.game.ended(Instant::now(), seat, BotEnd::NotStarted(error.to_string())),
        }
    }

    /// The core that bots and this thread share, once there is one: that of the first bot that is held to it.
    pub(super) fn shared_core(&self) -> Option<Arc<Core>> {
        self.links.iter().find_map(|(seat, link)| {
            let shares = self.launches[seat].as_ref()?.limits.affinity == Affinity::Match;
            link.as_ref().filter(|_| shares)?.process().core().cloned()
        })
    }
}

/// Why a match does not start that has a bot which the arbiter cannot start.
pub(super) fn unstarted(seat: Seat, reason: &dyn std::fmt::Display, may_pass: bool) -> Unfit {
    Unfit { seat, reason: Unfitness::Unstarted { reason: reason.to_string(), may_pass } }
}
