//! The limits and start settings of one bot. The host link, the command line and tournament files use the same keys and
//! values, which are read here.

use std::{ffi::OsString, fmt, path::PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::machine_share::{ByteSize, MachineShare};

/// The smallest memory limit that is accepted, in bytes. No program runs in less; such a number lacks its unit.
const LEAST_MEMORY: u64 = 1 << 20;

/// The limits of an untrusted bot: memory, seconds of processor time, open files, and processes. They leave room for
/// interpreters with threads of their own.
const UNTRUSTED: [u64; 4] = [1 << 30, 3600, 256, 64];

/// The limits and start settings of one bot. By default only memory and processes are limited, to a share of the machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The working directory. `None` means the arbiter's working directory.
    #[serde(serialize_with = "write_paths", deserialize_with = "read_path")]
    pub dir: Option<PathBuf>,
    /// Variables added to those of the arbiter. If a name occurs twice, its last value counts.
    #[serde(skip)]
    pub env: Vec<(String, String)>,
    /// True if the bot does not inherit the arbiter's variables.
    pub clear_env: bool,
    /// Bytes of memory for all processes of the bot together.
    pub memory: ResourceLimit,
    /// Seconds of processor time for each process of the bot.
    pub cpu: Option<u64>,
    /// The number of open files for each process of the bot. `None` means the limit before
    /// [`raise_file_limit`](crate::bot::raise_file_limit).
    pub files: Option<u64>,
    /// The number of processes and threads of the bot, as the system counts them.
    pub processes: ResourceLimit,
    /// True if the bot may start only if the system enforces `memory` and `processes`, not by a keeper's samples.
    pub strict: bool,
    /// The niceness of the bot, -20 to 19. Values below 0 need a privilege.
    pub nice: Option<i32>,
    /// The processor cores that the bot may use.
    #[serde(skip)]
    pub affinity: Affinity,
    /// True if the bot is in the sandbox. The bot may then read only shared parts of the system and what is shown to
    /// the bot, never [`Launch::hidden`](crate::bot::Launch::hidden). It may store files only in `dir`, and if isolated also
    /// in a `/tmp` and `/dev/shm` of its own, which end with the bot. It has no TCP.
    pub sandbox: bool,
    /// The use of namespaces for the bot.
    #[serde(skip)]
    pub isolation: Isolation,
    /// True if nobody vouches for the bot, so that it starts only in the sandbox and isolated.
    #[serde(skip)]
    pub untrusted: bool,
}

/// A limit of memory or processes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResourceLimit {
    /// A share of the machine, which the keeper samples. A bot may exceed it for a moment; the machine survives.
    #[default]
    Share,
    /// The limit that the owner of the bot has set.
    At(u64),
    /// No limit.
    Off,
}

impl ResourceLimit {
    /// The limit that the owner of the bot has set.
    pub(crate) fn set(self) -> Option<u64> {
        match self {
            Self::At(limit) => Some(limit),
            Self::Share | Self::Off => None,
        }
    }

    pub(crate) fn or_share(self, share: Option<u64>) -> Option<u64> {
        share.filter(|_| self == Self::Share)
    }
}

/// The isolation of a bot in namespaces. An isolated bot has processes and shared memory of its own, and cannot see,
/// signal, trace or limit others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Isolation {
    /// Isolated if the system allows.
    #[default]
    Auto,
    /// Isolated, or not started.
    On,
    /// Not isolated.
    Off,
}

/// The processor cores that a bot may use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Affinity {
    /// All cores of the arbiter, or one core shared with the thread of the match. The driver holds a match to one core
    /// if each bot has only one busy thread. It releases the match if the bots answer slowly or other processes want
    /// the core.
    #[default]
    Auto,
    /// All cores of the arbiter.
    Off,
    /// One core, shared by the thread of the match and all its bots with this value.
    Match,
    /// A core of the bot's own. If there are more such bots than cores, they share cores.
    Spread,
}

/// The reason why a limit was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum LimitError {
    #[error("expected one of {}", Limits::KEYS.join(", "))]
    Key,
    #[error("expected {0}")]
    Value(&'static str),
    #[error("{0}")]
    Unavailable(String),
}

/// Serializes paths as their bytes, because a path need not be UTF-8.
pub(super) fn write_paths<'p, S: Serializer>(
    paths: impl IntoIterator<Item = &'p PathBuf>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.into_iter().map(|path| path.as_os_str()))
}

pub(super) fn read_paths<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    Ok(Vec::<OsString>::deserialize(deserializer)?.into_iter().map(PathBuf::from).collect())
}

pub(super) fn read_path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    Ok(read_paths(deserializer)?.pop())
}

impl Limits {
    /// All keys.
    pub const KEYS: [&str; 13] = [
        "dir",
        "env",
        "clearenv",
        "memory",
        "cpu",
        "files",
        "processes",
        "nice",
        "affinity",
        "sandbox",
        "isolation",
        "strict",
        "untrusted",
    ];

    /// Reads the limit that the key names. Trusts that the system has sandboxes.
    pub(crate) fn read(&mut self, key: &str, value: Option<&str>) -> Result<(), LimitError> {
        // No number of UVI begins with `+`, which Rust would read.
        let numeral = value.filter(|text| !text.starts_with('+'));
        let number = |least: u64| numeral.and_then(|text| text.parse().ok()).filter(|&number| number >= least);
        match key {
            "dir" => self.dir = Some(value.ok_or(LimitError::Value("a directory"))?.into()),
            "env" => {
                let pair = value.and_then(|text| text.split_once('=')).filter(|(name, _)| !name.is_empty());
                let (name, value) = pair.ok_or(LimitError::Value("NAME=value"))?;
                self.env.push((name.to_owned(), value.to_owned()));
            }
            "clearenv" => self.clear_env = switch(value)?,
            "memory" => {
                let bytes = value.and_then(bytes).filter(|&bytes| bytes >= LEAST_MEMORY);
                self.memory = self.resource(value, bytes, "a size such as 64M or 2G, at least 1M, or off")?;
            }
            "cpu" => self.cpu = Some(number(1).ok_or(LimitError::Value("a number of seconds"))?),
            "files" => self.files = Some(number(0).ok_or(LimitError::Value("a number of files"))?),
            "processes" => {
                self.processes = self.resource(value, number(1), "a number of processes, or off")?;
            }
            "strict" => self.strict = switch(value)?,
            "nice" => {
                let nice = numeral.and_then(|text| text.parse().ok()).filter(|nice| (-20..=19).contains(nice));
                self.nice = Some(nice.ok_or(LimitError::Value("a number from -20 to 19"))?);
            }
            "affinity" => {
                self.affinity = match value {
                    Some("auto") => Affinity::Auto,
                    Some("off") => Affinity::Off,
                    Some("match") => on_linux(Affinity::Match)?,
                    Some("spread") => on_linux(Affinity::Spread)?,
                    Some(_) | None => return Err(LimitError::Value("auto, match, spread or off")),
                }
            }
            "sandbox" => {
                let on = switch(value)?;
                if self.untrusted && !on {
                    return Err(LimitError::Value("on, because the bot is untrusted"));
                }
                self.sandbox = on;
            }
            "isolation" => {
                self.isolation = match value {
                    Some("auto" | "off") if self.untrusted => {
                        return Err(LimitError::Value("on, because the bot is untrusted"));
                    }
                    Some("auto") => Isolation::Auto,
                    Some("on") => on_linux(Isolation::On)?,
                    Some("off") => Isolation::Off,
                    Some(_) | None => return Err(LimitError::Value("auto, on or off")),
                }
            }
            "untrusted" => {
                if !matches!(value, None | Some("on")) {
                    return Err(LimitError::Value("on or no value"));
                }
                self.distrust()?;
            }
            _ => return Err(LimitError::Key),
        }
        Ok(())
    }

    /// Returns the limit that a value stands for, whose number has been read.
    fn resource(
        &self,
        value: Option<&str>,
        number: Option<u64>,
        expected: &'static str,
    ) -> Result<ResourceLimit, LimitError> {
        match (value, number) {
            (Some("off"), _) if self.untrusted => Err(LimitError::Value("a limit, because the bot is untrusted")),
            (Some("off"), _) => Ok(ResourceLimit::Off),
            (_, number) => Ok(ResourceLimit::At(on_linux(number.ok_or(LimitError::Value(expected))?)?)),
        }
    }

    /// Shuts the bot in: with the sandbox, isolation, and each limit of [`UNTRUSTED`] that has not been set.
    fn distrust(&mut self) -> Result<(), LimitError> {
        let isolation = on_linux(Isolation::On)?;
        let [memory, cpu, files, processes] = UNTRUSTED;
        self.memory = ResourceLimit::At(self.memory.set().unwrap_or(memory));
        self.cpu.get_or_insert(cpu);
        self.files.get_or_insert(files);
        self.processes = ResourceLimit::At(self.processes.set().unwrap_or(processes));
        (self.sandbox, self.isolation, self.strict, self.untrusted) = (true, isolation, true, true);
        Ok(())
    }

    /// The limit that a bot with this share has reached if its keeper, or the bot itself, ended by this signal. `None`
    /// if the signal stands for no limit of this bot.
    pub(crate) fn reached(&self, signal: i32, share: MachineShare) -> Option<ReachedLimit> {
        match signal {
            MEMORY_SIGNAL => match self.memory {
                ResourceLimit::At(bytes) => Some(ReachedLimit::Memory(bytes)),
                ResourceLimit::Share => share.memory.map(ReachedLimit::MemoryShare),
                ResourceLimit::Off => None,
            },
            PROCESSES_SIGNAL => match self.processes {
                ResourceLimit::At(count) => Some(ReachedLimit::Processes(count)),
                ResourceLimit::Share => share.processes.map(ReachedLimit::ProcessesShare),
                ResourceLimit::Off => None,
            },
            UNWATCHED_SIGNAL => Some(ReachedLimit::Unwatched),
            signal_hook::consts::SIGXCPU => self.cpu.map(ReachedLimit::Cpu),
            _ => None,
        }
    }
}

fn switch(value: Option<&str>) -> Result<bool, LimitError> {
    match value {
        None | Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(_) => Err(LimitError::Value("on, off or no value")),
    }
}

fn on_linux<T>(limit: T) -> Result<T, LimitError> {
    if cfg!(target_os = "linux") {
        Ok(limit)
    } else {
        Err(LimitError::Unavailable("only an arbiter on Linux can limit that".to_owned()))
    }
}

/// `size = 1*DIGIT [("K" / "M" / "G" / "T") [%s"iB"]]`
fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at(text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len()));
    let power = match unit.strip_suffix("iB").filter(|unit| !unit.is_empty()).unwrap_or(unit) {
        "" => 0,
        "K" | "k" => 1,
        "M" | "m" => 2,
        "G" | "g" => 3,
        "T" | "t" => 4,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(1 << (10 * power))
}

/// A limit at which a bot was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReachedLimit {
    /// The limit in bytes.
    Memory(u64),
    /// The limit as a number of processes and threads.
    Processes(u64),
    /// The limit in seconds of processor time.
    Cpu(u64),
    /// The share of the machine's memory in bytes.
    MemoryShare(u64),
    /// The share of the machine's processes and threads.
    ProcessesShare(u64),
    /// No known limit: the keeper could not watch the bot any more.
    Unwatched,
}

/// The signal by which a keeper ends after it has killed its bot at the memory limit. The signal has no other meaning.
pub(crate) const MEMORY_SIGNAL: i32 = 48;

/// The signal by which a keeper ends after it has killed its bot at the limit of processes.
pub(crate) const PROCESSES_SIGNAL: i32 = 49;

/// The signal by which a keeper ends after it has killed its bot because it cannot watch the bot any more.
pub(crate) const UNWATCHED_SIGNAL: i32 = 50;

impl fmt::Display for ReachedLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Memory(bytes) => write!(f, "killed at its memory limit of {}", ByteSize(bytes)),
            Self::MemoryShare(bytes) => {
                write!(f, "killed at {} of memory, its share of this machine (memory=off lifts it)", ByteSize(bytes))
            }
            Self::ProcessesShare(count) => {
                write!(f, "killed at {count} processes, its share of this machine (processes=off lifts it)")
            }
            Self::Processes(1) => f.write_str("killed at its limit of 1 process"),
            Self::Processes(count) => write!(f, "killed at its limit of {count} processes"),
            Self::Unwatched => f.write_str("killed because its keeper could not watch over it any more"),
            Self::Cpu(seconds) => write!(f, "killed at its limit of {seconds} s of processor time"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn set(key: &str, value: Option<&str>) -> Limits {
        let mut limits = Limits::default();
        assert_eq!(limits.set(key, value), Ok(()), "{key} {value:?}");
        limits
    }

    #[track_caller]
    fn refused(key: &str, value: Option<&str>, expected: &str) {
        let mut limits = Limits::default();
        assert_eq!(limits.set(key, value).unwrap_err().to_string(), expected, "{key} {value:?}");
        assert_eq!(limits, Limits::default());
    }

    #[test]
    fn sizes_are_read_in_their_units() {
        for (text, expected) in [
            ("1048576", 1 << 20),
            ("1024K", 1 << 20),
            ("64M", 64 << 20),
            ("64m", 64 << 20),
            ("64MiB", 64 << 20),
            ("2G", 2 << 30),
            ("1T", 1 << 40),
            ("1000000000", 1_000_000_000),
        ] {
            assert_eq!(set("memory", Some(text)).memory, ResourceLimit::At(expected), "{text}");
        }
        for text in ["", "64", "1023K", "64MB", "64 M", "-1", "1.5G", "G", "99999999999999999999", "99999999T"] {
            refused("memory", Some(text), "expected a size such as 64M or 2G, at least 1M, or off");
        }
    }

    #[test]
    fn every_key_takes_its_values_and_no_other() {
        assert_eq!(set("processes", Some("8")).processes, ResourceLimit::At(8));
        assert_eq!(set("processes", Some("off")).processes, ResourceLimit::Off);
        assert_eq!(set("memory", Some("off")).memory, ResourceLimit::Off);
        assert_eq!(set("affinity", Some("match")).affinity, Affinity::Match);
        assert_eq!(set("affinity", Some("off")).affinity, Affinity::Off);
        assert!(set("clearenv", None).clear_env && set("clearenv", Some("on")).clear_env);
        assert!(!set("clearenv", Some("off")).clear_env && !set("sandbox", Some("off")).sandbox);
        refused("dir", None, "expected a directory");
        refused("env", Some("=x"), "expected NAME=value");
        refused("clearenv", Some("x"), "expected on, off or no value");
        refused("memory", None, "expected a size such as 64M or 2G, at least 1M, or off");
        refused("cpu", Some("0"), "expected a number of seconds");
        refused("files", Some("x"), "expected a number of files");
        refused("processes", Some("0"), "expected a number of processes, or off");
        refused("nice", Some("20"), "expected a number from -20 to 19");
        refused("nice", Some("+3"), "expected a number from -20 to 19");
        refused("cpu", Some("+3"), "expected a number of seconds");
        refused("files", Some("+30"), "expected a number of files");
        refused("processes", Some("+30"), "expected a number of processes, or off");
        refused("memory", Some("+30M"), "expected a size such as 64M or 2G, at least 1M, or off");
        assert_eq!((set("cpu", Some("007")).cpu, set("nice", Some("-03")).nice), (Some(7), Some(-3)));
        refused("affinity", None, "expected auto, match, spread or off");
        refused("affinity", Some("on"), "expected auto, match, spread or off");
        refused("sandbox", Some("yes"), "expected on, off or no value");
        assert_eq!(set("isolation", Some("on")).isolation, Isolation::On);
        assert_eq!(set("isolation", Some("off")).isolation, Isolation::Off);
        assert!(set("strict", None).strict && !set("strict", Some("off")).strict);
        refused("strict", Some("1"), "expected on, off or no value");
        refused("isolation", None, "expected auto, on or off");
        refused(
            "colour",
            None,
            "expected one of dir, env, clearenv, memory, cpu, files, processes, nice, affinity, sandbox, isolation, \
             strict, untrusted",
        );
    }

    /// Settings beside `untrusted` change limits, in either order, and never open the sandbox or the isolation.
    #[test]
    fn an_untrusted_bot_is_shut_in_whatever_else_is_set() {
        let set = |pairs: &[(&str, &str)]| {
            let mut limits = Limits::default();
            pairs.iter().try_for_each(|(key, value)| limits.read(key, Some(value))).map(|()| limits)
        };
        let alone = set(&[("untrusted", "on")]).unwrap();
        assert!(alone.sandbox && alone.strict && alone.isolation == Isolation::On);
        assert_eq!((alone.memory, alone.processes), (ResourceLimit::At(1 << 30), ResourceLimit::At(64)));
        assert_eq!((alone.cpu, alone.files), (Some(3600), Some(256)));
        let more = Limits { memory: ResourceLimit::At(4 << 30), strict: false, ..alone.clone() };
        assert_eq!(set(&[("untrusted", "on"), ("memory", "4G"), ("strict", "off")]).unwrap(), more);
        let before =
            [("sandbox", "off"), ("isolation", "off"), ("memory", "4G"), ("untrusted", "on"), ("strict", "off")];
        assert_eq!(set(&before).unwrap(), more);
        for (key, value) in [("sandbox", "off"), ("isolation", "off"), ("isolation", "auto")] {
            let error = set(&[("untrusted", "on"), (key, value)]).unwrap_err().to_string();
            assert_eq!(error, "expected on, because the bot is untrusted", "{key}");
        }
        for key in ["memory", "processes"] {
            let error = set(&[("untrusted", "on"), (key, "off")]).unwrap_err().to_string();
            assert_eq!(error, "expected a limit, because the bot is untrusted", "{key}");
            assert_eq!(set(&[(key, "off"), ("untrusted", "on")]).unwrap(), alone, "{key}");
        }
        refused("untrusted", Some("off"), "expected on or no value");
    }

    #[test]
    fn memory_is_told_in_the_largest_unit_that_divides_it() {
        assert_eq!(ReachedLimit::Memory(1_000_000_000).to_string(), "killed at its memory limit of 1000000000 bytes");
        assert_eq!(ReachedLimit::Memory(1536 << 20).to_string(), "killed at its memory limit of 1536 MiB");
        assert_eq!(ReachedLimit::Memory(1 << 50).to_string(), "killed at its memory limit of 1024 TiB");
    }

    #[test]
    fn a_signal_tells_only_of_a_limit_that_was_set() {
        let processes = ResourceLimit::Off;
        let limits = Limits { memory: ResourceLimit::At(1 << 20), processes, ..Limits::default() };
        let share = MachineShare::default();
        assert_eq!(limits.reached(MEMORY_SIGNAL, share), Some(ReachedLimit::Memory(1 << 20)));
        assert_eq!(limits.reached(PROCESSES_SIGNAL, share), None);
        assert_eq!(limits.reached(9, share), None);
    }
}
