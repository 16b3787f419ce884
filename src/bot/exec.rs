//! `arbiter __exec PARENT PLAN`: the process that becomes the bot.

use std::{
    convert::Infallible,
    ffi::{CString, OsString},
    fmt::Display,
    os::unix::ffi::{OsStrExt, OsStringExt},
    process::ExitCode,
};

use nix::errno::Errno;
use rustix::process::Signal;

use super::{
    cores,
    hidden::{end_with_parent, not_executed},
    plan::{Plan, unwrap_variables},
    resources, sandbox, signals,
};

/// The first word of its command line.
pub(crate) const COMMAND: &str = "__exec";

/// Becomes the bot; returns only where it cannot.
pub(crate) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    if end_with_parent(words.next(), Signal::KILL).is_err() {
        return ExitCode::FAILURE;
    }
    let plan = match Plan::parse(words) {
        Ok(plan) => plan,
        Err(error) => return not_executed("anything", error),
    };
    let Err(reason) = execute(&plan);
    not_executed(plan.program.display(), reason)
}

fn execute(plan: &Plan) -> Result<Infallible, Box<dyn Display>> {
    restrict(plan)?;
    let program = CString::new(plan.program.as_os_str().as_bytes()).map_err(boxed)?;
    let arguments = c_strings(plan.arguments.iter().cloned())?;
    let variables =
        c_strings(unwrap_variables(std::env::vars_os(), plan.limits.clear_env).into_iter().map(|(name, value)| {
            let mut pair = name;
            pair.push("=");
            pair.push(value);
            pair
        }))?;
    signals::catch_all();
    // Not the exec of std: it hands a file of a format that the system does not know to a shell.
    nix::unistd::execve(&program, &arguments, &variables).map_err(|errno| match errno {
        // The file itself was found before the launch.
        Errno::ENOENT if plan.program.exists() => boxed("its interpreter was not found"),
        errno => boxed(errno.desc()),
    })
}

/// Sets all limits of this process. Those that would hinder the setting of others come last.
fn restrict(plan: &Plan) -> Result<(), Box<dyn Display>> {
    #[cfg(target_os = "linux")]
    if let Some(group) = &plan.group {
        super::cgroup::join(group)
            .map_err(|error| boxed(format!("cannot join the control group {}: {error}", group.display())))?;
    }
    if let Some(core) = plan.core {
        cores::hold_process(core).map_err(|error| boxed(format!("cannot hold it to core {core}: {error}")))?;
    }
    if let Some(dir) = &plan.limits.dir {
        std::env::set_current_dir(dir)
            .map_err(|error| boxed(format!("cannot enter the directory {}: {error}", dir.display())))?;
    }
    if plan.limits.sandbox {
        sandbox::enter(plan.limits.dir.as_deref(), &plan.hidden).map_err(|error| boxed(format!("sandbox: {error}")))?;
    }
    resources::apply(plan).map_err(boxed)
}

fn c_strings(words: impl Iterator<Item = OsString>) -> Result<Vec<CString>, Box<dyn Display>> {
    words.map(|word| CString::new(word.into_vec()).map_err(boxed)).collect()
}

fn boxed(reason: impl Display + 'static) -> Box<dyn Display> {
    Box::new(reason)
}
