//! The talk with bots.

use std::{fs, time::Duration};

use arbiter::{bot::BotProcess, driver::BotDialogue};
use uvi::{Text, ToBot};
use uvi_match::referee::Delivery;

use super::bench::{Talk, nursery, scratch, sh};

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
fn what_was_queued_arrives_in_order() {
    let mut talk = Talk::start(&sh("read word; echo $word; wc -c"));
    let line = "x".repeat(200_000);
    assert_eq!(talk.bot.send_now(line.as_bytes()), Delivery::Blocked);
    talk.bot.send_now(b"yy\n");
    talk.say("1234\n5678\n");
    talk.deliver();
    assert_eq!(talk.line(), format!("{line}yy"));
    talk.bot.close_input();
    assert_eq!(talk.line(), "10");
    assert_eq!(talk.bot.send_now(b"x"), Delivery::Closed);
}
