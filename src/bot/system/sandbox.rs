//! The sandbox of a bot, made with Linux's landlock. The bot and its descendants may read and execute the programs and
//! libraries of the system and the paths shown to the bot. They may write only below one directory, and cannot use TCP.
//! If the kernel can forbid it, they also cannot send signals to processes outside.
//!
//! An isolated bot also has its own view of the file system, in which all other files are missing.

use std::{fs, path::PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope, path_beneath_rules,
};

use super::shown;
use crate::bot::terms::{ExecPlan, SHARED_MEMORY};

/// Files that every bot may write, because they store nothing.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Other parts of the system that every bot may read. In `/proc`, landlock itself protects the memory, the environment
/// and the open files of processes outside the sandbox.
const SHARED: [&str; 3] = ["/dev/random", "/dev/urandom", "/proc"];

/// The places in which an isolated bot may write besides its directory. They are in memory, and end with the bot.
const PRIVATE: [&str; 2] = ["/tmp", SHARED_MEMORY];

#[derive(Debug, thiserror::Error)]
pub(crate) enum SandboxError {
    #[error("this kernel has no landlock (it needs Linux 5.13 or later, and `landlock` in the kernel's `lsm=`)")]
    NoLandlock,
    #[error("this kernel's landlock cannot forbid {what}; Linux {version} and later can")]
    TooOld { what: &'static str, version: &'static str },
    #[error("the sandbox cannot be made: {0}")]
    Refused(#[from] RulesetError),
    #[error("the kernel does not enforce the sandbox")]
    NotEnforced,
}

pub(crate) fn check() -> Result<(), SandboxError> {
    rules()?.create()?;
    Ok(())
}

/// The restrictions. Returns an error if the kernel lacks one, except for the scopes of signals and abstract sockets.
fn rules() -> Result<Ruleset, SandboxError> {
    let rules = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    rules().handle_access(AccessFs::from_all(ABI::V1)).map_err(|_| SandboxError::NoLandlock)?;
    let too_old = |what, version| move |_| SandboxError::TooOld { what, version };
    let rules =
        rules().handle_access(AccessFs::from_all(ABI::V3)).map_err(too_old("the truncation of files", "6.2"))?;
    let rules = rules.handle_access(AccessNet::from_all(ABI::V4)).map_err(too_old("TCP", "6.7"))?;
    Ok(rules.set_compatibility(CompatLevel::BestEffort).scope(Scope::Signal | Scope::AbstractUnixSocket)?)
}

/// Restricts this process, which has one thread, and all that it starts.
pub(crate) fn enter(plan: &ExecPlan) -> Result<(), SandboxError> {
    // An isolated bot may read every file of its view.
    let (readable, private) = match plan.isolated {
        true => (vec![PathBuf::from("/")], &PRIVATE[..]),
        false => (readable(shown::system().into_iter().chain(plan.shown.clone()), &plan.hidden, &plan.kept), &[][..]),
    };
    let own = plan.limits.dir.as_deref();
    let status = rules()?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(ABI::V3)))?
        .add_rules(path_beneath_rules(SHARED.iter().chain(&SINKS), AccessFs::from_read(ABI::V3)))?
        .add_rules(path_beneath_rules(SINKS, AccessFs::WriteFile))?
        .add_rules(path_beneath_rules(private, AccessFs::from_all(ABI::V3)))?
        .add_rules(path_beneath_rules(own, AccessFs::from_all(ABI::V3)))?
        .restrict_self()?;
    if status.ruleset == RulesetStatus::NotEnforced { Err(SandboxError::NotEnforced) } else { Ok(()) }
}

/// The largest parts of the shown paths that contain no hidden path. Beside a hidden file, all files with the same
/// extension are hidden too: the logs and seeds of other matches. The kept entries of hidden directories are not hidden.
fn readable(shown: impl Iterator<Item = PathBuf>, hidden: &[PathBuf], kept: &[PathBuf]) -> Vec<PathBuf> {
    let mut parts = Vec::new();
    // Landlock's rules apply to files, not to paths. So links are resolved, and hidden files found by any path.
    let mut open: Vec<PathBuf> = shown.filter_map(|path| path.canonicalize().ok()).collect();
    while let Some(place) = open.pop() {
        if hidden.iter().any(|file| place.starts_with(file)) && !kept.iter().any(|entry| place.starts_with(entry)) {
            continue;
        }
        if !hidden.iter().any(|file| file.starts_with(&place)) {
            parts.push(place);
            continue;
        }
        let endings: Vec<_> =
            hidden.iter().filter(|file| file.parent() == Some(&place)).filter_map(|file| file.extension()).collect();
        // Skips links: the rules apply to the file behind a link.
        let entries = fs::read_dir(&place).into_iter().flatten().flatten();
        let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
        let entries = entries.map(|entry| entry.path());
        open.extend(entries.filter(|path| !path.extension().is_some_and(|ending| endings.contains(&ending))));
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn what_is_hidden_is_left_out_and_all_else_is_there() {
        let root = testkit::processes::scratch("readable");
        fs::create_dir_all(root.join("logs/bot.jsonl")).unwrap();
        fs::create_dir_all(root.join("bots")).unwrap();
        fs::create_dir_all(root.join("luck")).unwrap();
        for file in
            ["logs/m.jsonl", "logs/m.jsonl.seed", "logs/other.jsonl.seed", "logs/bot.py", "bots/m.jsonl", "luck/seed"]
        {
            fs::write(root.join(file), "").unwrap();
        }
        std::os::unix::fs::symlink("/", root.join("logs/link")).unwrap();
        let root = root.canonicalize().unwrap();
        let all = || [PathBuf::from("/")].into_iter();
        let parts =
            readable(all(), &[root.join("logs/m.jsonl"), root.join("logs/m.jsonl.seed"), root.join("luck")], &[]);
        let mut below: Vec<_> = parts.iter().filter_map(|part| part.strip_prefix(&root).ok()).collect();
        below.sort();
        assert_eq!(below, [Path::new("bots"), Path::new("logs/bot.py")]);
        assert!(
            parts.contains(&PathBuf::from("/proc")) && !parts.iter().any(|part| root.starts_with(part)),
            "{parts:?}"
        );
        assert_eq!(readable(all(), &[], &[]), [PathBuf::from("/")]);
        let inside = || [root.join("luck/seed"), root.join("bots")].into_iter();
        assert_eq!(readable(inside(), &[root.join("luck")], &[]), [root.join("bots")]);
        assert_eq!(readable(inside(), std::slice::from_ref(&root), &[root.join("luck")]), [root.join("luck/seed")]);
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn what_is_missing_is_said() {
        assert!(SandboxError::NoLandlock.to_string().starts_with("this kernel has no landlock "));
        let old = SandboxError::TooOld { what: "TCP", version: "6.7" };
        assert_eq!(old.to_string(), "this kernel's landlock cannot forbid TCP; Linux 6.7 and later can");
    }
}
