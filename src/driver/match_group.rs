//! Matches that one thread plays at once. It waits in one place for whatever wakes one of them.

use std::{os::fd::AsFd as _, time::Instant};

use super::{
    FinishedMatch, Host, Session,
    run::{MatchRun, Wake},
};
use crate::bot::{self, Interest, Waker, WatchedDescriptor};

/// Plays a match to its end, and returns when every bot that is not kept is gone.
pub fn run(session: Session, host: &mut dyn Host) -> Box<FinishedMatch> {
    let mut alone = MatchGroup::new(|host: &mut &mut dyn Host| &mut **host);
    alone.add(host, session);
    loop {
        if let Some((_, finished)) = alone.play(None) {
            return finished;
        }
    }
}

/// Matches that one thread plays at once, each with a value `H`, in which its host is.
#[derive(Debug)]
pub struct MatchGroup<H> {
    matches: Vec<GroupedMatch<H>>,
    host: fn(&mut H) -> &mut dyn Host,
}

#[derive(Debug)]
struct GroupedMatch<H> {
    value: H,
    run: Box<MatchRun>,
    /// True if the match waits for something.
    waits: bool,
}

impl<H> MatchGroup<H> {
    /// No matches. `host` finds the host of a match in its value.
    pub fn new(host: fn(&mut H) -> &mut dyn Host) -> Self {
        Self { matches: Vec::new(), host }
    }

    /// The number of matches.
    pub fn len(&self) -> usize {
        self.matches.len()
    }

    /// True if there are no matches.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Adds a match that begins.
    pub fn add(&mut self, value: H, session: Session) {
        self.matches.push(GroupedMatch { value, run: MatchRun::new(session), waits: false });
    }

    /// Plays on until a match is over, or the waker wakes. Returns the match that is over; its bots are gone or kept.
    pub fn play(&mut self, waker: Option<&Waker>) -> Option<(H, Box<FinishedMatch>)> {
        while !self.is_empty() {
            if let Some(over) = self.advance() {
                return Some(over);
            }
            // A match that is alone and does not wait needs no look at its bots.
            if self.waiting().next().is_some() && self.wait(waker) {
                return None;
            }
        }
        None
    }

    /// Lets each match do what it can do without waiting. Returns a match that is over; its bots are gone or kept.
    pub fn advance(&mut self) -> Option<(H, Box<FinishedMatch>)> {
        let mut has_acted = false;
        for each in self.matches.iter_mut().filter(|each| !each.waits) {
            each.run.carry_out((self.host)(&mut each.value));
            each.waits = !each.run.driver.is_done() && each.run.pause();
            has_acted = true;
        }
        // A simulated thread may be busy before it looks.
        if has_acted {
            self.begin_look();
        }
        let place = self.matches.iter().position(|each| each.run.driver.is_done())?;
        let GroupedMatch { value, run, .. } = self.matches.swap_remove(place);
        Some((value, run.finish()))
    }

    /// Looks at simulated bots, in place of a wait, and tells the matches what has happened by `now`. A match whose value
    /// `hears` refuses is not told what is ready. Returns true if a match can do something.
    pub fn look_around(&mut self, now: Instant, mut hears: impl FnMut(&H) -> bool) -> bool {
        for each in self.waiting() {
            each.run.look_around();
            if !hears(&each.value) {
                each.run.ready.clear();
            }
        }
        self.end_look(now);
        self.matches.iter().any(|each| !each.waits)
    }

    /// The time until which the matches wait, if all do.
    pub fn due(&self) -> Option<Instant> {
        self.matches.iter().filter_map(|each| each.run.due).min()
    }

    fn waiting(&mut self) -> impl Iterator<Item = &mut GroupedMatch<H>> {
        self.matches.iter_mut().filter(|each| each.waits)
    }

    /// Waits until something happens or is due, and tells the matches. Returns true if the waker woke.
    fn wait(&mut self, waker: Option<&Waker>) -> bool {
        let clock = self.matches[0].run.clock;
        let mut now = self.begin_look();
        let until = if self.matches.iter().all(|each| each.waits) { self.due() } else { Some(now) };
        let mut is_woken = self.poll(now, until, waker);
        now = clock.now();
        if self.waiting().any(|each| each.run.must_look_again(now)) {
            is_woken |= self.poll(now, Some(now), waker);
            now = clock.now();
        }
        self.end_look(now);
        if let Some(waker) = waker.filter(|_| is_woken) {
            waker.clear();
        }
        is_woken
    }

    /// Notes that a look begins, perhaps long after the matches were paused. Returns its time.
    fn begin_look(&mut self) -> Instant {
        let now = self.matches[0].run.clock.now();
        self.waiting().for_each(|each| each.run.begin_look(now));
        now
    }

    /// Tells the matches that wait what a look has found, or that their time is up.
    fn end_look(&mut self, now: Instant) {
        let host = self.host;
        for each in self.waiting() {
            each.run.end_look(now);
            if !each.run.ready.is_empty() || each.run.due.is_some_and(|due| due <= now) {
                each.run.woken(now, host(&mut each.value));
                each.waits = false;
            }
        }
    }

    /// Waits for the descriptors of the matches that wait. Returns true if that of the waker is ready.
    #[inline(never)]
    fn poll(&mut self, now: Instant, until: Option<Instant>, waker: Option<&Waker>) -> bool {
        let waker = waker.map(|waker| WatchedDescriptor { name: None, fd: waker.as_fd(), interest: Interest::Read });
        let waiting = self.matches.iter().enumerate().filter(|(_, each)| each.waits);
        let of_all = waiting.flat_map(|(place, each)| each.run.wanted(move |wake| Some((place, wake))));
        let wanted: Vec<WatchedDescriptor<'_, Option<(usize, Wake)>>> = waker.into_iter().chain(of_all).collect();
        let mut ready = Vec::new();
        let waited = bot::wait(&wanted, until.map(|until| until.saturating_duration_since(now)), &mut ready);
        for each in self.waiting() {
            each.run.ready.clear();
            // The wait fails if the system has no memory. Then no match can continue.
            if let Err(error) = &waited {
                each.run.cannot_wait(error, now);
            }
        }
        ready.iter().flatten().for_each(|&(place, wake)| self.matches[place].run.ready.push(wake));
        ready.contains(&None)
    }
}
