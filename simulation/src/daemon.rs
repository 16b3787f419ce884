//! A daemon with several matches at once, and hosts that come, shout, stop reading and go. Each match is compared with a
//! daemon that has only this match, and hears its lines at the same times.

use std::{path::Path, sync::Arc};

use arbiter::{
    daemon::{DaemonEvent, DaemonWorld, HostOutbox, OutboxLimits, Serving},
    record,
    world::WorldClock as _,
};
use crossbeam_channel::unbounded;
use uvi_games::games::REGISTRY;

use super::{
    bots::Conduct,
    clock::SimulatedClock,
    daemon_crowd::{Crowd, DaemonBots},
    daemon_host::NAMES,
    daemon_life::{DaemonLife, LifeRecord, SimulatedDaemon},
    disk::SimulatedDisk,
    lots::LotSource,
    machine::Machine,
    planted::PlantedBug,
    run::{BrokenPromise, RunFigures},
    schedule::Schedule,
};

impl Schedule {
    /// Runs a daemon with its hosts, and compares each match with a daemon that has only this match.
    pub(super) fn run_daemon(&self, bug: Option<PlantedBug>) -> Result<RunFigures, BrokenPromise> {
        let mut world = self.daemon_machine(bug);
        let mut records = Vec::new();
        for host in &self.hosts {
            let (daemon, lots) = (world.start_daemon(host.limits), world.lots.part());
            records.push(DaemonLife::new(daemon, host, lots).live()?);
        }
        for name in NAMES.into_iter().chain([""]) {
            let mut calm = self.daemon_machine(None);
            for record in &records {
                record.compare(name, &calm.replay(record, name)?)?;
            }
            if world.log_of(name)? != calm.log_of(name)? {
                return Err(BrokenPromise::Differs(format!("the log of {name}")));
            }
            calm.disk.clear();
        }
        world.disk.clear();
        records.iter().try_for_each(|record| self.check_blame(record))?;
        let games = records.iter().flat_map(|record| record.got.lines()).filter(|line| line.starts_with("started "));
        let rounds = records.iter().map(|record| record.rounds).sum();
        Ok(RunFigures { games: games.count(), rounds, time: world.clock.elapsed(), ..RunFigures::default() })
    }

    /// The machine of all lives of a daemon.
    fn daemon_machine(&self, bug: Option<PlantedBug>) -> Machine<'_> {
        let mut lots = LotSource::new(self.seed ^ 0xdae);
        let disk = SimulatedDisk::new(lots.part());
        let machine = Machine { bug, ..Machine::new(self, disk, SimulatedClock::new(0), lots) };
        machine.outside.make_folders(Path::new("/daemon")).expect("nothing fails from outside");
        machine
    }

    /// Checks that no bot that does nothing wrong is at fault.
    fn check_blame(&self, record: &LifeRecord) -> Result<(), BrokenPromise> {
        for fault in record.got.lines().filter_map(|line| line.strip_prefix("fault ")) {
            let mut words = fault.split(' ');
            let seat = format!("seat {} {} bot ", words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let mut lines = self.hosts.iter().flat_map(|host| &host.bursts).flat_map(|(_, lines)| lines);
            let conduct = lines.find(|line| line.starts_with(&seat)).and_then(|line| line.rsplit(' ').next());
            if conduct.is_some_and(Conduct::is_innocent) {
                return Err(BrokenPromise::Error(format!("a bot is at fault that does nothing wrong: {fault}")));
            }
        }
        Ok(())
    }
}

impl Machine<'_> {
    fn start_daemon(&mut self, limits: OutboxLimits) -> SimulatedDaemon {
        let (sender, events) = unbounded();
        let outbox = HostOutbox::new(limits, sender.clone());
        let crowd = Crowd::new(self.clock, self.lots.part(), self.bug);
        let world = DaemonWorld {
            registry: REGISTRY,
            sync: self.schedule.sync,
            disk: self.files,
            clock: self.clock,
            bots: Arc::new(DaemonBots { clock: self.clock, schedule: self.schedule.clone() }),
            starter: Box::new(crowd.clone()),
        };
        SimulatedDaemon { serving: Serving::new(world, outbox.clone(), sender), crowd, events, outbox }
    }

    /// The log of a match, which verifies if it is finished.
    fn log_of(&self, name: &str) -> Result<Option<Vec<u8>>, BrokenPromise> {
        let log = self.outside.read(Path::new(&format!("/daemon/{name}.jsonl"))).ok();
        let finished = log.as_ref().filter(|log| String::from_utf8_lossy(log).contains("\"type\":\"result\""));
        let verified = finished.map(|log| record::verify(REGISTRY, log, None)).transpose();
        verified.map_err(|error| BrokenPromise::Error(format!("{name}: {error}")))?;
        Ok(log)
    }

    /// Lets a daemon hear only the lines of this match, at the times of their handling. Returns the messages about it.
    fn replay(&mut self, record: &LifeRecord, name: &str) -> Result<Vec<String>, BrokenPromise> {
        let clock = self.clock;
        let base = clock.now() - clock.elapsed();
        clock.note(base + record.start);
        clock.advance(None);
        let advance = || if clock.advance(None) { Ok(()) } else { Err(BrokenPromise::Hang) };
        record.handled.iter().chain([&record.end]).for_each(|(at, _)| clock.note(base + *at));
        let limits = OutboxLimits { give_up: usize::MAX, ..OutboxLimits::default() };
        let SimulatedDaemon { mut serving, crowd, events, outbox } = self.start_daemon(limits);
        let mut handled = (0..).zip(&record.handled).peekable();
        let mut turn = 0;
        loop {
            let moment = (clock.elapsed(), turn);
            while let Some((number, _)) = handled.next_if(|(_, at)| **at <= moment) {
                serving.hear(DaemonEvent::Line(clock.now(), record.line_for(number, name)));
            }
            if record.end <= moment {
                break;
            }
            crowd.act();
            events.try_iter().for_each(|event| assert_eq!(serving.hear(event), None));
            turn += 1;
            if handled.peek().map_or(record.end, |(_, at)| **at).0 > clock.elapsed() {
                turn = 0;
                advance()?;
            }
        }
        let leaving = serving.close();
        crowd.act();
        while !leaving.iter().all(|game| game.is_finished()) {
            advance()?;
            crowd.act();
        }
        clock.forget();
        let told: String = std::iter::from_fn(|| outbox.take()).collect();
        Ok(told.lines().filter(|line| record.about(line) == name).map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn daemons_of_fixed_seeds_keep_their_promises() {
        let daemons = (0..).map(Schedule::draw).filter(|schedule| !schedule.hosts.is_empty());
        for schedule in daemons.take(12) {
            let found = schedule.run(None);
            if let Err(broken) = &found {
                panic!("{broken}\n{:#?}", schedule.shrunk(None));
            }
            assert_eq!(found, schedule.run(None), "a seed always gives the same run");
        }
    }
}
