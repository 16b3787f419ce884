//! Tests of the driver. The test plays the loop and the bots: no process, no file, no sleep.

use std::io;

use uvi::{Seed, Text, Word};
use uvi_games::games::REGISTRY;
use uvi_match::referee::MatchSpec;

use super::*;

const fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn seat(number: u32) -> Seat {
    Seat::new(number).unwrap()
}

/// A driver, and the loop around it. Time passes only if a test moves the clock.
struct World {
    driver: Driver,
    now: Instant,
    /// The seats whose bots cannot be launched.
    broken: Vec<(u32, StartError)>,
    /// The bots that have exited and have not been looked at since.
    exits: Vec<(u32, Exit)>,
    log_fails: bool,
}

/// A match of three bots at Orwell Chess, with half a second for each action.
fn world(settings: DriverSettings) -> World {
    world_with(settings, &[])
}

/// A match of three bots at Orwell Chess. The bots of the seats `kept` come from a former match.
fn world_with(settings: DriverSettings, kept: &[u32]) -> World {
    let seed: Seed = "2a".parse().unwrap();
    let variant = REGISTRY.find("orwell").unwrap();
    let mut spec = MatchSpec::new(Word::new("m").unwrap(), variant, Some(3), seed, &[]).unwrap();
    for number in 1..=3 {
        spec.set_player(number, &uvi::SeatPlayer::Bot(Text::new("bot"))).unwrap();
    }
    spec.set_clock(None, "movetime 500".parse().unwrap()).unwrap();
    let settled = spec.settings(spec.table().unwrap()).unwrap();
    let known = |seat: Seat| kept.contains(&seat.number());
    let profiles = BySeat::new(3, |seat| known(seat).then(Profile::default));
    let bots = BySeat::new(3, |seat| known(seat).then(Life::new));
    let driver = Driver::new(Match::new(settled, profiles), bots, settings);
    World { driver, now: Instant::now(), broken: Vec::new(), exits: Vec::new(), log_fails: false }
}

/// A match in which the bots have greeted and seat 1 is asked.
fn playing(settings: DriverSettings) -> World {
    let mut world = world(settings);
    world.carry_out();
    for number in 1..=3 {
        world.say(number, "uviok\nreadyok\nreadyok\n");
    }
    world
}

impl World {
    /// Carries out all steps, and returns their short names.
    fn carry_out(&mut self) -> Vec<String> {
        let mut steps = Vec::new();
        while let Some(step) = self.driver.step() {
            let now = self.now;
            steps.push(match step {
                Step::Launch(seat) => {
                    let broken = self.broken.iter().position(|(number, _)| *number == seat.number());
                    match broken.map(|place| self.broken.remove(place)) {
                        Some((_, error)) => self.driver.cannot_launch(now, seat, &error),
                        None => self.driver.launched(now, seat),
                    }
                    format!("launch {seat}")
                }
                Step::Begin => {
                    self.driver.begin(now);
                    "begin".to_owned()
                }
                Step::Record(record) => {
                    let mut line = Vec::new();
                    record.write_line(&mut line);
                    let line = String::from_utf8(line).unwrap();
                    format!("record {}", line.split('"').nth(3).unwrap())
                }
                Step::Say(seat, message) => {
                    let said = message.to_string();
                    format!("say {seat} {}", said.split_once(' ').map_or(said.as_str(), |(word, _)| word))
                }
                Step::Note(seat, text) => format!("note {seat} {text}"),
                Step::Write => {
                    if std::mem::take(&mut self.log_fails) {
                        self.driver.cannot_write_log(&DenialError::System(io::ErrorKind::StorageFull.into()));
                        "cannot write".to_owned()
                    } else {
                        self.driver.written(now);
                        "write".to_owned()
                    }
                }
                Step::CloseLog { has_started: true } => "close log".to_owned(),
                Step::CloseLog { has_started: false } => "remove log".to_owned(),
                Step::LeaveLog => "leave log".to_owned(),
                Step::Tell(message) => {
                    let told = message.to_string();
                    let words: Vec<_> = told.split(' ').collect();
                    match words[0] {
                        "fault" => format!("tell fault {} {}", words[2], words[3]),
                        "over" => format!("tell {told}"),
                        word => format!("tell {word}"),
                    }
                }
                Step::Look(seat, now) => {
                    let exited = self.exits.iter().position(|(number, _)| *number == seat.number());
                    let exit = exited.map(|place| self.exits.remove(place).1);
                    self.driver.looked(now, seat, exit, || None);
                    format!("look {seat}")
                }
                Step::Reread(seat, now) => {
                    self.driver.reread(now, seat);
                    format!("reread {seat}")
                }
                Step::Dismiss(seat) => {
                    self.driver.dismissed(now, seat);
                    format!("dismiss {seat}")
                }
                Step::CloseInput(seat) => format!("close input {seat}"),
                Step::Kill(seat) => format!("kill {seat}"),
            });
        }
        steps
    }

    /// A bot says something, and the loop wakes.
    fn say(&mut self, number: u32, text: &str) -> Vec<String> {
        let received = ReadResult::Bytes(text.len());
        self.driver.received(self.now, seat(number), received, text.as_bytes());
        self.wake()
    }

    /// A bot exits, and the loop wakes.
    fn exit(&mut self, number: u32, exit: Exit) -> Vec<String> {
        self.exits.push((number, exit));
        self.driver.woken(self.now, SeatSet::only(seat(number)));
        self.carry_out()
    }

    fn wake(&mut self) -> Vec<String> {
        self.driver.woken(self.now, SeatSet::EMPTY);
        self.carry_out()
    }

    /// Lets time pass in the steps in which the loop would wait, so that no deadline is seen late.
    fn pass(&mut self, time: Duration) -> Vec<String> {
        let (until, mut steps) = (self.now + time, Vec::new());
        while self.now < until {
            self.now = self.driver.due(self.now).map_or(until, |due| due.min(until));
            steps.extend(self.wake());
        }
        steps
    }

    fn wish(&mut self, wish: &Wish) -> Vec<String> {
        self.driver.wish(self.now, &Origin { number: 1, text: String::new() }, wish);
        self.carry_out()
    }
}

#[track_caller]
fn has(steps: &[String], expected: &[&str]) {
    let mut rest = steps.iter();
    for step in expected {
        assert!(rest.any(|found| found.starts_with(step)), "{step} is not there, or not in its order: {steps:#?}");
    }
}

#[track_caller]
fn has_none(steps: &[String], word: &str) {
    assert!(!steps.iter().any(|step| step.starts_with(word)), "{word}: {steps:#?}");
}

#[test]
fn bots_are_launched_then_greeted_then_asked_and_the_log_comes_first() {
    let mut world = world(DriverSettings::default());
    let begun = world.carry_out();
    has(&begun, &["launch 1", "launch 2", "launch 3", "begin", "say 1", "say 2", "say 3", "write"]);
    world.say(1, "uviok\nreadyok\nreadyok\n");
    world.say(2, "uviok\nreadyok\nreadyok\n");
    let asked = world.say(3, "uviok\nreadyok\nreadyok\n");
    has(&asked, &["record match", "say 1 go", "write", "tell started"]);
    let answered = world.say(1, "bestmove c3d4\n");
    has(&answered, &["record", "say 1 go", "write", "tell played"]);
    assert!(!world.driver.is_done());
}

#[test]
fn a_late_bot_is_read_once_more_and_then_at_fault() {
    let mut world = playing(DriverSettings::default());
    has_none(&world.pass(millis(499)), "tell");
    let late = world.pass(millis(1));
    has(&late, &["reread 1", "record", "write", "dismiss 1", "tell fault 1 timeout"]);
}

#[test]
fn an_answer_that_is_there_at_the_deadline_counts() {
    let mut world = playing(DriverSettings::default());
    world.pass(millis(499));
    world.now += millis(1);
    has(&world.say(1, "bestmove c3d4\n"), &["tell played"]);
}

#[test]
fn a_deadline_that_the_loop_sees_late_is_put_off_by_as_much() {
    let mut world = playing(DriverSettings::default());
    world.now += millis(800);
    has_none(&world.wake(), "reread");
    has_none(&world.pass(millis(299)), "reread");
    has(&world.pass(millis(1)), &["reread 1", "tell fault 1 timeout"]);
}

#[test]
fn an_answer_is_read_when_the_loop_wanted_to_look() {
    let mut world = playing(DriverSettings::default());
    let due = world.driver.due(world.now);
    let now = due.unwrap() + millis(40);
    assert_eq!(world.driver.read_at(due, now, SeatSet::only(seat(1))), due.unwrap(), "it may have been there");
    assert_eq!(world.driver.read_at(due, now, SeatSet::only(seat(2))), now, "nobody has asked it");
    assert_eq!(world.driver.read_at(None, now, SeatSet::only(seat(1))), now);
    let (asked, looked) = (world.now, world.now + millis(30));
    assert_eq!(world.driver.unread_since(asked - millis(9)), Some(asked), "nothing was there before the question");
    assert_eq!(world.driver.unread_since(looked), Some(looked));
}

#[test]
fn who_thinks_alone_is_read_ahead_after_a_short_wait() {
    let mut world = playing(DriverSettings::default());
    assert_eq!(world.driver.likely(), None, "nothing is known yet");
    world.driver.waited(Duration::from_micros(1));
    assert_eq!(world.driver.likely(), Some(seat(1)));
    world.driver.read_ahead(false);
    assert_eq!(world.driver.likely(), None);
}

#[test]
fn a_bot_that_closes_its_input_is_deaf_a_second_later() {
    let mut world = playing(DriverSettings::default());
    world.say(1, "bestmove c3d4\n");
    world.driver.delivered(world.now, seat(1), Delivery::Closed);
    has_none(&world.pass(millis(400)), "tell");
    // The deadline of the answer comes first, and ends the wait for an exit.
    has(&world.pass(millis(100)), &["reread 1", "look 1", "tell fault 1 deaf"]);
}

#[test]
fn a_bot_that_ends_early_is_at_fault_when_it_is_asked() {
    let mut world = playing(DriverSettings::default());
    let crashed = world.exit(1, Exit::Code(3));
    has(&crashed, &["look 1", "record", "write", "tell fault 1 crash"]);
    has_none(&crashed, "dismiss 1");
    let mut world = playing(DriverSettings::default());
    assert_eq!(world.exit(2, Exit::Code(0)), ["look 2"], "nobody has asked it");
}

#[test]
fn a_kept_bot_that_has_left_before_the_match_is_launched_again() {
    let mut world = world_with(DriverSettings::default(), &[1, 2]);
    let begun = world.carry_out();
    has(&begun, &["launch 3", "begin"]);
    has_none(&begun, "launch 1");
    has(&world.exit(1, Exit::Code(0)), &["look 1", "launch 1", "say 1 uvi", "write"]);
    has_none(&world.exit(1, Exit::Code(0)), "launch");
    has_none(&world.exit(2, Exit::Code(3)), "launch");
}

#[test]
fn a_kept_bot_that_leaves_a_match_that_cannot_start_is_not_launched_again() {
    let mut world = world_with(DriverSettings::default(), &[1]);
    world.broken.push((2, StartError::NotStrict { is_root: true }));
    has(&world.carry_out(), &["remove log", "dismiss 1"]);
    has_none(&world.exit(1, Exit::Code(0)), "launch");
}

#[test]
fn where_the_arbiter_cannot_launch_a_bot_no_other_is_and_nothing_is_recorded() {
    for (error, is_of_machine) in [
        (StartError::NotStrict { is_root: true }, true),
        (StartError::NoIsolation("no namespaces".to_owned()), true),
        (StartError::OutOfSight("/dev/shm/x".into()), false),
    ] {
        let mut world = world(DriverSettings::default());
        world.broken.push((2, error));
        let begun = world.carry_out();
        assert_eq!(begun, ["launch 1", "launch 2", "begin", "write", "remove log", "dismiss 1"]);
        assert!(!world.driver.is_done(), "a bot is still there");
        world.exit(1, Exit::Code(0));
        assert!(world.driver.is_done());
        let unfit = world.driver.finish().2.unwrap();
        assert_eq!((unfit.seat, unfit.reason.is_of_machine()), (seat(2), is_of_machine), "{unfit}");
    }
}

#[test]
fn a_bot_that_cannot_be_launched_is_at_fault_and_the_others_play() {
    let mut world = world(DriverSettings::default());
    world.broken.push((2, StartError::NoProgram));
    has(&world.carry_out(), &["launch 2", "launch 3", "begin", "say 1 uvi", "say 3 uvi", "write"]);
    world.say(1, "uviok\nreadyok\nreadyok\n");
    has(
        &world.say(3, "uviok\nreadyok\nreadyok\n"),
        &["record match", "say 1 go", "tell started", "tell fault 2 no-start"],
    );
    // The keeper cannot execute the program.
    let mut world = self::world(DriverSettings::default());
    world.carry_out();
    world.exit(2, Exit::NotExecuted("cannot execute x".to_owned()));
    world.say(1, "uviok\nreadyok\nreadyok\n");
    has(&world.say(3, "uviok\nreadyok\nreadyok\n"), &["record match", "tell fault 2 no-start"]);
}

#[test]
fn a_match_that_is_stopped_while_bots_greet_has_a_whole_log_and_dismisses_all() {
    let mut world = world(DriverSettings::default());
    world.carry_out();
    let stopped = world.wish(&Wish::Stop);
    has(&stopped, &["record match", "record result", "write", "dismiss 1", "dismiss 2", "dismiss 3", "close log"]);
    has(&stopped, &["close log", "tell over m reason abort"]);
    assert_eq!(world.wish(&Wish::Stop), ["tell error"], "it is over");
    // Nobody is told that an end that no line asked for comes too late.
    world.driver.wish(world.now, &Origin::default(), &Wish::Stop);
    assert_eq!(world.carry_out(), [""; 0]);
}

#[test]
fn who_is_dismissed_is_killed_after_its_grace_and_given_up() {
    let mut world = playing(DriverSettings::default());
    has(&world.wish(&Wish::Stop), &["dismiss 1", "dismiss 2", "dismiss 3"]);
    let grace = world.driver.game.settings().terms.patience.quit();
    world.exit(1, Exit::Code(0));
    has_none(&world.pass(grace - millis(1)), "kill");
    assert_eq!(world.pass(millis(1)), ["look 2", "kill 2", "look 3", "kill 3"]);
    world.exit(2, Exit::Signal(9));
    assert!(!world.driver.is_done());
    world.pass(millis(5000));
    assert!(world.driver.is_done(), "a bot that no kill ends is left to the system");
}

#[test]
fn the_input_of_a_bot_that_leaves_is_closed_when_it_has_been_told() {
    let mut world = playing(DriverSettings::default());
    world.wish(&Wish::Stop);
    world.driver.delivered(world.now, seat(1), Delivery::Blocked);
    assert_eq!(world.wake(), [""; 0]);
    world.driver.delivered(world.now, seat(1), Delivery::Done);
    assert_eq!(world.wake(), ["close input 1"]);
}

#[test]
fn bots_that_can_play_another_match_are_kept_and_one_that_still_thinks_is_dismissed() {
    let mut world = playing(DriverSettings { keep_bots: true, ..DriverSettings::default() });
    let stopped = world.wish(&Wish::Stop);
    has(&stopped, &["close log", "tell over", "dismiss 1"]);
    has_none(&stopped, "dismiss 2");
    has_none(&stopped, "dismiss 3");
    assert!(!world.driver.is_done(), "a bot is still there");
    world.exit(1, Exit::Code(0));
    assert!(world.driver.is_done());
    let (_, kept, not_started) = world.driver.finish();
    assert_eq!(kept.values().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    assert!(not_started.is_none());
}

#[test]
fn a_log_that_cannot_be_written_ends_the_match_before_the_host_hears_of_it() {
    let mut world = playing(DriverSettings::default());
    world.log_fails = true;
    let failed = world.say(1, "bestmove c3d4\n");
    let (before, after) = failed.split_at(failed.iter().position(|step| step == "cannot write").unwrap());
    has(before, &["record action", "say 1 go"]);
    has_none(before, "tell");
    has(after, &["record result", "say 1 gameover", "say 2 gameover", "say 3 gameover", "write"]);
    let left = ["write", "close log", "tell error", "tell over m reason abort", "dismiss 1", "dismiss 2", "dismiss 3"];
    has(after, &left);
    has_none(after, "tell played");
}

#[test]
fn a_host_that_leaves_and_a_loop_that_cannot_wait_leave_the_log_as_it_is() {
    let mut world = playing(DriverSettings::default());
    has(&world.wish(&Wish::Leave), &["leave log", "write", "tell over", "dismiss 1"]);
    let mut blind = playing(DriverSettings::default());
    blind.driver.cannot_wait();
    has(&blind.carry_out(), &["leave log", "tell over m reason abort"]);
}

#[test]
fn an_analysis_that_is_stopped_asks_the_bots_for_their_answers_first() {
    let mut world = playing(DriverSettings { hastens: true, ..DriverSettings::default() });
    assert_eq!(world.wish(&Wish::Stop), ["say 1 stop", "write"]);
    has(&world.wish(&Wish::Stop), &["close log", "tell over"]);
    let mut greeted = self::world(DriverSettings { hastens: true, ..DriverSettings::default() });
    greeted.carry_out();
    has(&greeted.wish(&Wish::Stop), &["close log", "tell over"]);
}
