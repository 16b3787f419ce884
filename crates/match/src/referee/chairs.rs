//! The seats of a match.

use std::{
    ops::{Index, IndexMut},
    time::{Duration, Instant},
};

use uvi::{Clocks, Fault, Go};
use uvi_games::game::{BySeat, Seat, SeatSet};

use super::{
    HostError, Player, Profile, SeatSettings, Settings,
    chair::{BotFailure, BotStage, Chair, Question, SeatBot},
    outbox::{Outbox, Output},
    settings::seat,
};
use crate::record::{Clock, FaultRecord, Ruling};

#[derive(Debug)]
pub(super) struct SeatVerdicts {
    pub(super) verdicts: Vec<(Seat, Ruling)>,
    /// The time that each seat used.
    pub(super) used: BySeat<Duration>,
    /// The seats whose clocks ran. Each of these clocks earns an increment for the decision.
    pub(super) earns: SeatSet,
}

/// The seats of a match, in seat order.
#[derive(Debug)]
pub struct Chairs {
    /// Boxed, because most matches have far fewer seats than the maximum.
    chairs: BySeat<Box<Chair>>,
    /// The time that a bot without limits may leave its input unread.
    patience: Duration,
}

impl Chairs {
    pub(super) fn new(settings: &Settings, profiles: &BySeat<Option<Profile>>) -> Self {
        let chair = |seat: Seat| {
            let SeatSettings { player, limits } = &settings.seats[seat];
            let bot = || Box::new(SeatBot::new(profiles[seat].clone()));
            let clock = Clock::new(limits);
            Box::new(Chair {
                limits: *limits,
                clock,
                clock_when_asked: clock,
                question: None,
                tries: Vec::new(),
                spent: Duration::ZERO,
                tells_legal: player.hears_legal(),
                hastened: None,
                bot: matches!(player, Player::Bot { .. }).then(bot),
            })
        };
        Self { chairs: BySeat::new(settings.seats.seats(), chair), patience: settings.terms.patience.ready() }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        self.chairs.iter().map(|(seat, chair)| (seat, &**chair))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut Chair)> {
        self.chairs.iter_mut().map(|(seat, chair)| (seat, &mut **chair))
    }

    pub(super) fn bots_mut(&mut self) -> impl Iterator<Item = (Seat, &mut SeatBot)> {
        self.chairs.iter_mut().filter_map(|(seat, chair)| Some((seat, chair.bot_mut()?)))
    }

    /// Returns the seat with this number if the host plays it; `bad-seat` if there is none, `not-your-turn` if a bot does.
    pub(super) fn host(&self, number: u32) -> Result<Seat, HostError> {
        let seat = seat(self.chairs.seats(), number)?;
        if self.chairs[seat].bot.is_some() { Err(HostError::BotSeat(seat)) } else { Ok(seat) }
    }

    /// The seats of the current decision, answered or not.
    pub fn asked(&self) -> SeatSet {
        self.iter().filter(|(_, chair)| chair.question.is_some()).map(|(seat, _)| seat).collect()
    }

    /// True if a seat still has to answer.
    pub(super) fn any_asked(&self) -> bool {
        self.chairs.values().any(|chair| chair.is_asked())
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        self.chairs.values().filter_map(|chair| chair.deadline(self.patience)).min()
    }

    /// The seats whose deadlines have passed.
    pub fn late(&self, now: Instant) -> SeatSet {
        self.iter().map(|(seat, _)| seat).filter(|&seat| self.is_late(now, seat)).collect()
    }

    pub(super) fn is_late(&self, now: Instant, seat: Seat) -> bool {
        self.chairs[seat].deadline(self.patience).is_some_and(|deadline| deadline <= now)
    }

    /// Requests the stop of a seat's bot, unless it is gone.
    pub(super) fn dismiss(&mut self, seat: Seat, outbox: &mut Outbox) {
        if let Some(bot) = self.chairs[seat].bot_mut()
            && !bot.stage.is_gone()
        {
            bot.stage.leave();
            outbox.push(Output::Dismiss(seat));
        }
    }

    /// Takes the verdicts on the seats that were asked, and charges their clocks.
    pub(super) fn take_verdicts(&mut self) -> SeatVerdicts {
        let used = BySeat::new(self.chairs.seats(), |_| Duration::ZERO);
        let verdicts = Vec::with_capacity(usize::from(self.chairs.seats()));
        let mut taken = SeatVerdicts { verdicts, used, earns: SeatSet::EMPTY };
        for (seat, chair) in self.chairs.iter_mut() {
            if let Some(Question::Judged { verdict, ran }) = chair.question.take() {
                let is_late = matches!(verdict, Ruling::Fault(Fault::Timeout | Fault::Deaf, _));
                taken.used[seat] = chair.charge(ran, is_late);
                if ran.on_clock().is_some() {
                    taken.earns.insert(seat);
                }
                if let Ruling::Fault(fault, complaint) = &verdict {
                    chair.note_fault(*fault, complaint);
                }
                taken.verdicts.push((seat, verdict));
            }
        }
        taken
    }

    /// Takes the faults of bots that failed before the game began.
    pub(super) fn take_failures(&mut self) -> Vec<(Seat, FaultRecord)> {
        let failures = self.bots_mut().filter_map(|(seat, bot)| {
            let BotStage::Gone { failure } = &mut bot.stage else { return None };
            let BotFailure { fault, complaint } = bot.last_fault.insert(failure.take()?);
            Some((seat, FaultRecord::of(seat, *fault, complaint.clone())))
        });
        failures.collect()
    }

    /// The limits of a seat's decision, with the clocks of the seats in `playing`. No `clocks` if no seat has one. Other
    /// seats of the same decision have the clocks with which they were asked, so that nothing shows their tries.
    pub(super) fn go(&self, seat: Seat, playing: SeatSet) -> Go {
        let Chair { limits, clock: own, .. } = &*self.chairs[seat];
        let movetime = self.chairs[seat].movetime();
        let clocks = self.chairs.values().any(|chair| chair.clock.is_some()).then(|| {
            let shown = |(other, chair): (Seat, &Chair)| match &chair.question {
                Some(_) if other != seat => chair.clock_when_asked,
                Some(_) | None => chair.clock,
            };
            let clock = |(other, chair)| shown((other, chair)).filter(|_| playing.contains(other));
            let figures = |figure: fn(&Clock) -> Duration| {
                self.iter().map(|chair| clock(chair).map(|clock| whole_milliseconds(figure(&clock)))).collect()
            };
            let movestogo = own.and_then(|clock| clock.movestogo());
            Clocks { time: figures(Clock::left), inc: figures(Clock::inc), movestogo }
        });
        Go { movetime: movetime.map(whole_milliseconds), clocks, nodes: limits.nodes, depth: limits.depth }
    }
}

fn whole_milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Index<Seat> for Chairs {
    type Output = Chair;

    fn index(&self, seat: Seat) -> &Chair {
        &self.chairs[seat]
    }
}

impl IndexMut<Seat> for Chairs {
    fn index_mut(&mut self, seat: Seat) -> &mut Chair {
        &mut self.chairs[seat]
    }
}
