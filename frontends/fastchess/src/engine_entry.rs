//! An engine of the command line.

use std::{fs, iter, path::Path};

use nom::{
    IResult, Parser,
    bytes::complete::is_not,
    character::complete::char,
    combinator::{all_consuming, opt},
    sequence::{preceded, terminated},
};
use serde_json::Value;
use uvi::ClockWords;

use super::{
    command_line::Dialect,
    options::{Pairs, engine_key},
};

#[derive(Debug, Clone, Default)]
pub(crate) struct EngineEntry {
    /// The name, which no other engine has.
    pub(crate) name: String,
    pub(crate) options: Pairs,
    /// The other keys.
    given: Pairs,
    tc: TimeEntry,
    /// True if the time control is `inf`.
    is_untimed: bool,
    /// The milliseconds of each move; 0 for none.
    st: u64,
}

/// A time control in milliseconds: `moves/time+inc`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct TimeEntry {
    /// The moves after which the time is added again; 0 for a whole game.
    moves: u64,
    time: u64,
    inc: u64,
}

impl EngineEntry {
    /// The engine with these keys. Fails if a time cannot be read.
    pub(crate) fn new(pairs: &Pairs) -> Result<Self, String> {
        let mut engine = Self::default();
        engine.add(pairs).map(|()| engine)
    }

    /// Adds keys, which replace those of the same names. Fails as [`Self::new`] does.
    pub(crate) fn add(&mut self, pairs: &Pairs) -> Result<(), String> {
        for (key, value) in pairs {
            match (key.as_str(), key.strip_prefix("option.")) {
                (_, Some(name)) => self.options.push((name.to_owned(), value.clone())),
                ("conf", _) => {
                    self.add(&configured(value)?)?;
                    self.given.push((key.clone(), value.clone()));
                }
                ("name", _) => self.name.clone_from(value),
                ("tc", _) => {
                    self.tc = TimeEntry::read(value)?;
                    self.is_untimed = value == "inf";
                }
                ("st", _) => self.st = duration(value, 1000)?,
                _ => self.given.push((key.clone(), value.clone())),
            }
        }
        Ok(())
    }

    /// The value of another key; empty if it is not given.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.given.iter().rev().find(|(found, _)| found == key).map_or("", |(_, value)| value)
    }

    /// A number of the keys; `None` for 0.
    fn number(&self, key: &str) -> Option<u64> {
        self.text(key).parse().ok().filter(|number| *number > 0)
    }

    fn depth(&self) -> Option<u64> {
        self.number("plies").or_else(|| self.number("depth"))
    }

    /// True if this command is a file, as seen from the folder in which the engine runs.
    fn is_file(&self, cmd: &str) -> bool {
        Path::new(self.text("dir")).join(cmd).is_file()
    }

    /// Takes the arguments out of a `cmd` that has them, as cutechess does where no others are given.
    fn split_command(&mut self) {
        let cmd = self.text("cmd");
        let is_line = ["args", "arg"].iter().all(|key| self.text(key).is_empty()) && !self.is_file(cmd);
        let words = if is_line { shell_words::split(cmd).unwrap_or_default() } else { Vec::new() };
        let keys = iter::once("cmd").chain(iter::repeat("arg"));
        self.given.extend(keys.map(str::to_owned).zip(words));
    }

    /// Checks the limits, and names the engine after its program if it has no name. Cutechess alone plays without limits.
    pub(crate) fn complete(&mut self, dialect: Dialect) -> Result<(), String> {
        self.split_command();
        match (self.text("cmd"), self.text("conf")) {
            ("", "") if !self.name.is_empty() => return Err(format!("-engine: the engine {} has no cmd=", self.name)),
            ("", conf) if !conf.is_empty() => return Err(format!("engines.json: the engine {conf} has no command")),
            _ => {}
        }
        let has_time = self.tc.time + self.tc.inc > 0;
        let plays_on = self.is_untimed && dialect == Dialect::Cutechess;
        if !plays_on && !has_time && self.st == 0 && self.number("nodes").is_none() && self.depth().is_none() {
            return Err("Error; no TimeControl specified!".to_owned());
        }
        if has_time && self.st > 0 {
            return Err("Error; cannot use tc and st together!".to_owned());
        }
        if self.name.is_empty() {
            let stem = Path::new(self.text("cmd")).file_stem();
            self.name = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        }
        let is_named = !self.name.trim().is_empty();
        if is_named { Ok(()) } else { Err("Error; please specify a name for each engine!".to_owned()) }
    }

    /// The limits as the arbiter keeps them. The increment comes before the first move too, so it is part of the time
    /// at the start, except if the time is added again.
    pub(crate) fn clock(&self) -> ClockWords {
        let some = |figure: u64| (figure > 0).then_some(figure);
        let TimeEntry { moves, time, inc } = self.tc;
        // If no time is added, the moves make no difference.
        let moves = some(moves).filter(|_| time > 0);
        let start = if moves.is_some() { time } else { time + inc };
        ClockWords {
            movetime: some(self.st),
            time: some(start),
            inc: some(start).map(|_| inc),
            movestogo: moves,
            nodes: self.number("nodes"),
            depth: self.depth(),
            margin: self.number("timemargin"),
        }
    }

    /// The command line of the bot: the arbiter's adapter, which withholds no time, with the engine. `ping` is the time
    /// in milliseconds in which the engine must be ready after each answer.
    pub(crate) fn command(&self, ping: Option<u64>) -> String {
        let cmd = self.text("cmd");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let is_on_path = std::env::split_paths(&path).any(|folder| folder.join(cmd).is_file());
        let is_here = !cmd.contains('/') && !is_on_path && self.is_file(cmd);
        let engine = if is_here { format!("./{cmd}") } else { cmd.to_owned() };
        let words = ["uci", "--overhead", "0"].map(str::to_owned).into_iter();
        let ping = ping.map(|ping| format!("--ping={ping}"));
        let debug = (self.text("debug") == "true").then(|| "--debug".to_owned());
        shell_words::join(words.chain(ping).chain(debug).chain([engine]).chain(self.arguments()))
    }

    fn arguments(&self) -> impl Iterator<Item = String> {
        let args = self.text("args");
        let plain = || args.split_whitespace().map(str::to_owned).collect();
        let args = shell_words::split(args).unwrap_or_else(|_| plain());
        args.into_iter().chain(self.given.iter().filter(|(key, _)| key == "arg").map(|(_, value)| value.clone()))
    }

    /// The arguments that seem to name a log. The engine writes that file itself, so a change of it does not matter.
    pub(crate) fn logs(&self) -> Vec<String> {
        let is_log = |argument: &String| {
            let path = Path::new(argument.rsplit('=').next().unwrap_or(argument));
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            name.split(|letter: char| !letter.is_alphanumeric()).any(|part| ["log", "logs", "logfile"].contains(&part))
        };
        self.arguments().filter(is_log).collect()
    }

    /// The limits as the results show them.
    pub(crate) fn shown_limits(&self) -> String {
        match (self.tc.time + self.tc.inc + self.st, self.depth(), self.number("nodes")) {
            (0, Some(plies), _) => format!("{plies} plies"),
            (0, None, Some(nodes)) => format!("{nodes} nodes"),
            _ => self.limits(two_digits),
        }
    }

    /// The limits as the tag `TimeControl` has them.
    pub(crate) fn tag(&self) -> String {
        self.limits(|seconds| seconds.to_string())
    }

    fn limits(&self, shown_inc: impl Fn(f64) -> String) -> String {
        let TimeEntry { moves, time, inc } = self.tc;
        let seconds = |ms: u64| ms as f64 / 1000.0;
        if self.st > 0 {
            return format!("{}/move", seconds(self.st));
        }
        if time + inc == 0 {
            return "-".to_owned();
        }
        let cycle = if moves > 0 { format!("{moves}/") } else { String::new() };
        let more = if inc > 0 { format!("+{}", shown_inc(seconds(inc))) } else { String::new() };
        format!("{cycle}{}{more}", seconds(time))
    }
}

/// The keys of `engines.json` whose values become a key of the command line, with that key and the usual value, which
/// changes nothing. (cutechess, `projects/lib/src/engineconfiguration.cpp`; it has `variants` too, for its windows.)
const KEYS: [(&str, &str, &str); 9] = [
    ("workingDirectory", "dir", ""),
    ("stderrFile", "stderr", ""),
    ("protocol", "proto", "uci"),
    ("restart", "restart", "auto"),
    ("whitepov", "whitepov", "false"),
    ("ponder", "ponder", "false"),
    ("validateClaims", "trust", "true"),
    ("timeoutScaleFactor", "tscale", "1"),
    ("debug", "debug", "false"),
];

/// The keys of an engine that `engines.json` of cutechess names so. It may have no command.
fn configured(name: &str) -> Result<Pairs, String> {
    let lacks = |what: &str| format!("engines.json: expected an engine {name}{what}");
    let text = fs::read_to_string("engines.json").map_err(|error| format!("engines.json: {error}"))?;
    // Editors of some systems begin a file with this mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let all: Vec<Value> = serde_json::from_str(text).map_err(|error| format!("engines.json: {error}"))?;
    let engine = all.into_iter().find(|engine| engine["name"] == name).ok_or_else(|| lacks(", found none"))?;
    let command = engine["command"].as_str().unwrap_or_default();
    let mut pairs: Pairs =
        [("cmd", command), ("name", name)].map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    for (key, word, usual) in KEYS {
        let value = Some(&engine[key]).filter(|value| !value.is_null()).map(shown).unwrap_or_default();
        if !value.is_empty() && value != usual {
            let pair = engine_key(word, &value).map_err(|reason| format!("engines.json: {name}: {key}: {reason}"))?;
            pairs.push(pair);
        }
    }
    // Cutechess presses no button of the file.
    let is_button = |option: &&Value| option["type"] == "button";
    for option in engine["options"].as_array().into_iter().flatten().filter(|option| !is_button(option)) {
        let (name, value) = (&option["name"], &option["value"]);
        let name = name.as_str().filter(|name| !name.is_empty() && !value.is_null());
        let name = name.ok_or_else(|| lacks(" with options that have a name and a value"))?;
        pairs.push((format!("option.{name}"), shown(value)));
    }
    let lines = engine["initStrings"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for line in lines.filter(|line| *line != "uci") {
        let option = line.strip_prefix("setoption name ").and_then(|option| option.split_once(" value "));
        let (option, value) =
            option.ok_or_else(|| lacks(" with initStrings of setoption name NAME value VALUE alone"))?;
        pairs.push((format!("option.{option}"), value.to_owned()));
    }
    Ok(pairs)
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // Some programs write the number 1 as 1.0.
        value => value.to_string().trim_end_matches(".0").to_owned(),
    }
}

/// A number from 0.001 with two significant digits, in the form `g` of C.
fn two_digits(number: f64) -> String {
    let shown = format!("{number:.1e}");
    match shown.split_once('e').and_then(|(digits, power)| Some((digits, power.parse::<i32>().ok()?))) {
        Some((digits, power)) if power > 1 => format!("{}e+{power:02}", digits.trim_end_matches(".0")),
        _ => shown.parse::<f64>().map_or(shown, |number| number.to_string()),
    }
}

impl TimeEntry {
    /// Reads `40/1:30+0.5`, `60+0.6`, `10` or `inf`.
    fn read(text: &str) -> Result<Self, String> {
        if text.contains("hg") {
            return Err("Hourglass time control not supported.".to_owned());
        }
        if matches!(text, "inf" | "infinite") {
            return Ok(Self::default());
        }
        let (moves, minutes, seconds) =
            (terminated(is_not("/"), char('/')), terminated(is_not(":+"), char(':')), is_not(":+/"));
        let parts = (opt(moves), opt(minutes), seconds, opt(preceded(char('+'), is_not(":+/"))));
        let parts: IResult<&str, _> = all_consuming(parts).parse(text);
        let (_, (moves, minutes, seconds, inc)) = parts.map_err(|_| format!("Invalid time control: \"{text}\""))?;
        let moves = match moves {
            None | Some("inf" | "infinite") => 0,
            Some(text) => match text.parse::<i64>() {
                Ok(count @ 1..) => count.unsigned_abs(),
                Ok(_) => return Err("Time control move count must be positive".to_owned()),
                Err(_) => return Err(format!("Invalid numeric value: \"{text}\"")),
            },
        };
        let part = |text: Option<&str>, unit: u64| text.map_or(Ok(0), |text| duration(text, unit));
        let time = part(minutes, 60_000)?.saturating_add(duration(seconds, 1000)?);
        Ok(Self { moves, time, inc: part(inc, 1000)? })
    }
}

/// Reads a number of units of this many milliseconds. Seconds may have an `s`.
fn duration(text: &str, unit: u64) -> Result<u64, String> {
    let plain = text.strip_suffix('s').filter(|plain| unit == 1000 && !plain.is_empty()).unwrap_or(text);
    let units: f64 = plain.parse().map_err(|_| format!("Invalid numeric value: \"{text}\""))?;
    let ms = units * unit as f64;
    // A fraction such as 0.29 is a little less than it is written.
    let is_duration = (0.0..1e15).contains(&ms);
    if is_duration { Ok((ms + 1e-6) as u64) } else { Err(format!("Invalid time control duration: \"{text}\"")) }
}
