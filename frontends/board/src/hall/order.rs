//! Turns an order for a table into lines of the host link.

use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime},
};

use uvi::{ClockWords, FromHost, LogWords, NewMatch, SeatPlayer, Seed, Switch, Value, Word, Words};

use super::Hall;
use crate::{
    bots::ListedBot,
    key::Key,
    table::{ChairPlayer, Setting, TableSeat},
    talk::{SeatOrder, TableOrder, TimeLimits, VariantEntry},
};

const LONGEST_NAME: usize = 40;

/// The maximum time of a clock, in milliseconds: a day.
const LONGEST_TIME: u64 = 24 * 60 * 60 * 1000;

/// The time after which a bot that thinks about a position is stopped.
pub(super) const LONGEST_ADVICE: Duration = Duration::from_secs(10 * 60);

/// The time limit of such a bot, in milliseconds: it has time to answer when it is stopped.
const ADVICE_LIMIT: u64 = LONGEST_ADVICE.as_secs() * 1000 + 10_000;

/// The table of an order, and the lines of its match for the arbiter, without the start.
pub(super) fn understand(hall: &Hall, order: TableOrder, name: &str) -> Result<(Setting, Vec<FromHost>), String> {
    let variant = hall.variants.iter().find(|known| known.word == order.variant);
    let variant = variant.ok_or_else(|| format!("no variant {:?}", order.variant))?;
    let name = word("match", name)?;
    let seed = order
        .seed
        .as_deref()
        .map(|text| text.parse::<Seed>().map_err(|_| malformed("seed", "up to 32 hexadecimal digits", text)));
    let new = new_match(&name, &variant.word, order.seats.len(), &order.options)?;
    let mut lines = vec![FromHost::NewMatch(NewMatch { seed: seed.transpose()?, ..new })];
    if let Some(position) = &order.position {
        let position =
            Words::new(position).ok_or_else(|| malformed("position", "the words of a position", position))?;
        lines.push(FromHost::SetPosition { name: name.clone(), position });
    }
    let clock = clock_words(&order)?;
    let mut chairs = Vec::new();
    for (seat, sitter) in (1..).zip(&order.seats) {
        let (chair, player) = seated(hall, seat, sitter)?;
        let has_clock = player.is_some() || order.clock.is_some_and(|limits| limits.people);
        match player {
            Some(bot) => lines.extend(bot_lines(&name, seat, bot)?),
            None => lines.push(FromHost::Seat { name: name.clone(), seat, player: SeatPlayer::Host }),
        }
        if let Some(clock) = clock.filter(|_| has_clock) {
            lines.push(FromHost::Clock { name: name.clone(), seat: Some(seat), clock });
        }
        chairs.push(chair);
    }
    if order.takeback {
        lines.push(FromHost::Takebacks { name: name.clone(), switch: Switch::On });
    }
    let log = hall.parts.logs.join(format!("{}-{}-{}.jsonl", variant.word, seconds(), &Key::draw().as_str()[..8]));
    let path =
        log.to_str().map(Value::new).ok_or_else(|| malformed("log", "a path of UTF-8", &log.to_string_lossy()))?;
    lines.push(FromHost::Keep { name: name.clone(), switch: Switch::On });
    lines.push(FromHost::Log { name: name.clone(), log: LogWords { path, times: None, info: None, sync: None } });
    let clock = order.clock.and_then(|limits| Some((limits.time?, limits.inc.unwrap_or(0))));
    let again = again(&order);
    let setting = Setting {
        name,
        variant: variant.word.clone(),
        title: variant.title.clone(),
        rules: hall.words(&variant.word).rules,
        options: order.options,
        chairs,
        clock,
        takeback: order.takeback,
        log,
        lines: lines.iter().map(ToString::to_string).collect(),
        again,
    };
    Ok((setting, lines))
}

/// The order for the next game of the same players, in which each has the next seat, with other luck. `None` if people
/// have links, because a new table has new ones.
fn again(order: &TableOrder) -> Option<TableOrder> {
    let has_links = order.seats.iter().any(|seat| matches!(seat, SeatOrder::Link { .. }));
    let mut next = TableOrder { seed: None, ..order.clone() };
    if let Some(last) = next.seats.pop() {
        next.seats.insert(0, last);
    }
    (!has_links).then_some(next)
}

/// The lines for a match in which a bot analyses a position of this table.
pub(super) fn analysis(
    setting: &Setting,
    name: &Word,
    position: Words,
    bot: &ListedBot,
) -> Result<Vec<FromHost>, String> {
    let new = new_match(name, &setting.variant, setting.chairs.len(), &setting.options)?;
    let seats = new.seats;
    let start = [FromHost::NewMatch(new), FromHost::SetPosition { name: name.clone(), position }];
    let limit = ClockWords { movetime: Some(ADVICE_LIMIT), ..ClockWords::default() };
    let clock = FromHost::Clock { name: name.clone(), seat: None, clock: limit };
    let bots = (1..=seats.unwrap_or_default()).map(|seat| bot_lines(name, seat, bot));
    let bots: Vec<_> = bots.collect::<Result<_, _>>()?;
    Ok(start.into_iter().chain(bots.into_iter().flatten()).chain([clock]).collect())
}

fn bot_lines(name: &Word, seat: u32, bot: &ListedBot) -> Result<Vec<FromHost>, String> {
    let option = |(option, value): (Word, Value)| FromHost::SeatOption { name: name.clone(), seat, option, value };
    let mut lines = vec![FromHost::Seat { name: name.clone(), seat, player: SeatPlayer::Bot(bot.command.clone()) }];
    lines.extend(bot.options.iter().cloned().map(option));
    if bot.untrusted {
        lines.push(FromHost::SeatSet { name: name.clone(), seat, key: word("key", "untrusted")?, value: None });
    }
    let limit = |(key, value): (Word, Value)| FromHost::SeatSet { name: name.clone(), seat, key, value: Some(value) };
    lines.extend(bot.limits.iter().cloned().map(limit));
    Ok(lines)
}

/// The lines for a picture of a variant where it begins. The seed is fixed, so that the picture stays the same.
pub(super) fn opening(variant: &VariantEntry) -> Result<NewMatch, String> {
    let name = word("match", &format!("opening-{}", variant.word))?;
    let seats = variant.seats.iter().copied().max();
    let (variant, seed) = (word("variant", &variant.word)?, "2a".parse().ok());
    Ok(NewMatch { name, variant, seats, seed, options: Vec::new() })
}

fn new_match(name: &Word, variant: &str, seats: usize, options: &BTreeMap<String, String>) -> Result<NewMatch, String> {
    let options = options.iter().map(|(option, value)| Ok((word("option", option)?, Value::new(value.clone()))));
    Ok(NewMatch {
        name: name.clone(),
        variant: word("variant", variant)?,
        seats: u32::try_from(seats).ok(),
        seed: None,
        options: options.collect::<Result<_, String>>()?,
    })
}

fn word(what: &str, text: &str) -> Result<Word, String> {
    Word::new(text).ok_or_else(|| malformed(what, "one word", text))
}

/// The seat, and the bot in it; `None` for a person.
fn seated<'h>(hall: &'h Hall, seat: u32, sitter: &SeatOrder) -> Result<(TableSeat, Option<&'h ListedBot>), String> {
    let person = |name: &str, sits| {
        let name: String = name.chars().filter(|char| !uvi::is_unsafe_to_show(*char)).take(LONGEST_NAME).collect();
        let name = if name.trim().is_empty() { format!("seat {seat}") } else { name.trim().to_owned() };
        (TableSeat { name, sits }, None)
    };
    Ok(match sitter {
        SeatOrder::Here { name } => person(name, ChairPlayer::Here),
        SeatOrder::Link { name } => person(name, ChairPlayer::Link(Key::draw())),
        SeatOrder::Bot { name } => {
            let bot = hall.parts.bots.iter().find(|bot| bot.name == *name);
            let bot = bot.ok_or_else(|| format!("no bot is called {name:?}"))?;
            (TableSeat { name: bot.name.clone(), sits: ChairPlayer::Bot }, Some(bot))
        }
    })
}

fn clock_words(order: &TableOrder) -> Result<Option<ClockWords>, String> {
    let Some(limits) = order.clock else { return Ok(None) };
    let times = [("movetime", limits.movetime), ("time", limits.time), ("inc", limits.inc), ("margin", limits.margin)];
    for (what, time) in times {
        if let Some(time) = time.filter(|time| *time > LONGEST_TIME) {
            return Err(malformed(what, "at most a day", &time.to_string()));
        }
    }
    let TimeLimits { movetime, time, inc, margin, .. } = limits;
    let words = ClockWords { movetime, time, inc, margin, ..ClockWords::default() };
    Ok((words != ClockWords::default()).then_some(words))
}

fn malformed(what: &str, expected: &str, found: &str) -> String {
    format!("{what}: expected {expected}, found {found:?}")
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
