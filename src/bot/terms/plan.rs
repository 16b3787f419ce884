//! The plan of a bot's process, and its form as words of a command line (`arbiter __keep`, `arbiter __exec`).
//!
//! A command line omits the bot's variables, because every user of the machine can read it. The variables go through
//! the environment or a socket. In the environment they have other names, so that none of them affects the arbiter's
//! own helper processes.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use super::{
    limits::{Limits, ResourceLimit},
    machine_share::MachineShare,
};

/// The beginning of the variables `ARBITER_BOT_0`, `ARBITER_BOT_1`, …, each of which holds one `NAME=value`.
const VARIABLE: &str = "ARBITER_BOT_";

/// The place of the system's POSIX shared memory. An isolated bot has its own there.
pub(crate) const SHARED_MEMORY: &str = "/dev/shm";

/// The steps that turn a process into the bot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ExecPlan {
    /// The file to execute, as an absolute path.
    pub(crate) program: PathBuf,
    /// The arguments, beginning with the program's name.
    pub(crate) arguments: Vec<OsString>,
    /// The limits. `limits.env` is empty, because the variables go another way.
    pub(crate) limits: Limits,
    /// The share of the machine that limits the bot, if its owner has set no limits.
    pub(crate) share: MachineShare,
    /// The soft limit of open files if the limits have none.
    pub(crate) soft_files: Option<u64>,
    /// The core to which the bot is held.
    pub(crate) core: Option<usize>,
    /// The paths that the sandbox or the isolation hides.
    pub(crate) hidden: Vec<PathBuf>,
    /// Entries of hidden directories that the bot sees.
    pub(crate) kept: Vec<PathBuf>,
    /// The paths that a bot in the sandbox may read besides those of the system.
    pub(crate) shown: Vec<PathBuf>,
    /// The control group in which the keeper makes one for the bot.
    pub(crate) groups: Option<PathBuf>,
    /// The bot's own group. The keeper sets this.
    pub(crate) group: Option<PathBuf>,
    /// True if the bot gets namespaces of its own.
    pub(crate) isolated: bool,
    /// True if the bot's directory forgets what the bot writes when the bot ends.
    pub(crate) forgets: bool,
    /// True if the process takes all steps and then exits with 0 instead of executing a program. Tests if the steps are
    /// possible.
    pub(crate) trial: bool,
    /// The bot's own variables, wrapped, as `ARBITER_BOT_0=NAME=value`. Empty if the plan was read from words: then they
    /// are in the environment.
    pub(crate) variables: Vec<OsString>,
}

/// The words are no plan. Happens only if a user runs a hidden command by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected [soft-files=N] [files=N] [cpu=N] [nice=N] [memory=N] [processes=N] [memory-share=N] [processes-share=N] [core=N] [dir=PATH] [hidden=PATH]... [kept=PATH]... \
     [shown=PATH]... [groups=PATH] [group=PATH] [clear-env] [sandbox] [strict] [isolated] [forgets] [trial] -- PROGRAM NAME [ARGUMENT]..."
)]
pub(crate) struct ExecPlanError;

impl ExecPlan {
    /// A plan for a trial, which executes nothing.
    pub(crate) fn nothing() -> Self {
        Self { program: "/".into(), arguments: vec!["nothing".into()], ..Self::default() }
    }

    pub(crate) fn words(&self) -> Vec<OsString> {
        // Affinity and isolation are already decided, in `core` and `isolated`; `untrusted` stands for other limits.
        // Variables are never words.
        let Limits {
            dir,
            env: _,
            clear_env,
            memory,
            cpu,
            files,
            processes,
            nice,
            affinity: _,
            sandbox,
            isolation: _,
            strict,
            untrusted: _,
        } = &self.limits;
        let mut words: Vec<OsString> = Vec::with_capacity(8 + self.arguments.len());
        words.extend(self.soft_files.map(|files| format!("soft-files={files}").into()));
        words.extend(files.map(|files| format!("files={files}").into()));
        words.extend(cpu.map(|seconds| format!("cpu={seconds}").into()));
        words.extend(nice.map(|nice| format!("nice={nice}").into()));
        words.extend(memory.set().map(|bytes| format!("memory={bytes}").into()));
        words.extend(processes.set().map(|count| format!("processes={count}").into()));
        words.extend(self.share.memory.map(|bytes| format!("memory-share={bytes}").into()));
        words.extend(self.share.processes.map(|count| format!("processes-share={count}").into()));
        words.extend(self.core.map(|core| format!("core={core}").into()));
        words.extend(dir.iter().map(|dir| path_word("dir=", dir)));
        words.extend(self.hidden.iter().map(|file| path_word("hidden=", file)));
        words.extend(self.kept.iter().map(|file| path_word("kept=", file)));
        words.extend(self.shown.iter().map(|path| path_word("shown=", path)));
        words.extend(self.groups.iter().map(|dir| path_word("groups=", dir)));
        words.extend(self.group.iter().map(|dir| path_word("group=", dir)));
        words.extend(clear_env.then(|| "clear-env".into()));
        words.extend(sandbox.then(|| "sandbox".into()));
        words.extend(strict.then(|| "strict".into()));
        words.extend(self.isolated.then(|| "isolated".into()));
        words.extend(self.forgets.then(|| "forgets".into()));
        words.extend(self.trial.then(|| "trial".into()));
        words.push("--".into());
        words.push(self.program.clone().into());
        words.extend_from_slice(&self.arguments);
        words
    }

    /// The bot's environment as `NAME=value`, made from that of its helper. Of several variables of one name the last
    /// counts.
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

    /// Sets the variables of a helper that turns into the bot. Removes variables of the arbiter that look like wrapped
    /// ones.
    pub(crate) fn set_variables(&self, command: &mut std::process::Command) {
        for (name, _) in std::env::vars_os().filter(|(name, _)| wrapper_index(name).is_some()) {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().filter_map(|variable| pair(variable)));
    }

    /// Parses words: the inverse of [`ExecPlan::words`].
    pub(crate) fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Self, ExecPlanError> {
        let mut plan = Self::default();
        loop {
            let word = words.next().ok_or(ExecPlanError)?;
            let bytes = word.as_bytes();
            match bytes.iter().position(|&byte| byte == b'=').map(|at| (&bytes[..at], &bytes[at + 1..])) {
                Some((b"soft-files", value)) => plan.soft_files = Some(number(value)?),
                Some((b"files", value)) => plan.limits.files = Some(number(value)?),
                Some((b"cpu", value)) => plan.limits.cpu = Some(number(value)?),
                Some((b"nice", value)) => plan.limits.nice = Some(number(value)?),
                Some((b"memory", value)) => plan.limits.memory = ResourceLimit::At(number(value)?),
                Some((b"processes", value)) => plan.limits.processes = ResourceLimit::At(number(value)?),
                Some((b"memory-share", value)) => plan.share.memory = Some(number(value)?),
                Some((b"processes-share", value)) => plan.share.processes = Some(number(value)?),
                Some((b"core", value)) => plan.core = Some(number(value)?),
                Some((b"dir", value)) => plan.limits.dir = Some(OsStr::from_bytes(value).into()),
                Some((b"hidden", value)) => plan.hidden.push(OsStr::from_bytes(value).into()),
                Some((b"kept", value)) => plan.kept.push(OsStr::from_bytes(value).into()),
                Some((b"shown", value)) => plan.shown.push(OsStr::from_bytes(value).into()),
                Some((b"groups", value)) => plan.groups = Some(OsStr::from_bytes(value).into()),
                Some((b"group", value)) => plan.group = Some(OsStr::from_bytes(value).into()),
                None if bytes == b"clear-env" => plan.limits.clear_env = true,
                None if bytes == b"sandbox" => plan.limits.sandbox = true,
                None if bytes == b"strict" => plan.limits.strict = true,
                None if bytes == b"isolated" => plan.isolated = true,
                None if bytes == b"forgets" => plan.forgets = true,
                None if bytes == b"trial" => plan.trial = true,
                None if bytes == b"--" => break,
                Some(_) | None => return Err(ExecPlanError),
            }
        }
        plan.program = words.next().ok_or(ExecPlanError)?.into();
        plan.arguments = words.collect();
        if plan.arguments.is_empty() { Err(ExecPlanError) } else { Ok(plan) }
    }
}

fn path_word(key: &str, path: &Path) -> OsString {
    let mut word = OsString::from(key);
    word.push(path);
    word
}

fn number<N: std::str::FromStr>(bytes: &[u8]) -> Result<N, ExecPlanError> {
    str::from_utf8(bytes).ok().and_then(|text| text.parse().ok()).ok_or(ExecPlanError)
}

/// Wraps the bot's variables for [`ExecPlan::variables`].
pub(crate) fn wrap_variables(variables: &[(String, String)]) -> Vec<OsString> {
    let wrapped = variables.iter().enumerate();
    wrapped.map(|(index, (name, value))| format!("{VARIABLE}{index}={name}={value}").into()).collect()
}

/// Splits `NAME=value`. `None` without a `=`.
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
            group: Some("/sys/fs/cgroup/a/arbiter-7".into()),
            isolated: true,
            forgets: true,
            trial: true,
            variables: Vec::new(),
            limits: Limits {
                dir: Some("/a dir/with=sign".into()),
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
        assert_eq!(ExecPlan::parse(plan.words().into_iter()), Ok(plan));
        let bare = ExecPlan { program: "/x".into(), arguments: vec!["x".into()], ..ExecPlan::default() };
        assert_eq!(ExecPlan::parse(bare.words().into_iter()), Ok(bare));
    }

    #[test]
    fn words_of_another_kind_are_no_plan() {
        for words in ["", "--", "-- /x", "files= -- /x x", "files=-1 -- /x x", "strange -- /x x"] {
            assert_eq!(ExecPlan::parse(words.split_whitespace().map(OsString::from)), Err(ExecPlanError), "{words}");
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
