//! The talk with bots.

use std::{fs, time::Duration};

use arbiter::{
    bot::{BotProcess, BotSource, Exit, ReadResult},
    driver::BotDialogue,
};
use uvi::{Text, ToBot};
use uvi_match::referee::Delivery;

use super::bench::{Talk, eventually, faulty, nursery, scratch, sh};

#[test]
fn a_bot_that_reads_late_hears_the_rest_of_quit() {
    let folder = scratch("late-quit");
    let script = format!("sleep 0.2; tail -n 1 > {}", testkit::word(folder.join("last")));
    let mut dialogue = BotDialogue::new(nursery().launch(&sh(&script)).unwrap());
    dialogue.say(&ToBot::Error(Text::new("x".repeat(100_000))));
    dialogue.flush();
    assert!(dialogue.is_blocked());
    dialogue.stop(Duration::from_secs(5));
    assert_eq!(fs::read_to_string(folder.join("last")).unwrap(), "quit\n");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_bot_that_does_not_read_blocks() {
    let mut talk = Talk::start(&faulty("deaf", "deaf"));
    let line = "history ".repeat(16_384);
    assert_eq!(talk.bot.send_now(line.as_bytes()), Delivery::Blocked);
    assert!(talk.bot.is_queued());
    assert_eq!(talk.bot.flush(), Delivery::Blocked);
    assert_eq!(talk.bot.send_now(b"more\n"), Delivery::Blocked);
    talk.bot.kill();
    assert_eq!(talk.exit(), Exit::Signal(9));
    // The input may close late, because a process that another thread is starting holds a copy of the pipe until its
    // exec.
    eventually("its input is closed", || talk.bot.flush() == Delivery::Closed);
    assert!(talk.bot.fd(BotSource::Input).is_none());
}

#[test]
fn what_was_queued_arrives_in_order() {
    let mut talk = Talk::start(&sh("read word; echo $word; wc -c"));
    let line = "x".repeat(200_000);
    assert_eq!(talk.bot.send_now(line.as_bytes()), Delivery::Blocked);
    talk.bot.send(b"yy\n");
    talk.say("1234\n5678\n");
    talk.deliver();
    assert_eq!(talk.line(), format!("{line}yy"));
    talk.bot.close_input();
    assert_eq!(talk.line(), "10");
    assert_eq!(talk.bot.send_now(b"x"), Delivery::Closed);
}

#[test]
fn a_closed_input_is_told() {
    let mut talk = Talk::start(&faulty("close-stdin", "closes"));
    talk.say("uvi 1\n");
    eventually("the input is closed", || talk.bot.send_now(b"isready\n") == Delivery::Closed);
    assert_eq!(talk.bot.exit(), None);
}

#[test]
fn a_closed_output_ends_and_is_not_waited_for_again() {
    let mut talk = Talk::start(&faulty("close-all", "closes-all"));
    talk.greet();
    talk.say("go\n");
    assert_eq!(talk.rest(), "");
    eventually("stderr has ended", || talk.bot.drain_stderr() == ReadResult::End);
    assert!(talk.bot.fd(BotSource::Output).is_none() && talk.bot.fd(BotSource::Errors).is_none());
    assert_eq!(talk.bot.exit(), None);
    assert!(talk.bot.fd(BotSource::Exit).is_some());
}

#[test]
fn a_flood_on_stderr_does_not_hinder_stdout() {
    let mut talk = Talk::start(&faulty("flood-stderr", "flood"));
    talk.greet();
    talk.say("legal a1\ngo\n");
    assert_eq!(talk.line(), "bestmove a1");
    talk.say("quit\n");
    assert_eq!(talk.exit(), Exit::Code(0));
    eventually("stderr has ended", || {
        let received = talk.bot.drain_stderr();
        // A last piece may still be in the pipe.
        if let ReadResult::Bytes(count) = received {
            talk.drained += count;
        }
        received == ReadResult::End
    });
    let tail = talk.bot.stderr_tail();
    assert!(tail.len() > 60_000 && tail.len() <= 65_536, "{}", tail.len());
    assert!(tail.starts_with("noise noise"), "{}", &tail[..20]);
    assert_eq!(talk.drained, 100_000_001);
}
