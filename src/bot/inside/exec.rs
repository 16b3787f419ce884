//! Turns a helper process into the bot: sets its limits and executes the bot's program.

use std::{
    convert::Infallible,
    ffi::{CString, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
};
#[cfg(not(target_os = "linux"))]
use std::{
    io::{self, Write},
    process::ExitCode,
};

use nix::{errno::Errno, sys::signal::SigSet};

use crate::bot::{
    system::{affinity, resources, sandbox},
    terms::{ExecFailure, ExecPlan, ours},
};

#[cfg(not(target_os = "linux"))]
pub(crate) const COMMAND: &str = "__exec";

/// Becomes the bot; returns only on failure. Outside of Linux there is no keeper: the reason goes to the bot's stderr.
#[cfg(not(target_os = "linux"))]
pub(crate) fn run(mut words: impl Iterator<Item = OsString>) -> ExitCode {
    use rustix::process::Signal;

    use super::parent::{end_with_parent, process};
    use crate::bot::{
        system::signals,
        terms::{NOT_EXECUTED, NOT_EXECUTED_STATUS},
    };

    if !end_with_parent(process(words.next()), Signal::KILL) {
        return ExitCode::FAILURE;
    }
    let plan = ExecPlan::parse(words).map_err(|error| ExecFailure::Ours(error.to_string()));
    let Err(reason) = plan.and_then(|plan| {
        signals::catch_all();
        restrict(&plan)?;
        execute(&plan)
    });
    // One write, so that the line stays whole. If the write fails, no other channel is left to report the failure.
    let _ = io::stderr().write_all(format!("{NOT_EXECUTED}{reason}\n").as_bytes());
    ExitCode::from(NOT_EXECUTED_STATUS)
}

/// Executes the bot's program; returns only on failure. Call `signals::catch_all` before,
/// so that signals have their default actions in the program.
pub(crate) fn execute(plan: &ExecPlan) -> Result<Infallible, ExecFailure> {
    let name = plan.program.display();
    let program = CString::new(plan.program.as_os_str().as_bytes()).map_err(ours(&name))?;
    let arguments = c_strings(plan.arguments.iter().cloned()).map_err(ours(&name))?;
    let variables = c_strings(plan.environment(std::env::vars_os()).into_iter()).map_err(ours(&name))?;
    let _ = SigSet::empty().thread_set_mask();
    // `std` would pass a file of unknown format to a shell.
    nix::unistd::execve(&program, &arguments, &variables).map_err(|errno| match errno {
        Errno::ENOMEM | Errno::EAGAIN | Errno::EMFILE | Errno::ENFILE | Errno::EIO => {
            ExecFailure::Ours(format!("cannot execute {name}: {}", errno.desc()))
        }
        // The launch has checked that the file exists.
        Errno::ENOENT if plan.program.exists() => {
            ExecFailure::Bots(format!("cannot execute {name}: its interpreter was not found"))
        }
        Errno::ENOEXEC => ExecFailure::Bots(format!(
            "cannot execute {name}: {}: expected a program, or a script whose first line is #! and its interpreter",
            errno.desc()
        )),
        errno => ExecFailure::Bots(format!("cannot execute {name}: {}", errno.desc())),
    })
}

/// Sets all limits of this process. The limits that would hinder other steps come last.
pub(crate) fn restrict(plan: &ExecPlan) -> Result<(), ExecFailure> {
    if let Some(core) = plan.core {
        affinity::hold(&[core]).map_err(ours(&format_args!("cannot hold it to core {core}")))?;
    }
    if let Some(dir) = &plan.limits.dir {
        std::env::set_current_dir(dir)
            .map_err(|error| ExecFailure::Bots(format!("cannot enter the directory {}: {error}", dir.display())))?;
    }
    if plan.limits.sandbox {
        sandbox::enter(plan).map_err(ours(&"sandbox"))?;
    }
    resources::apply(plan).map_err(ours(&plan.program.display()))?;
    #[cfg(target_os = "linux")]
    if plan.limits.sandbox {
        use crate::bot::system::filter::{self, Filtered};

        let sampled = plan.limits.memory.set().is_some() && plan.group.is_none();
        let bot = Filtered { isolated: plan.isolated, held: plan.core.is_some(), sampled };
        filter::enter(bot).map_err(ours(&"sandbox"))?;
    }
    Ok(())
}

fn c_strings(words: impl Iterator<Item = OsString>) -> Result<Vec<CString>, std::ffi::NulError> {
    words.map(|word| CString::new(word.into_vec())).collect()
}
