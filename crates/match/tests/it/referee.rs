//! The referee as a pure state machine: every fault, late answer and resignation without a process, a pipe or a clock.
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod adjudication;
mod bench;
mod tampering;
mod teaching;

use bench::{Bench, Rules};
use uvi::OnFault;
use uvi_match::record::Record;

const MOVE_500: &str = "movetime 500";

/// Three seats of Orwell Chess; the seed 2a gives White 21 first, so that he plays a Berlinpeono or a Dabbabah.
fn orwell(clock: &str) -> Bench {
    Bench::start(Rules { clock, ..Rules::default() })
}

fn two(clock: &str) -> Bench {
    Bench::start(Rules { variant: "toy", seats: 2, clock, ..Rules::default() })
}

#[test]
fn bots_are_greeted_configured_seated_and_asked_in_order() {
    let mut bench = Bench::unstarted(Rules { bot_options: &[("seed", "7")], ..Rules::default() });
    bench.begin();
    bench.said(1, &["uvi 1"]);
    bench.say(1, "id name A");
    bench.say(1, "option name seed type spin default 0");
    bench.say(1, "feature legal history");
    bench.say(1, "uviok");
    bench.said(1, &["setoption name seed value 7", "isready"]);
    bench.say(1, "readyok");
    bench.said(1, &["newgame variant orwell seats 3 seat 1 lots 7182e7f96bb0e393", "isready"]);
    bench.say(1, "readyok");
    bench.said(1, &[]);
    for seat in [2, 3] {
        bench.said(seat, &["uvi 1"]);
        for line in ["option name seed type string", "uviok", "readyok", "readyok"] {
            bench.say(seat, line);
        }
    }
    let asked = bench.heard(1);
    let verbs: Vec<_> = asked.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(verbs, ["position", "history", "legal", "go"]);
    assert!(asked[1].ends_with(" moves @21"), "{}", asked[1]);
    assert_eq!(asked[3], "go");
    bench.told(&[
        "ready m 1 name A",
        "ready m 2 name",
        "ready m 3 name",
        &format!("started m commitment {} position {}", bench.commitment(), bench.start_position()),
        "chance m @21",
    ]);
    bench.recorded(&["match", "chance"]);
}

/// The numbers are those of UVI 6 for the seed 2a.
#[test]
fn each_bot_is_told_its_own_number_for_its_lots_and_the_result_names_all() {
    let golden = ["7182e7f96bb0e393", "ed2a9fa410286902", "a2a08bcbed6ebc92"];
    for tells_lots in [true, false] {
        let mut bench = Bench::unstarted(Rules { hosts: &[2], tells_lots, ..Rules::default() });
        bench.begin();
        for number in [1, 3] {
            bench.greet(number);
            let heard = bench.heard(number);
            let told = heard.iter().find(|line| line.starts_with("newgame")).unwrap();
            let lots = if tells_lots { format!(" lots {}", golden[number as usize - 1]) } else { String::new() };
            assert_eq!(*told, format!("newgame variant orwell seats 3 seat {number}{lots}"));
        }
        bench.stop().unwrap();
        let records = bench.records();
        let (Some(Record::Match(head)), Some(Record::Result(result))) = (records.first(), records.last()) else {
            panic!("{records:?}");
        };
        let named = result.lots.as_ref().map(|lots| lots.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!((head.lots, named), (tells_lots, tells_lots.then(|| golden.map(str::to_owned).to_vec())));
        // What only the result says is in no record before it.
        let before: String = records[..records.len() - 1].iter().map(Record::to_line).collect();
        assert!(golden.iter().all(|lots| !before.contains(lots)), "{before}");
    }
}

#[test]
fn an_answer_is_played_and_the_same_seat_is_asked_for_the_second_part() {
    let mut bench = orwell(MOVE_500);
    bench.pass(120);
    bench.say(1, "bestmove c3d4");
    bench.told(&["played m 1 c3d4 time 120 text c3-d4"]);
    assert_eq!(bench.last_heard(1), "go movetime 500");
}

#[test]
fn several_actions_are_played_for_as_long_as_the_seat_is_to_decide() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4 d3c4 a1a2");
    bench.told(&["played m 1 c3d4 time 0 text c3-d4", "played m 1 d3c4 time 0 text Dd3-c4", "chance m @51"]);
    assert_eq!(bench.last_heard(2), "go movetime 500");
}

#[test]
fn of_several_actions_those_before_an_illegal_one_stand() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4 d4d5");
    let told = bench.tell();
    assert_eq!(told[0], "played m 1 c3d4 time 0 text c3-d4");
    assert!(told[1].starts_with("fault m 1 illegal expected a legal action, found d4d5: "), "{}", told[1]);
    assert_eq!(told[2], "vacated m 1 reason illegal");
    assert!(told[3].starts_with("chance m @"), "{}", told[3]);
}

#[test]
fn a_second_word_that_is_no_action_is_illegal_not_unreadable() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4 hello");
    assert!(bench.tell()[1].starts_with("fault m 1 illegal"));
}

#[test]
fn what_is_read_before_the_next_go_is_written_answers_nothing() {
    let mut bench = orwell(MOVE_500);
    bench.say_together(1, &["bestmove c3d4", "bestmove d3c4"]);
    bench.told(&["played m 1 c3d4 time 0 text c3-d4"]);
    bench.say(1, "bestmove d3e4");
    assert_eq!(bench.tell()[0], "played m 1 d3e4 time 0 text Dd3-e4");
}

/// (what a bot says instead of an answer, the fault or none)
const LINES: &[(&str, &str)] = &[
    ("bestmove", "unreadable"),
    ("bestmove \u{1}", "unreadable"),
    ("resign now", "unreadable"),
    ("bestmove C3D4", "unreadable"),
    ("bestmove hello", "unreadable"),
    ("bestmove @21", "unreadable"),
    ("bestmove a1a2", "illegal"),
    ("bestmove pass", "illegal"),
    ("bestmove c3d5", "illegal"),
    ("info", ""),
    ("info depth x", ""),
    ("readyok junk", ""),
    ("uviok junk", ""),
    ("option name", ""),
    ("nonsense", ""),
    ("", ""),
];

#[test]
fn a_wrong_answer_is_a_named_fault_and_other_talk_is_not() {
    for (line, fault) in LINES {
        let mut bench = orwell(MOVE_500);
        bench.say(1, line);
        let told = bench.tell();
        if fault.is_empty() {
            assert!(told.is_empty(), "{line}: {told:?}");
            continue;
        }
        assert!(told[0].starts_with(&format!("fault m 1 {fault} ")), "{line}: {told:?}");
        assert_eq!(told[1], format!("vacated m 1 reason {fault}"), "{line}");
        let heard = bench.heard(1);
        assert!(heard.iter().any(|said| said.starts_with(&format!("error {fault}: "))), "{line}: {heard:?}");
        assert!(bench.dismissed(1), "{line}");
    }
}

#[test]
fn an_unreadable_line_is_shown_with_its_column_and_without_control_characters() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove \u{1b}[2J");
    let told = bench.tell();
    assert!(told[0].contains("column 10"), "{}", told[0]);
    assert!(told[0].contains("\\u{1b}") && !told[0].contains('\u{1b}'), "{}", told[0]);
}

#[test]
fn a_late_answer_forfeits_and_a_margin_forgives() {
    let mut bench = orwell(MOVE_500);
    bench.pass(499);
    bench.tick();
    bench.told(&[]);
    bench.pass(1);
    bench.tick();
    let told = bench.tell();
    assert_eq!(told[0], "fault m 1 timeout expected an answer within 500 ms, none came");

    let mut bench = orwell("movetime 500 margin 50");
    bench.pass(540);
    bench.tick();
    bench.say(1, "bestmove c3d4");
    bench.told(&["played m 1 c3d4 time 540 text c3-d4"]);
}

#[test]
fn an_answer_found_after_the_deadline_is_in_time_with_nothing_left() {
    let mut bench = orwell("time 1000 inc 100");
    bench.pass(1500);
    bench.say(1, "bestmove c3d4");
    bench.told(&["played m 1 c3d4 time 1000 text c3-d4"]);
    assert_eq!(bench.last_heard(1), "go time 100 1000 1000 inc 100 100 100");
}

#[test]
fn the_clock_runs_from_the_write_of_go_and_the_increment_comes_after_the_answer() {
    let mut bench = orwell("time 1000 inc 100");
    assert_eq!(bench.last_heard(1), "go time 1000 1000 1000 inc 100 100 100");
    bench.pass(300);
    bench.say(1, "bestmove c3d4");
    assert_eq!(bench.last_heard(1), "go time 800 1000 1000 inc 100 100 100");
    bench.pass(900);
    bench.tick();
    assert!(bench.tell().iter().any(|line| line.starts_with("fault m 1 timeout")));
    // A vacated seat has no clock any more.
    assert_eq!(bench.last_heard(2), "go time - 1000 1000 inc - 100 100");
}

#[test]
fn the_smaller_of_movetime_and_time_holds() {
    let mut bench = orwell("movetime 200 time 1000 inc 0");
    assert_eq!(bench.last_heard(1), "go movetime 200 time 1000 1000 1000 inc 0 0 0");
    bench.pass(200);
    bench.tick();
    assert!(bench.tell()[0].starts_with("fault m 1 timeout expected an answer within 200 ms"));
}

#[test]
fn without_limits_there_is_no_deadline() {
    let mut bench = orwell("none");
    assert_eq!(bench.last_heard(1), "go");
    assert_eq!(bench.deadline(), None);
    bench.pass(10_000_000);
    bench.tick();
    bench.told(&[]);
}

#[test]
fn nodes_and_depth_are_passed_on() {
    let bench = orwell("nodes 5000 depth 3");
    assert_eq!(bench.last_heard(1), "go nodes 5000 depth 3");
}

#[test]
fn a_crash_counts_at_once_where_the_bot_is_asked_and_later_where_it_is_not() {
    let mut bench = orwell(MOVE_500);
    bench.end(1, "the bot exited with status 3");
    bench.told_first(&["fault m 1 crash the bot exited with status 3", "vacated m 1 reason crash"]);

    let mut bench = orwell(MOVE_500);
    bench.end(2, "the bot exited with status 3");
    bench.told(&[]);
    bench.say(1, "bestmove c3d4 d3c4");
    let told = bench.tell();
    assert!(told[2].starts_with("chance m"), "{told:?}");
    assert_eq!(told[3], "fault m 2 crash the bot exited with status 3");
    assert!(!bench.heard(2).iter().any(|line| line.starts_with("go")), "a bot at fault is not asked");
}

#[test]
fn an_answer_before_the_end_of_output_counts() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4");
    bench.end(1, "the bot closed its output");
    bench.told_first(&["played m 1 c3d4 time 0 text c3-d4", "fault m 1 crash the bot closed its output"]);
}

#[test]
fn a_pipe_that_stays_full_is_deaf_and_a_closed_one_too() {
    let mut bench = orwell(MOVE_500);
    bench.blocked(1);
    bench.pass(500);
    bench.tick();
    bench.told_first(&["fault m 1 deaf expected to be read, but the bot's pipe is full"]);

    let mut bench = orwell("none");
    bench.blocked(1);
    bench.pass(10_000);
    bench.tick();
    bench.told_first(&["fault m 1 deaf expected to be read, but the bot's pipe is full"]);

    let mut bench = orwell("none");
    bench.closed(1);
    bench.told_first(&["fault m 1 deaf expected to be read, but the bot has closed its input"]);
}

#[test]
fn too_much_talk_is_a_flood() {
    for (line, count) in [("info x".to_owned(), 10_001), ("y".repeat(60_000), 18)] {
        let mut bench = orwell("none");
        for _ in 0..count {
            bench.say(1, &line);
        }
        assert!(bench.tell()[0].starts_with("fault m 1 flood "), "{} bytes a line", line.len());
        assert!(bench.muted(1));
    }
    let mut bench = orwell("none");
    bench.say(1, &"x".repeat(70_000));
    assert!(bench.tell()[0].starts_with("fault m 1 flood expected lines of at most 65536 bytes"));
}

#[test]
fn what_may_be_said_is_counted_anew_for_each_question() {
    let mut bench = orwell("none");
    for action in ["c3d4", "d3c4"] {
        for _ in 0..9_999 {
            bench.say(1, "info x");
        }
        bench.say(1, &format!("bestmove {action}"));
        assert!(bench.tell()[0].starts_with(&format!("played m 1 {action}")));
    }
}

#[test]
fn a_flood_while_not_asked_counts_when_asked() {
    let mut bench = orwell("none");
    for _ in 0..10_001 {
        bench.say(2, "info x");
    }
    bench.told(&[]);
    bench.say(1, "bestmove c3d4 d3c4");
    assert!(bench.tell()[3].starts_with("fault m 2 flood"));
}

#[test]
fn with_two_seats_the_other_wins() {
    let mut bench = two(MOVE_500);
    bench.say(1, "resign");
    bench.say(2, "bestmove c1");
    bench.told_last("over m reason resign score 0 1");
    assert_eq!(bench.result(), "resign 0 1 seat 1");
}

#[test]
fn with_two_seats_both_at_fault_both_score_nothing() {
    let mut bench = two(MOVE_500);
    bench.say(2, "bestmove hello");
    bench.told(&[]);
    bench.pass(500);
    bench.tick();
    let told = bench.tell();
    assert!(told[0].starts_with("fault m 1 timeout"), "{told:?}");
    assert!(told[1].starts_with("fault m 2 unreadable"), "{told:?}");
    assert_eq!(told[2], "over m reason timeout score 0 0");
    assert_eq!(bench.result(), "timeout 0 0");
}

#[test]
fn nothing_of_a_simultaneous_choice_is_shown_before_all_have_chosen() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 3, debug: true, ..Rules::default() });
    let before = bench.everything_shown();
    bench.say(2, "info score 5");
    bench.say(2, "bestmove c2");
    bench.told(&[]);
    bench.recorded_more(&[]);
    assert_eq!(bench.everything_shown(), before);
    bench.say(3, "bestmove c1");
    bench.told(&[]);
    bench.say(1, "bestmove c1");
    let told = bench.tell();
    assert_eq!(told[0], "info m 2 score 5");
    let seats: Vec<_> = told[1..4].iter().map(|line| line.split(' ').nth(2).unwrap()).collect();
    assert_eq!(seats, ["1", "2", "3"], "answers are applied in seat order: {told:?}");
}

#[test]
fn with_three_seats_the_faulty_are_vacated_and_the_other_answers_stand() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 4, ..Rules::default() });
    bench.say(4, "bestmove c2");
    bench.say(2, "bestmove hello");
    bench.say(3, "bestmove c1");
    bench.end(1, "gone");
    let told = bench.tell();
    assert_eq!(told[0], "fault m 1 crash gone");
    assert_eq!(told[1], "vacated m 1 reason crash");
    assert!(told[2].starts_with("fault m 2 unreadable"));
    assert_eq!(told[3], "vacated m 2 reason unreadable");
    assert!(told[4].starts_with("played m 3 c1"), "{told:?}");
    assert!(told[5].starts_with("played m 4 c2"), "{told:?}");
    assert!(bench.history().contains("!1 !2 c1 c2"), "{}", bench.history());
}

#[test]
fn the_last_seat_that_is_left_wins_and_if_all_fail_nobody_does() {
    let mut bench = Bench::start(Rules { variant: "toy", seats: 3, ..Rules::default() });
    bench.say(1, "resign");
    bench.say(3, "bestmove hello");
    bench.say(2, "bestmove c1");
    bench.told_last("over m reason unreadable score 0 1 0");
    assert_eq!(bench.result(), "unreadable 0 1 0 seat 3");

    let mut bench = Bench::start(Rules { variant: "toy", seats: 3, ..Rules::default() });
    for seat in [3, 2, 1] {
        bench.say(seat, "bestmove hello");
    }
    bench.told_last("over m reason unreadable score 0 0 0");
}

#[test]
fn a_shared_score_ends_with_what_was_reached() {
    let mut bench = Bench::start(Rules { variant: "toy-shared", seats: 2, ..Rules::default() });
    bench.say(1, "bestmove hello");
    bench.say(2, "bestmove c1");
    bench.told_last("over m reason unreadable shared 0");
}

#[test]
fn with_random_the_arbiter_plays_a_listed_action_and_the_bot_is_asked_again() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, clock: MOVE_500, ..Rules::default() });
    bench.say(1, "bestmove hello");
    let told = bench.tell();
    assert!(told[0].starts_with("fault m 1 unreadable"));
    assert!(told[1].starts_with("played m 1 ") && told[1].contains(" time 0 "), "{told:?}");
    assert!(bench.is_random(2), "the second record is drawn");
    assert_eq!(bench.last_heard(1), "go movetime 500", "it is in step, and asked at once");
}

#[test]
fn with_random_a_late_bot_synchronises_before_it_is_asked_again() {
    let rules = Rules { on_fault: OnFault::Random, clock: "time 1000 inc 70", ..Rules::default() };
    let mut bench = Bench::start(rules);
    bench.pass(1000);
    bench.tick();
    assert!(bench.tell()[0].starts_with("fault m 1 timeout"));
    assert_eq!(bench.last_heard(1), "isready");
    bench.say(1, "bestmove c3d4");
    bench.told(&[]);
    bench.say(1, "readyok");
    assert_eq!(bench.last_heard(1), "go time 70 1000 1000 inc 70 70 70");

    let mut bench = Bench::start(rules);
    bench.pass(1000);
    bench.tick();
    bench.tell();
    bench.pass(10_000);
    bench.tick();
    assert!(bench.dismissed(1), "who misses that readyok is stopped");
    assert!(bench.tell()[0].starts_with("played m 1 "), "and the arbiter plays on without a further fault");
}

#[test]
fn with_random_a_game_of_absent_bots_is_played_to_its_end() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, ..Rules::default() });
    for seat in 1..=3 {
        bench.end(seat, "gone");
    }
    // It looks around now and then, so that the host can stop it.
    let mut stretches = 0;
    while bench.deadline().is_some() {
        bench.tick();
        stretches += 1;
    }
    assert!(stretches > 1, "it is played in one go");
    let told = bench.tell();
    assert_eq!(told.iter().filter(|line| line.starts_with("fault")).count(), 3, "one fault a bot");
    assert!(told.last().unwrap().starts_with("over m reason "), "{:?}", told.last());
    bench.verifies();
}

#[test]
fn a_game_of_absent_bots_can_be_stopped() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, ..Rules::default() });
    for seat in 1..=3 {
        bench.end(seat, "gone");
    }
    assert!(bench.deadline().is_some(), "it is played in one go");
    assert_eq!(bench.stop(), Ok(()));
    bench.told_last("over m reason abort");
    assert_eq!(bench.deadline(), None);
    bench.verifies();
}

#[test]
fn bots_that_fail_before_the_game_are_faults_after_the_head() {
    let mut bench = Bench::unstarted(Rules::default());
    bench.begin();
    bench.not_started(2, "there is no file x");
    for seat in [1, 3] {
        bench.greet(seat);
    }
    bench.told_first(&["ready m 1 name bot", "ready m 3 name bot"]);
    bench.recorded(&["match", "fault", "vacated", "chance"]);

    let mut bench = Bench::unstarted(Rules { variant: "toy", seats: 2, ..Rules::default() });
    bench.begin();
    bench.greet(1);
    bench.pass(10_000);
    bench.tick();
    let told = bench.tell();
    assert!(told.iter().any(|line| line == "fault m 2 no-greeting expected uviok within 10000 ms of uvi, none came"));
    assert_eq!(told.last().unwrap(), "over m reason no-greeting score 1 0");
    assert_eq!(bench.last_heard(1), "gameover reason no-greeting score 1 0");
}

#[test]
fn a_bot_that_misses_readyok_is_late_and_one_that_greets_wrongly_unreadable() {
    let mut bench = Bench::unstarted(Rules { variant: "toy", seats: 2, ..Rules::default() });
    bench.begin();
    bench.greet(1);
    bench.say(2, "uviok");
    bench.pass(10_000);
    bench.tick();
    bench.told_last("over m reason timeout score 1 0");

    let mut bench = Bench::unstarted(Rules { variant: "toy", seats: 2, ..Rules::default() });
    bench.begin();
    bench.greet(1);
    bench.say(2, "option name x type nonsense");
    bench.told_last("over m reason unreadable score 1 0");
}

#[test]
fn a_bot_of_another_variant_or_without_an_option_cannot_start() {
    let mut bench = Bench::unstarted(Rules::default());
    bench.begin();
    bench.say(2, "variant chess go");
    bench.say(2, "uviok");
    assert_eq!(bench.cannot_start(), "the bot of seat 2 does not play orwell; it names chess, go");
    bench.recorded(&[]);
    // What comes too late changes the reason no more.
    bench.cannot_be_started(1, "no memory");
    bench.say(1, "variant go");
    bench.say(1, "uviok");
    assert_eq!(bench.cannot_start(), "the bot of seat 2 does not play orwell; it names chess, go");

    let mut bench = Bench::unstarted(Rules { bot_options: &[("depth", "3")], ..Rules::default() });
    bench.begin();
    bench.say(1, "option name seed type spin");
    bench.say(1, "uviok");
    assert_eq!(bench.cannot_start(), "the bot of seat 1 has no option depth; it has seed");
}

#[test]
fn a_host_seat_is_told_its_turn_and_plays() {
    let mut bench = Bench::start(Rules { hosts: &[1], ..Rules::default() });
    assert_eq!(bench.play(2, "c3d4"), Err("not-your-turn expected a host seat, seat 2 is played by a bot".to_owned()));
    assert_eq!(bench.play(9, "c3d4"), Err("bad-seat expected a seat from 1 to 3, found 9".to_owned()));
    let refused = bench.play(1, "c3d4 d4d5").unwrap_err();
    assert!(refused.starts_with("illegal-action d4d5 is not legal: "), "{refused}");
    let refused = bench.play(1, "hello").unwrap_err();
    assert!(refused.starts_with("bad-argument "), "{refused}");
    bench.told(&[]);
    bench.play(1, "c3d4 d3c4 whatever").unwrap();
    bench.told_first(&["played m 1 c3d4 time 0 text c3-d4", "played m 1 d3c4 time 0 text Dd3-c4"]);
    assert!(bench.play(1, "c4d5").unwrap_err().starts_with("not-your-turn"));
}

#[test]
fn a_host_seat_has_a_clock_only_of_its_own() {
    let bench = Bench::start(Rules { hosts: &[1], clock: MOVE_500, ..Rules::default() });
    assert_eq!(bench.last_told(), "turn m 1");
    assert_eq!(bench.deadline(), None);
}

#[test]
fn a_host_resigns_in_turn_and_out_of_turn() {
    let mut bench = Bench::start(Rules { hosts: &[1, 2], ..Rules::default() });
    bench.resign(2).unwrap();
    bench.told(&[]);
    assert!(bench.resign(2).unwrap_err().starts_with("not-your-turn"));
    bench.play(1, "c3d4 d3c4").unwrap();
    let told = bench.tell();
    assert!(told[2].starts_with("chance m"), "{told:?}");
    assert!(told.contains(&"vacated m 2 reason resign".to_owned()), "it leaves when that is decided: {told:?}");
    assert!(bench.last_heard(3).starts_with("go"));

    let mut bench = Bench::start(Rules { variant: "toy", seats: 2, hosts: &[1], ..Rules::default() });
    bench.say(2, "bestmove c1");
    bench.resign(1).unwrap();
    bench.told_last("over m reason resign score 0 1");
}

#[test]
fn a_resignation_that_ends_the_game_does_not_wait_for_who_is_thinking() {
    let mut bench = Bench::start(Rules { hosts: &[2, 3], ..Rules::default() });
    bench.resign(2).unwrap();
    bench.told(&[]);
    bench.resign(3).unwrap();
    bench.told_last("over m reason resign score 1 0 0");
    assert_eq!(bench.last_heard(1), "gameover reason resign score 1 0 0");
    bench.say(1, "bestmove c3d4");
    bench.told(&[]);
}

#[test]
fn an_abort_has_no_score() {
    let mut bench = orwell(MOVE_500);
    bench.stop().unwrap();
    bench.told_last("over m reason abort");
    assert_eq!(bench.last_heard(1), "gameover reason abort");
    assert_eq!(bench.result(), "abort");
    assert!(bench.stop().unwrap_err().starts_with("not-running"));
    bench.verifies();
}

#[test]
fn a_bot_that_resigns_stays_and_hears_the_end() {
    let mut bench = orwell("none");
    bench.say(1, "resign");
    bench.told_first(&["vacated m 1 reason resign"]);
    assert!(!bench.dismissed(1));
    bench.say(2, "resign");
    bench.told_last("over m reason resign score 0 0 1");
    for seat in 1..=3 {
        assert_eq!(bench.last_heard(seat), "gameover reason resign score 0 0 1");
    }
    bench.verifies();
}

#[test]
fn the_last_score_nodes_and_depth_are_recorded() {
    let mut bench = orwell("none");
    bench.say(1, "info depth 3 score 1.5 nodes 100");
    bench.say(1, "info nodes 250 string nodes 9");
    bench.say(1, "bestmove c3d4");
    assert_eq!(bench.last_info(), r#"{"score":1.5,"nodes":250,"depth":3}"#);
}

#[test]
fn an_option_outside_its_range_cannot_start() {
    for (declared, expected) in [
        ("type spin default 0 min 0 max 9", "a number from 0 to 9"),
        ("type spin min 0", "a number from 0 to any"),
        ("type check default true", "true or false"),
        ("type combo default a var a var b", "a or b"),
    ] {
        let mut bench = Bench::unstarted(Rules { bot_options: &[("seed", "-7")], ..Rules::default() });
        bench.begin();
        bench.say(1, &format!("option name seed {declared}"));
        bench.say(1, "uviok");
        let text = format!("option seed of the bot of seat 1: expected {expected}, found -7");
        assert_eq!(bench.cannot_start(), text, "{declared}");
    }
}

#[test]
fn a_bot_that_fails_before_the_game_is_told_why() {
    let mut bench = Bench::unstarted(Rules::default());
    bench.begin();
    bench.pass(10_000);
    bench.tick();
    bench.said(2, &["uvi 1", "error no-greeting: expected uviok within 10000 ms of uvi, none came"]);
}

#[test]
fn with_random_a_late_bot_that_then_ends_has_one_fault() {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, clock: MOVE_500, ..Rules::default() });
    bench.pass(500);
    bench.tick();
    bench.end(1, "the bot exited with status 3");
    let told = bench.tell();
    assert_eq!(told.iter().filter(|line| line.starts_with("fault")).count(), 1, "{told:?}");
    assert!(bench.dismissed(1));
}

#[test]
fn a_bot_that_was_thinking_at_the_end_plays_no_other_match() {
    let mut bench = orwell(MOVE_500);
    bench.stop().unwrap();
    assert!(!bench.can_play_again(1), "its answer may still come");
    assert!(bench.can_play_again(2));
}
