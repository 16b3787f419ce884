//! The plan of a bot's process, and its form as words of a command line (`arbiter __keep`, `arbiter __exec`).
//!
//! A command line omits the bot's variables, because every user of the machine can read it. The variables go through
//! the environment or a socket. In the environment they have other names, so that none of them affects the arbiter's
//! own helper processes.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    io,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::PathBuf,
};

use serde::{Deserialize, Serialize};

use super::{
    limits::{Limits, read_path, read_paths, write_paths},
    machine_share::MachineShare,
};

/// The beginning of the variables `ARBITER_BOT_0`, `ARBITER_BOT_1`, …, each of which holds one `NAME=value`.
const VARIABLE: &str = "ARBITER_BOT_";

/// The place of the system's POSIX shared memory. An isolated bot has its own there.
pub(crate) const SHARED_MEMORY: &str = "/dev/shm";

/// The steps that turn a process into the bot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ExecPlan {
    #[serde(skip)]
    pub(crate) program: PathBuf,
    /// The arguments, beginning with the program's name.
    #[serde(skip)]
    pub(crate) arguments: Vec<OsString>,
    /// The limits. `limits.env` is empty, because the variables go another way.
    pub(crate) limits: Limits,
    /// The share of the machine that limits the bot, if its owner has set no limits.
    pub(crate) share: MachineShare,
    pub(crate) soft_files: Option<u64>,
    pub(crate) core: Option<usize>,
    #[serde(serialize_with = "write_paths", deserialize_with = "read_paths")]
    pub(crate) hidden: Vec<PathBuf>,
    /// Entries of hidden directories that the bot sees.
    #[serde(serialize_with = "write_paths", deserialize_with = "read_paths")]
    pub(crate) kept: Vec<PathBuf>,
    /// The paths that a bot in the sandbox may read besides those of the system.
    #[serde(serialize_with = "write_paths", deserialize_with = "read_paths")]
    pub(crate) shown: Vec<PathBuf>,
    /// The control group in which the keeper makes one for the bot.
    #[serde(serialize_with = "write_paths", deserialize_with = "read_path")]
    pub(crate) groups: Option<PathBuf>,
    /// The bot's own group. The keeper sets this.
    #[serde(skip)]
    pub(crate) group: Option<PathBuf>,
    pub(crate) isolated: bool,
    /// True if the bot's directory forgets what the bot writes when the bot ends.
    pub(crate) forgets: bool,
    /// True if the process takes all steps and then exits with 0 instead of executing a program, to test the steps.
    pub(crate) trial: bool,
    /// The bot's own variables, wrapped, as `ARBITER_BOT_0=NAME=value`. Empty if the plan was read from words: then they
    /// are in the environment.
    #[serde(skip)]
    pub(crate) variables: Vec<OsString>,
}

impl ExecPlan {
    pub(crate) fn words(&self) -> Vec<OsString> {
        let json = serde_json::to_string(self).expect("a plan has only flags, numbers and paths");
        [json.into(), self.program.clone().into()].into_iter().chain(self.arguments.iter().cloned()).collect()
    }

    /// The bot's environment as `NAME=value`, made from that of its helper. Of variables of one name the last counts.
    pub(crate) fn environment(&self, inherited: impl Iterator<Item = (OsString, OsString)>) -> Vec<OsString> {
        let own = self.variables.iter().filter_map(|variable| pair(variable));
        let all = inherited.chain(own).map(|(name, value)| (wrapper_index(&name), name, value));
        let (mut wrapped, others): (Vec<_>, Vec<_>) = all.partition(|(index, ..)| index.is_some());
        wrapped.sort();
        let others = others.into_iter().filter(|_| !self.limits.clear_env).map(|(_, name, value)| (name, value));
        let mut environment: BTreeMap<_, _> = others.collect();
        environment.extend(wrapped.iter().filter_map(|(.., variable)| pair(variable)));
        let word = |(mut name, value): (OsString, OsString)| {
            name.push("=");
            name.push(value);
            name
        };
        environment.into_iter().map(word).collect()
    }

    /// Sets the variables of a helper that turns into the bot. Removes the arbiter's that look like wrapped ones.
    pub(crate) fn set_variables(&self, command: &mut std::process::Command) {
        for (name, _) in std::env::vars_os().filter(|(name, _)| wrapper_index(name).is_some()) {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().filter_map(|variable| pair(variable)));
    }

    /// Parses words: the inverse of [`ExecPlan::words`]. Fails if the words are no plan, which happens only if a user
    /// runs a hidden command by hand.
    pub(crate) fn parse(mut words: impl Iterator<Item = OsString>) -> io::Result<Self> {
        let (json, program) = words.next().zip(words.next()).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Self { program: program.into(), arguments: words.collect(), ..serde_json::from_slice(json.as_bytes())? })
    }
}

/// Wraps the bot's variables for [`ExecPlan::variables`].
pub(crate) fn wrap_variables(variables: &[(String, String)]) -> Vec<OsString> {
    let wrapped = variables.iter().enumerate();
    wrapped.map(|(index, (name, value))| format!("{VARIABLE}{index}={name}={value}").into()).collect()
}

fn pair(variable: &OsStr) -> Option<(OsString, OsString)> {
    let bytes = variable.as_bytes();
    let at = bytes.iter().position(|&byte| byte == b'=')?;
    Some((OsString::from_vec(bytes[..at].to_vec()), OsString::from_vec(bytes[at + 1..].to_vec())))
}

fn wrapper_index(name: &OsStr) -> Option<usize> {
    name.to_str()?.strip_prefix(VARIABLE)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::ResourceLimit;

    #[test]
    fn a_plan_reads_back_as_it_was_written() {
        let plan = ExecPlan {
            program: "/bin/sh".into(),
            arguments: vec!["sh".into(), "--".into(), "dir=x".into(), OsString::from_vec(vec![0xff])],
            soft_files: Some(u64::MAX),
            share: MachineShare { memory: Some(3 << 30), processes: Some(4096) },
            core: Some(3),
            hidden: vec!["/a".into(), "/b c".into()],
            kept: vec!["/a/plan".into()],
            shown: vec!["/d".into(), "/e=f".into()],
            groups: Some("/sys/fs/cgroup/a".into()),
            group: None,
            isolated: true,
            forgets: true,
            trial: true,
            variables: Vec::new(),
            limits: Limits {
                dir: Some(OsString::from_vec(b"/a dir/\xff".to_vec()).into()),
                clear_env: true,
                memory: ResourceLimit::At(1 << 20),
                cpu: Some(3),
                files: Some(10),
                processes: ResourceLimit::At(8),
                nice: Some(-5),
                sandbox: true,
                strict: true,
                ..Limits::default()
            },
        };
        assert_eq!(ExecPlan::parse(plan.words().into_iter()).unwrap(), plan);
        let bare = ExecPlan { program: "/x".into(), arguments: vec!["x".into()], ..ExecPlan::default() };
        assert_eq!(ExecPlan::parse(bare.words().into_iter()).unwrap(), bare);
    }

    #[test]
    fn words_of_another_kind_are_no_plan() {
        for words in ["", "{}", "-- /x", "{\"core\":-1} /x x"] {
            assert!(ExecPlan::parse(words.split_whitespace().map(OsString::from)).is_err(), "{words}");
        }
    }

    #[test]
    fn later_variables_win_and_wrappers_do_not_show() {
        let pairs: Vec<(String, String)> =
            (0..12).map(|n| ("A".to_owned(), format!("{n}"))).chain([("B".into(), "x=y".into())]).collect();
        let inherited: [(OsString, OsString); 2] = [("A".into(), "old".into()), ("C".into(), "kept".into())];
        let names = |clear_env| {
            let limits = Limits { clear_env, ..Limits::default() };
            let plan = ExecPlan { variables: wrap_variables(&pairs), limits, ..ExecPlan::default() };
            plan.environment(inherited.clone().into_iter())
        };
        assert_eq!(names(false), ["A=11", "B=x=y", "C=kept"]);
        assert_eq!(names(true), ["A=11", "B=x=y"]);
    }
}
