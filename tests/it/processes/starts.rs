//! The start of bots.

use std::{
    fs,
    process::{Command, Stdio},
};

use arbiter::bot::{Exit, Launch, Nursery, StartError};
use nix::sched::{CloneFlags, unshare};
use rustix::{
    mount::{MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_change, unmount},
    process::geteuid,
};

use testkit::processes::put_program;

use super::{
    bench::{Talk, bare, eventually, isolated, isolates, limited, nursery, scratch, sh, survivors},
    roles::output_of,
};

#[track_caller]
fn does_not_start(launch: Launch, expected: &str) {
    match nursery().launch(&launch) {
        Ok(_) => panic!("it starts; expected: {expected}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

pub(super) fn command(program: impl Into<String>) -> Launch {
    Launch::new(vec![program.into()])
}

#[test]
fn what_cannot_start_is_named() {
    let dir = scratch("no-start");
    let at = |name: &str| format!("{}/{name}", dir.display());
    fs::write(at("plain"), "text").unwrap();
    let in_dir = |program: &str| limited(command(program), |limits| limits.dir = Some(dir.clone()));
    let on_path = |path: &str| limited(command("plain"), |limits| limits.env = vec![("PATH".into(), path.into())]);

    does_not_start(Launch::default(), "the command names no program");
    does_not_start(command(""), "the command names no program");
    does_not_start(command(at("none")), &format!("there is no file {}", at("none")));
    does_not_start(command(at("plain/none")), &format!("there is no file {}", at("plain/none")));
    does_not_start(in_dir("./none"), &format!("there is no file {}", at("none")));
    does_not_start(command(dir.to_str().unwrap()), &format!("{} is a directory", dir.display()));
    does_not_start(command(at("plain")), &format!("{} is not executable", at("plain")));
    does_not_start(in_dir("./plain"), &format!("{} is not executable", at("plain")));
    does_not_start(on_path(dir.to_str().unwrap()), &format!("{} is not executable", at("plain")));
    does_not_start(on_path("/nowhere:/bin"), "there is no program plain on the PATH");
    for (interpreter, flaw) in
        [("/nowhere/interpreter", "does not exist"), ("/tmp", "is not a file"), ("/etc/passwd", "is not executable")]
    {
        put_program(at("script"), format!("#!{interpreter} -u\n"));
        let named = format!("names the interpreter {interpreter} in its first line, which {flaw}");
        does_not_start(command(at("script")), &format!("{} {named}", at("script")));
    }
    let clear = limited(command("no-such-bot"), |limits| limits.clear_env = true);
    does_not_start(clear, "there is no program no-such-bot on the PATH");
    let nowhere = limited(command("sh"), |limits| limits.dir = Some("/nowhere".into()));
    does_not_start(nowhere, "there is no directory /nowhere");
    let in_file = limited(command("sh"), |limits| limits.dir = Some(at("plain").into()));
    does_not_start(in_file, &format!("{} is not a directory", at("plain")));
    let bad_name = limited(command("sh"), |limits| limits.env = vec![("A=B".into(), String::new())]);
    does_not_start(bad_name, "no variable can have the name \"A=B\"");
    does_not_start(command("sh\0"), "the command, its directory or its variables hold a NUL character");
}

#[test]
fn a_missing_arbiter_is_named() {
    let nursery = Nursery::new("/nowhere/arbiter".into()).unwrap();
    let error = nursery.launch(&command("sh")).unwrap_err();
    assert!(matches!(error, StartError::NoKeeper { .. }));
    assert_eq!(error.to_string(), "cannot start /nowhere/arbiter: No such file or directory (os error 2)");
}

#[test]
fn an_own_status_of_127_is_an_exit() {
    assert_eq!(Talk::start(&sh("exit 127")).exit(), Exit::Code(127));
    let forged = sh("echo hello; echo 'arbiter: cannot execute x: y' >&2; exit 127");
    assert_eq!(Talk::start(&forged).exit(), Exit::Code(127));
    let forged = sh("echo 'arbiter: cannot execute x: y' >&2; exit 127");
    assert_eq!(Talk::start(&forged).exit(), Exit::Code(127));
}

#[test]
fn a_program_that_was_moved_is_still_there() {
    let own = scratch("moved").join("arbiter");
    fs::copy(env!("CARGO_BIN_EXE_arbiter"), &own).unwrap();
    let nursery = Nursery::new(own.clone()).unwrap();
    fs::remove_file(own).unwrap();
    assert_eq!(Talk::over(nursery.launch(&sh("echo here")).unwrap()).line(), "here");
}

#[test]
fn what_fails_on_our_side_is_not_the_bots() {
    output_of(&["sh", "-c", "ulimit -n 40; exec \"$0\" \"$@\""], "short");
}

pub(super) fn short() {
    let nursery = nursery();
    // After the first bot, the nursery knows if it can isolate bots.
    Talk::over(nursery.launch(&sh("true")).unwrap()).rest();
    let mut bots = Vec::new();
    let error = loop {
        match nursery.launch(&sh("cat")) {
            Ok(bot) => bots.push(bot),
            Err(error) => break error,
        }
    };
    assert!(error.is_ours() && error.may_pass(), "{error}");
    assert!(error.to_string().contains("Too many open files"), "{error}");
    // Now there is room again.
    bots.truncate(1);
    eventually("another one starts", || nursery.launch(&sh("true")).is_ok());
}

#[test]
fn directory_variables_niceness_and_limits_reach_the_bot() {
    let dir = scratch("reach");
    put_program(
        dir.join("bot"),
        "#!/bin/sh\necho \"$PWD $A $B ${HOME-none}\"; ulimit -n; ulimit -t; ulimit -c; nice; env\n",
    );
    let launch = limited(command("./bot"), |limits| {
        limits.dir = Some(dir.clone());
        limits.env = vec![("A".into(), "one".into()), ("B".into(), "x=y z".into()), ("A".into(), "two".into())];
        limits.clear_env = true;
        limits.files = Some(77);
        limits.cpu = Some(9);
        limits.nice = Some(5);
    });
    let mut talk = Talk::start(&launch);
    assert_eq!(talk.line(), format!("{} two x=y z none", dir.display()));
    assert_eq!([talk.line(), talk.line(), talk.line(), talk.line()], ["77", "9", "0", "5"]);
    let rest = talk.rest();
    assert!(rest.contains("B=x=y z") && !rest.contains("ARBITER"), "{rest}");
}

#[test]
fn a_variable_for_the_bot_does_not_act_on_the_keeper() {
    let launch = limited(bare(sh("cat /proc/$PPID/environ; exit 0")), |limits| {
        limits.env = vec![("LD_LIBRARY_PATH".into(), "/x".into())];
    });
    let environ = format!("\0{}", Talk::start(&launch).rest());
    // Keepers are closed to their own account, so only root can look.
    let looks = rustix::process::geteuid().is_root();
    assert_eq!(environ.contains("\0ARBITER_BOT_0=LD_LIBRARY_PATH=/x\0"), looks, "{environ}");
    assert!(!environ.contains("\0LD_LIBRARY_PATH=/x\0"));
}

#[test]
fn a_bot_has_its_three_descriptors_and_no_other() {
    let nursery = nursery();
    let others: Vec<_> = (0..3).map(|_| nursery.launch(&sh("cat")).unwrap()).collect();
    let _open = fs::File::open("/dev/null").unwrap();
    // Keepers are closed to their own account, so only root can look.
    let few = if rustix::process::geteuid().is_root() { 5 } else { 0 };
    let script = format!("ls /proc/$$/fd; until [ $(ls /proc/$PPID/fd | wc -l) = {few} ]; do :; done; echo few");
    let mut talk = Talk::over(nursery.launch(&bare(sh(&script))).unwrap());
    assert_eq!([talk.line(), talk.line(), talk.line()], ["0", "1", "2"]);
    // The descriptors of the keeper after it has closed the pipes: /dev/null three times, its waker, and its socket to
    // the arbiter.
    assert_eq!(talk.line(), "few");
    drop(others);
}

/// Bots see mounts that are made outside, and all bots see the same.
#[test]
fn bots_see_what_is_mounted_meanwhile() {
    if isolates() {
        output_of(&[], "mounted-meanwhile");
    }
}

pub(super) fn mounted_meanwhile() {
    // A namespace without propagation, as in many containers.
    let mounts = geteuid().is_root()
        && unshare(CloneFlags::CLONE_NEWNS).is_ok()
        && mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC).is_ok();
    let nursery = Nursery::adopting(testkit::program("arbiter")).unwrap();
    let run = |script: &str| {
        let mut talk = Talk::over(nursery.launch(&isolated(sh(script))).unwrap());
        let said = talk.rest();
        assert_eq!(talk.exit(), Exit::Code(0));
        said
    };
    let sees = "pwd; grep ^Cap /proc/self/status; cut -d ' ' -f 5,6 /proc/self/mountinfo";
    let first = run(sees);
    assert_eq!(run(sees), first, "a bot is kept as the one before");
    if mounts {
        let dir = scratch("mounted-meanwhile").canonicalize().unwrap();
        // `mountinfo` writes a space as an octal number.
        let line = format!("{} rw,nosuid", dir.to_str().unwrap().replace(' ', "\\040"));
        mount("none", &dir, "tmpfs", MountFlags::NOSUID, None).unwrap();
        eventually("bots see what is mounted meanwhile", || run(sees).contains(&line));
        assert!(run(sees).starts_with(first.lines().next().unwrap()), "in the same directory");
        unmount(&dir, UnmountFlags::empty()).unwrap();
        eventually("bots see what is unmounted", || run(sees) == first);
    }
}

/// The fork server forks keepers, which are children of the arbiter. If a bot has killed the fork server, there is a
/// new one. None is left at the end.
#[test]
fn keepers_are_made_by_a_fork_server() {
    let dir = scratch("fork-server");
    let script = "tr '\\0' ' ' </proc/$PPID/cmdline; cat /proc/$PPID/stat; arbiter=$(sed 's/.*) . \\([0-9]*\\).*/\\1/' /proc/$PPID/stat); \
                  for bot in /proc/[0-9]*; do { read -r name <$bot/comm; } 2>/dev/null && [ \"$name\" = arbiter-nurse ] && \
                  grep -qz \"^$arbiter$\" $bot/cmdline && kill -9 ${bot#/proc/}; done";
    let script =
        format!("{{ {script}; }} >{}/$$.seen; exec {}", testkit::word(&dir), testkit::program_word("arbiter-random"));
    let file = dir.join("bot.sh");
    fs::write(&file, script).unwrap();
    let cup = "variant = \"congress\"\nrounds = 2\noptions = { maxturns = 2 }\n";
    let bots = ["a", "b"].map(|name| {
        format!(
            "[[bot]]\nname = \"{name}\"\ncommand = {:?}\nlimits = {{ isolation = \"off\" }}\n",
            format!("/bin/sh {}", testkit::word(&file))
        )
    });
    fs::write(dir.join("cup.toml"), format!("{cup}{}", bots.concat())).unwrap();
    let mut played = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    played.args(["tournament", "cup.toml", "--quiet", "--restart"]).current_dir(&dir).stdin(Stdio::null());
    let played = played.stdout(Stdio::null()).spawn().unwrap();
    let arbiter = played.id();
    assert!(played.wait_with_output().unwrap().status.success());
    let seen = fs::read_dir(&dir).unwrap().flatten().map(|entry| entry.path());
    let seen = seen.filter(|path| path.extension().is_some_and(|ending| ending == "seen"));
    let keepers: Vec<String> = seen.map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_eq!(keepers.len(), 8, "{keepers:?}");
    for keeper in &keepers {
        let (line, stat) = keeper.split_once(&format!(" __nurse {arbiter} ")).unwrap_or_else(|| panic!("{keeper}"));
        assert_eq!(line, "arbiter", "{keeper}");
        let (_, stat) = stat.rsplit_once(") ").unwrap();
        assert_eq!(stat.split(' ').nth(1), Some(arbiter.to_string().as_str()), "{keeper}");
    }
    assert_eq!(survivors(&format!("__nurse {arbiter}")), Vec::<String>::new());
}
