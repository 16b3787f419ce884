//! Orders to a tournament that runs, as lines of stdin.

use std::{
    borrow::Cow,
    io::{self, IsTerminal},
    thread,
};

use crossbeam_channel::Sender;
use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{space0, space1, u32},
    combinator::{all_consuming, map, opt, value},
    sequence::{delimited, preceded},
};
use uvi::{LineReader, OwnedLine};

use crate::{cli::output::complain, cup::Order};

/// How long an order may be, in bytes.
const LONGEST: usize = 1024;
/// How often lines that are no orders are complained of.
const COMPLAINTS: u32 = 20;

/// Starts the thread that reads orders. The end of input is the end of orders, and of nothing else.
pub(crate) fn listen(orders: Sender<Order>) -> io::Result<()> {
    if !is_ours() {
        return Ok(());
    }
    let listen = move || {
        let mut lines = LineReader::new(io::stdin(), LONGEST);
        let mut complaints = 0_u32;
        while let Ok(Some(line)) = lines.read_line() {
            let found: Cow<'_, str> = match &line {
                OwnedLine::Text(text) if text.trim().is_empty() => continue,
                OwnedLine::Text(text) => match read(text) {
                    Some(order) if orders.send(order).is_err() => return,
                    Some(_) => continue,
                    None => text.as_str().into(),
                },
                OwnedLine::NotUtf8(_) => "a line that is not UTF-8".into(),
                OwnedLine::TooLong { .. } => format!("a line of more than {LONGEST} bytes").into(),
            };
            complaints = complaints.saturating_add(1);
            match complaints {
                ..COMPLAINTS => {
                    complain(&format!("arbiter: expected status, pause, continue or stop after [N], found {found}"))
                }
                COMPLAINTS => complain("arbiter: ignoring further lines that are not orders"),
                _ => {}
            }
        }
    };
    thread::Builder::new().name("orders".to_owned()).spawn(listen).map(|_| ())
}

/// Whether stdin may be read: from a terminal that another job has, reading would stop this process.
fn is_ours() -> bool {
    let stdin = io::stdin();
    !stdin.is_terminal() || rustix::termios::tcgetpgrp(&stdin).is_ok_and(|group| group == rustix::process::getpgrp())
}

fn read(line: &str) -> Option<Order> {
    all_consuming(delimited(space0, order, space0)).parse(line).ok().map(|(_, order)| order)
}

/// `order = "status" / "pause" / "continue" / "stop" [SP "after" [SP games]]`
fn order(input: &str) -> IResult<&str, Order> {
    let after = preceded((space1, tag("after")), opt(preceded(space1, u32)));
    alt((
        value(Order::Status, tag("status")),
        value(Order::Pause, tag("pause")),
        value(Order::Continue, tag("continue")),
        map(preceded(tag("stop"), opt(after)), |games| Order::StopAfter(games.flatten().unwrap_or(0))),
    ))
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_read() {
        let rows = [
            ("status", Some(Order::Status)),
            (" pause ", Some(Order::Pause)),
            ("continue", Some(Order::Continue)),
            ("stop", Some(Order::StopAfter(0))),
            ("stop after", Some(Order::StopAfter(0))),
            ("stop  after 12", Some(Order::StopAfter(12))),
            ("stop after -1", None),
            ("stop12", None),
            ("statuses", None),
            ("", None),
        ];
        for (line, expected) in rows {
            assert_eq!(read(line), expected, "{line:?}");
        }
    }
}
