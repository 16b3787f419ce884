//! The limits of bots, with real processes: each limit is enforced, and a bot within it plays on.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

mod doors;
mod groups;
mod matches;
mod runtimes;
mod untrusted;

use std::{collections::BTreeMap, fs, net::TcpListener};

use super::processes::bench::{Talk, eventually, faulty, isolates, limited, marker, nursery, scratch, sh, survivors};
use arbiter::bot::{BotProcess, Bots, Exit, Launch, Limits, ReadResult};

/// The bot with limits, given as a host gives them.
#[track_caller]
fn under(launch: Launch, set: &[(&str, &str)]) -> Launch {
    limited(launch, |limits| {
        for (key, value) in set {
            limits.set(key, Some(value)).unwrap();
        }
    })
}

/// Checks that the bot is killed, with this text, and that no process is left.
#[track_caller]
fn is_killed(mode: &str, set: &[(&str, &str)], expected: &str) {
    let marker = marker("limit");
    let mut talk = Talk::start(&under(faulty(&format!("{mode} --at start"), &marker), set));
    assert_eq!(talk.exit_after_work().to_string(), expected, "{mode}");
    assert_eq!(survivors(&marker), Vec::<String>::new(), "{mode}");
}

/// Checks that the bot plays on in this mode after its keeper has looked at it.
#[track_caller]
fn plays(mode: &str, set: &[(&str, &str)]) {
    let marker = marker("within");
    let mut talk = Talk::start(&under(faulty(mode, &marker), set));
    talk.greet();
    let keeper = Keeper::of(&marker);
    talk.say("legal a1 b2\ngo\n");
    assert_eq!(talk.line(), "bestmove a1", "{mode}");
    if set.iter().any(|(key, _)| ["memory", "processes"].contains(key)) {
        keeper.looks(5);
    }
    talk.say("quit\n");
    assert_eq!(talk.exit(), Exit::Code(0), "{mode}");
}

/// A keeper, by its process number.
struct Keeper(String);

impl Keeper {
    /// The keeper of the bot with this marker. The bot must have said something.
    #[track_caller]
    fn of(marker: &str) -> Self {
        let named = |pid: &String| {
            let file = |name: &str| fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
            file("comm") == b"arbiter-keep\n" && String::from_utf8_lossy(&file("cmdline")).contains(marker)
        };
        let all = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().into_string().ok());
        Self(all.into_iter().find(named).unwrap())
    }

    /// The number of times that the keeper has gone to sleep.
    fn sleeps(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).unwrap();
        status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")?.trim().parse().ok()).unwrap()
    }

    /// True if the system enforces the limits, so that the keeper takes no samples.
    fn is_told(&self) -> bool {
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", self.0)).unwrap();
        let group = format!("/arbiter-{}\n", self.0);
        let groups = |child| fs::read_to_string(format!("/proc/{child}/cgroup")).unwrap_or_default();
        children.split_whitespace().any(|child| groups(child).contains(&group))
    }

    /// Waits until the keeper has woken this many times, if it takes samples.
    #[track_caller]
    fn looks(&self, times: u64) {
        let before = self.sleeps();
        let told = self.is_told();
        eventually("the keeper looks", || told || self.sleeps() >= before + times);
    }
}

#[test]
fn a_bot_is_killed_at_its_memory_limit_and_not_before() {
    let set = [("memory", "64M")];
    is_killed("hold-memory --bytes 100000000", &set, "was killed at its memory limit of 64 MiB");
    plays("hold-memory --bytes 40000000", &set);
    plays("hold-memory --bytes 100000000", &[]);
}

#[test]
fn the_memory_of_all_that_a_bot_has_started_counts() {
    let marker = marker("family");
    let Launch { command, .. } = faulty("hold-memory --at start --bytes 30000000", &marker);
    let script = |count| {
        // The started processes stay until their input ends.
        let start = format!("setsid {} <&3 & done", command.iter().map(testkit::word).collect::<Vec<_>>().join(" "));
        format!("exec 3<&0; for i in $(seq {count}); do {start}; echo on; cat")
    };
    let mut talk = Talk::start(&under(sh(&script(4)), &[("memory", "96M")]));
    assert_eq!(talk.exit().to_string(), "was killed at its memory limit of 96 MiB");
    assert_eq!(survivors(&marker), Vec::<String>::new());

    let mut talk = Talk::start(&under(sh(&script(2)), &[("memory", "96M")]));
    talk.line();
    let keeper = Keeper::of(&marker);
    keeper.looks(10);
    talk.bot.close_input();
    assert_eq!(talk.exit(), Exit::Code(0));
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn memory_that_processes_share_counts_once() {
    // A shell with a long variable, and copies of the shell that wait.
    let script = "x=$(head -c 20000000 /dev/zero | tr '\\0' x); for i in 1 2 3 4 5 6 7 8 9; do (cat; : $x) <&3 & done; \
                  echo on; cat";
    let marker = marker("shared");
    let launch = under(sh(&format!("exec 3<&0; : {marker}; {script}")), &[("memory", "150M")]);
    let mut talk = Talk::start(&launch);
    talk.line();
    let keeper = Keeper::of(&marker);
    keeper.looks(10);
    talk.bot.close_input();
    assert_eq!(talk.exit(), Exit::Code(0));
}

#[test]
fn a_bot_is_killed_at_its_limit_of_processes_and_not_before() {
    let set = [("processes", "8")];
    let expected = "was killed at its limit of 8 processes";
    is_killed("fork-bomb --count 500", &set, expected);
    is_killed("threads --count 20", &set, expected);
    is_killed("daemonise", &[("processes", "1")], "was killed at its limit of 1 process");
    plays("fork-bomb --count 5", &set);
    plays("threads --count 5", &set);
}

/// The share of a machine that many bots divide is the smallest one.
#[test]
fn a_bot_without_limits_has_a_share_of_the_machine() {
    nursery().divide_machine(u64::MAX);
    // One limit of its own leaves the other.
    let expected = "was killed at 1 GiB of memory, its share of this machine (memory=off lifts it)";
    is_killed("hold-memory --bytes 1200000000", &[("processes", "8")], expected);
    let expected = "was killed at 256 processes, its share of this machine (processes=off lifts it)";
    is_killed("fork-bomb --count 300", &[], expected);
    plays("fork-bomb --count 20", &[]);
}

#[test]
fn a_bomb_of_a_shell_is_stopped() {
    let marker = marker("bomb");
    // Without a limit there would be at most 511 processes.
    let script =
        format!("f() {{ [ $1 = 0 ] && exec sleep 1000; f $(($1 - 1)) & f $(($1 - 1)) & wait; }}; f 8; true {marker}");
    let mut talk = Talk::start(&under(sh(&script), &[("processes", "20")]));
    assert_eq!(talk.exit().to_string(), "was killed at its limit of 20 processes");
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn a_keeper_without_such_a_limit_sleeps() {
    let others = [("cpu", "9"), ("files", "50"), ("nice", "1"), ("memory", "off"), ("processes", "off")];
    let (one, other) = (marker("idle"), marker("watched"));
    let mut idle = Talk::start(&under(sh(&format!(": {one}; echo on; cat")), &others));
    idle.line();
    let idle_keeper = Keeper::of(&one);
    let mut watched = Talk::start(&under(sh(&format!(": {other}; echo on; cat")), &[("processes", "8")]));
    watched.line();
    let watched_keeper = Keeper::of(&other);
    // Waits until both keepers have slept, so both bots run.
    eventually("they run", || idle_keeper.sleeps() > 0 && watched_keeper.sleeps() > 0);
    watched_keeper.looks(5);
    let before = idle_keeper.sleeps();
    watched_keeper.looks(20);
    assert_eq!(idle_keeper.sleeps(), before);
}

#[test]
fn a_strict_limit_is_kept_by_the_system_or_the_bot_does_not_start() {
    let marker = marker("strict");
    let launch = under(faulty("good", &marker), &[("memory", "64M"), ("strict", "on")]);
    match nursery().launch(&launch) {
        Ok(bot) => {
            let mut talk = Talk::over(bot);
            talk.greet();
            assert!(Keeper::of(&marker).is_told());
        }
        Err(error) => {
            assert!(error.is_ours());
            assert!(error.to_string().starts_with("strict: no control groups "), "{error}");
        }
    }
    // Without such a limit, `strict` has no effect.
    Talk::start(&under(faulty("good", "unlimited"), &[("strict", "on")])).greet();
}

/// The keeper may be blinded, stopped once, or stopped again and again; the arbiter notices.
#[test]
fn a_keeper_that_cannot_look_any_more_ends_its_bot() {
    let set = [("processes", "20"), ("memory", "64M"), ("isolation", "off")];
    for mode in ["blind-keeper", "stop-keeper", "hold-keeper"] {
        let marker = marker("guard");
        let mut talk = Talk::start(&under(faulty(mode, &marker), &set));
        talk.greet();
        let told = Keeper::of(&marker).is_told();
        talk.say("legal a1\ngo\n");
        if told {
            assert_eq!(talk.line(), "bestmove a1");
            talk.bot.kill();
        }
        let exit = talk.exit();
        let unwatched = exit.to_string() == "was killed because its keeper could not watch over it any more";
        // A keeper that is stopped again and again may have no time to report this, so the bot may only be killed.
        assert!(unwatched || ((told || mode == "hold-keeper") && exit == Exit::Signal(9)), "{mode}: {exit}");
        eventually("nothing is left", || survivors(&marker).is_empty());
    }
}

#[test]
fn a_keeper_keeps_its_own_niceness_to_itself() {
    let plain = Talk::start(&sh("nice")).line();
    for isolation in ["auto", "off"] {
        let watched = under(sh("nice"), &[("processes", "8"), ("isolation", isolation)]);
        assert_eq!(Talk::start(&watched).line(), plain);
    }
    if rustix::process::geteuid().is_root() {
        for isolation in ["auto", "off"] {
            let set = [("processes", "8"), ("nice", "-3"), ("isolation", isolation)];
            assert_eq!(Talk::start(&under(sh("nice"), &set)).line(), "-3");
        }
    }
}

#[test]
fn a_bot_is_killed_at_its_limit_of_processor_time() {
    is_killed("spin", &[("cpu", "1")], "was killed at its limit of 1 s of processor time");
    // A bot that ignores the signal is killed a second later.
    let mut talk = Talk::start(&under(sh("trap : XCPU; while :; do :; done"), &[("cpu", "1")]));
    assert_eq!(talk.exit_after_work().to_string(), "was killed at its limit of 1 s of processor time");
    plays("late --delay-ms 100", &[("cpu", "1")]);
    let mut talk = Talk::start(&under(sh("kill -9 $$"), &[("cpu", "1"), ("memory", "64M"), ("processes", "8")]));
    assert_eq!(talk.exit(), Exit::Signal(9));
}

/// True if this kernel has a sandbox. If not, checks that the error says so.
fn has_sandbox() -> bool {
    match Limits::default().set("sandbox", Some("on")) {
        Ok(()) => true,
        Err(error) => {
            testkit::need::not_tried("sandbox", "the sandbox", &error.to_string());
            assert!(error.to_string().starts_with("this kernel"), "{error}");
            false
        }
    }
}

/// True if the tests lie in `/tmp`, of which an isolated bot in the sandbox has its own.
fn is_in_tmp() -> bool {
    let is = scratch("place").starts_with("/tmp");
    if is {
        let why = "they lie in /tmp, of which such a bot has its own";
        testkit::need::not_tried("place", "what an isolated bot in the sandbox does around the tests", why);
    }
    is
}

#[test]
fn a_bot_in_the_sandbox_writes_in_its_directory_only() {
    if !has_sandbox() || is_in_tmp() {
        return;
    }
    let place = scratch("sandbox");
    let own = place.join("own");
    fs::create_dir(&own).unwrap();
    fs::write(place.join("beside"), "text\n").unwrap();
    let script = format!(
        "try() {{ name=$1; shift; (eval \"$*\") >/dev/null 2>&1 && echo $name yes || echo $name no; }}; cd {place}
         try read cat beside; try list ls .; try sink 'echo x >/dev/null'; try pipe 'echo x | cat'
         try make 'echo x >new'; try append 'echo x >>beside'; try remove rm beside; try temp 'echo x >/tmp/$$'
         try link ln beside own/link; try own-make 'echo x >own/new'; try own-dir mkdir own/dir
         try own-move 'mv own/new own/dir'; try own-read cat own/dir/new; try own-run 'cp /bin/true own/t && own/t'
         try own-remove rm own/dir/new; try signal 'kill -0 1'; try files 'readlink /proc/1/fd/0'",
        place = testkit::word(&place)
    );
    let mut talk = Talk::start(&under(sh(&script), &[("dir", own.to_str().unwrap()), ("sandbox", "on")]));
    let said = talk.rest();
    let said: BTreeMap<&str, &str> = said.lines().map(|line| line.split_once(' ').unwrap()).collect();
    // It has files of its own in `/tmp`. It sees no file beside its directory.
    let refused = ["append", "files", "link", "make", "read", "remove"];
    for (name, answer) in &said {
        // The sandbox forbids signals only on newer kernels.
        let expected = if refused.contains(name) { "no" } else { "yes" };
        assert!(*answer == expected || *name == "signal", "{name}: {said:?}");
    }
    assert_eq!(said.len(), 17, "{said:?}");
    assert!(!place.join("new").exists() && place.join("beside").exists());
    assert_eq!(fs::read_to_string(place.join("beside")).unwrap(), "text\n");
}

/// The text that a bot writes to stderr until it quits.
#[track_caller]
fn told(launch: &Launch) -> String {
    let mut talk = Talk::start(launch);
    talk.greet();
    talk.say("quit\n");
    assert_eq!(talk.exit(), Exit::Code(0));
    while let ReadResult::Bytes(_) = talk.bot.drain_stderr() {}
    talk.bot.stderr_tail()
}

#[test]
fn a_bot_in_the_sandbox_has_no_tcp() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mode = format!("connect --at start --action {}", listener.local_addr().unwrap());
    let said = |set: &[(&str, &str)]| told(&under(faulty(&mode, "tcp"), set));
    assert_eq!(said(&[]), "connected\n");
    if has_sandbox() {
        assert_eq!(said(&[("sandbox", "on")]), "not connected: Permission denied (os error 13)\n");
    }
}

/// The words that a script prints in the sandbox, with and without namespaces.
fn in_the_sandbox(script: &str, own: &std::path::Path) -> [String; 2] {
    ["auto", "off"].map(|isolation| {
        let set = [("dir", own.to_str().unwrap()), ("sandbox", "on"), ("isolation", isolation)];
        let mut talk = Talk::start(&under(sh(script), &set));
        talk.rest().split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

/// `only_refused` fails only if the sandbox refuses an action (EACCES), but not if the action is impossible for another
/// reason.
const PRELUDE: &str = "import os, socket, resource, fcntl, ctypes, errno, stat, struct
def only_refused(action):
 try: action()
 except PermissionError as e:
  if e.errno == errno.EACCES: raise
 except OSError: pass
def call(*words):
 libc = ctypes.CDLL(None, use_errno=True)
 if libc.syscall(*words) == -1: raise OSError(ctypes.get_errno(), \"\")
ioprio_set = {\"x86_64\": 251, \"aarch64\": 30}.get(os.uname().machine, 251)
io_uring_setup = 425
is_arm = os.uname().machine == \"aarch64\"
sched_setattr, add_key, request_key, keyctl = (274, 217, 218, 219) if is_arm else (314, 248, 249, 250)
sethostname, setdomainname, clock_settime, syslog = (161, 162, 112, 116) if is_arm else (170, 171, 227, 103)
perf_event_open, mount, unshare, bpf, ptrace = (241, 40, 97, 280, 117) if is_arm else (298, 165, 272, 321, 101)
settimeofday, clock_adjtime, process_vm_readv = (170, 266, 270) if is_arm else (164, 305, 310)
shmget, openat2 = (194 if is_arm else 29), 437";

/// True if landlock can keep signals in, which it can from Linux 6.12 on.
fn scopes_signals() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map_while(|number| number.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(6), Some(12))
}

/// A Python program that runs these lines. For each it prints the name, and if the line succeeded.
fn python(lines: &[(&str, &str)]) -> String {
    let tries: String = lines
        .iter()
        .map(|(name, code)| {
            format!("try:\n {code}\n print(\"{name}:yes\")\nexcept OSError as e:\n print(\"{name}:no\")\n")
        })
        .collect();
    format!("exec python3 -c {}", testkit::word(format!("\n{PRELUDE}\n{tries}")))
}

#[test]
fn a_bot_in_the_sandbox_reaches_nobody_outside() {
    if !has_sandbox() {
        return;
    }
    let place = scratch("doors");
    let own = place.join("own");
    fs::create_dir(&own).unwrap();
    let listener = std::os::unix::net::UnixListener::bind(place.join("socket")).unwrap();
    let datagrams = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = datagrams.local_addr().unwrap().port();
    let send = format!("socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b\"x\", (\"127.0.0.1\", {port}))");
    let connect = format!("socket.socket(socket.AF_UNIX).connect({:?})", place.join("socket").to_str().unwrap());
    let parent = "os.getppid() or 1";
    // Without a process namespace, the sandbox lets a bot schedule only itself, and not even its children.
    let child = "(globals().get(\"child\") or globals().setdefault(\"child\", os.spawnlp(os.P_NOWAIT, \"sleep\", \"sleep\", \"60\")))";
    let script = python(&[
        ("udp", &send),
        ("unix", &connect),
        ("pair", "socket.socketpair()"),
        ("datagrams", "only_refused(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))"),
        ("host", "only_refused(lambda: call(sethostname, None, 0))"),
        ("domain", "only_refused(lambda: call(setdomainname, None, 0))"),
        ("clock", "only_refused(lambda: call(clock_settime, 99, None))"),
        ("day", "only_refused(lambda: call(settimeofday, None, None))"),
        ("adjust", "only_refused(lambda: call(clock_adjtime, 99, None))"),
        ("console", "only_refused(lambda: call(syslog, 10, None, 0))"),
        ("perf", "only_refused(lambda: call(perf_event_open, None, 0, -1, -1, 0))"),
        ("mount", "only_refused(lambda: call(mount, None, None, None, 0, None))"),
        ("unshare", "only_refused(lambda: call(unshare, 0))"),
        ("programs-of-the-kernel", "only_refused(lambda: call(bpf, 99, None, 0))"),
        ("trace", "only_refused(lambda: call(ptrace, 99, 0, None, None))"),
        ("memory-of-others", "only_refused(lambda: call(process_vm_readv, 0, None, 0, None, 0, 0))"),
        ("limit", &format!("resource.prlimit({parent}, resource.RLIMIT_NOFILE, (9, 9))")),
        ("own-limit", "resource.setrlimit(resource.RLIMIT_NOFILE, (99, 99))"),
        ("nice", &format!("os.setpriority(os.PRIO_PROCESS, {parent}, 19)")),
        ("own-nice", "os.nice(1)"),
        ("signal", &format!("os.kill({parent}, 9)")),
        ("io-nice", &format!("only_refused(lambda: call(ioprio_set, 1, {parent}, 3 << 13))")),
        ("own-io-nice", "only_refused(lambda: call(ioprio_set, 1, 0, 3 << 13))"),
        ("type", "only_refused(lambda: fcntl.ioctl(0, 0x5412, b\"x\"))"),
        ("paste", "only_refused(lambda: fcntl.ioctl(0, 0x541c, b\"x\"))"),
        ("window", "only_refused(lambda: fcntl.ioctl(0, 0x5413, bytes(8)))"),
        ("ring", "only_refused(lambda: call(io_uring_setup, 1, None))"),
        ("io-nice-of-user", "only_refused(lambda: call(ioprio_set, 3, 0, 3 << 13))"),
        ("lock", "fcntl.flock(os.open(\"/etc/passwd\", os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)"),
        ("key", "only_refused(lambda: call(add_key, None, None, None, 0, 0))"),
        ("keys", "only_refused(lambda: call(keyctl, 99999, 0, 0, 0, 0))"),
        ("wanted-key", "only_refused(lambda: call(request_key, None, None, None, 0))"),
        ("own-lock", "fcntl.lockf(open(\"locked\", \"w\"), fcntl.LOCK_EX)"),
        ("lease", "only_refused(lambda: fcntl.fcntl(os.open(\"locked\", os.O_RDONLY), 1024, fcntl.F_RDLCK))"),
        ("own-mode", "os.close(os.open(\"new\", os.O_CREAT)); os.chmod(\"new\", 0o600)"),
        ("set-user", "os.close(os.open(\"set-user\", os.O_CREAT, 0o4700))"),
        ("set-user-unread", "call(openat2, -100, b\"unread\", struct.pack(\"QQQ\", os.O_CREAT, 0o4700, 0), 24)"),
        ("device", "only_refused(lambda: os.mknod(\"device\", stat.S_IFBLK))"),
        ("own-pipe", "os.mkfifo(\"pipe\"); os.unlink(\"pipe\")"),
        ("shared", "call(shmget, 0, 4096, 0o600)"),
        ("schedule", &format!("os.sched_setscheduler({child}, os.SCHED_BATCH, os.sched_param(0))")),
        ("parameter", &format!("os.sched_setparam({child}, os.sched_param(0))")),
        ("attributes", &format!("only_refused(lambda: call(sched_setattr, {child}, None, 0))")),
        ("cores", &format!("os.sched_setaffinity({child}, os.sched_getaffinity(0))")),
        ("own-schedule", "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))"),
        ("own-cores", "os.sched_setaffinity(os.getpid(), os.sched_getaffinity(0))"),
    ]);
    let isolates = isolates();
    let [isolated, bare] = in_the_sandbox(&script, &own);
    let expected = "udp:no unix:no pair:yes datagrams:no host:no domain:no clock:no day:no adjust:no console:no perf:no \
                    mount:no unshare:no programs-of-the-kernel:no trace:no memory-of-others:no limit:no own-limit:yes nice:no own-nice:yes signal:S io-nice:no \
                    own-io-nice:yes type:no paste:no window:yes ring:no io-nice-of-user:no lock:no key:no keys:no \
                    wanted-key:no own-lock:yes lease:no own-mode:yes set-user:no set-user-unread:no device:no own-pipe:yes \
                    shared:O schedule:O parameter:O attributes:O cores:O own-schedule:yes own-cores:yes";
    // The init ignores a signal without an error. The keeper is out of reach only if the kernel has landlock's scopes.
    // Only a world of its own has shared memory, and children that it schedules.
    for (said, others) in [(&isolated, if isolates { "yes" } else { "no" }), (&bare, "no")] {
        let said = match others == "no" && scopes_signals() {
            true => said.replace("signal:no", "signal:S"),
            false => said.replace("signal:yes", "signal:S").replace("signal:no", "signal:S"),
        };
        assert_eq!(said, expected.replace('O', others));
    }
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody came");
    datagrams.set_nonblocking(true).unwrap();
    assert!(datagrams.recv(&mut [0]).is_err(), "something came");
}

/// Without root this is impossible anyway.
#[test]
fn an_isolated_bot_changes_no_setting_of_the_system() {
    let script = "for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/threads-max /proc/sys/vm/swappiness \
                  /proc/sysrq-trigger $(find /proc/irq /sys/kernel -maxdepth 2 -type f -perm -200 2>/dev/null | head -5); \
                  do [ ! -e $f ] || sh -c \"exec 3>>$f\" 2>/dev/null && [ -e $f ] && echo open $f; done; echo end; cat";
    for set in [&[("isolation", "on")][..], &[("isolation", "on"), ("memory", "64M")]] {
        match nursery().launch(&under(sh(script), set)) {
            Ok(bot) => {
                let mut talk = Talk::over(bot);
                assert_eq!(talk.line(), "end");
            }
            // Namespaces are not available everywhere.
            Err(error) => assert!(error.is_ours(), "{error}"),
        }
    }
}

/// If the arbiter can make control groups, an isolated bot stays in its own group, with its limits.
#[test]
fn an_isolated_bot_cannot_lift_what_its_control_group_keeps() {
    let script = "g=/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup); \
                  [ -d $g ] || g=/sys/fs/cgroup/unified${g#/sys/fs/cgroup}; \
                  (echo max >$g/memory.max) 2>/dev/null && echo lifted; \
                  (echo 0 >$g/../cgroup.procs) 2>/dev/null && echo left; \
                  unshare -UmC true 2>/dev/null && echo another; \
                  cat $g/memory.max; cat";
    let set = [("memory", "64M"), ("isolation", "on"), ("strict", "on")];
    match nursery().launch(&under(sh(script), &set)) {
        Ok(bot) => {
            let mut talk = Talk::over(bot);
            assert_eq!(talk.line(), "67108864");
            talk.bot.close_input();
            assert_eq!(talk.exit(), Exit::Code(0));
        }
        // Groups and namespaces are not available everywhere.
        Err(error) => assert!(error.is_ours(), "{error}"),
    }
}

/// The sandbox refuses files in memory if samples are to count the memory of the bot.
#[test]
fn a_bot_in_the_sandbox_has_no_memory_that_samples_miss() {
    if !has_sandbox() {
        return;
    }
    let own = scratch("unseen");
    let script = python(&[("file", "os.close(os.memfd_create(\"x\"))")]);
    let set = [("dir", own.to_str().unwrap()), ("sandbox", "on"), ("memory", "1G")];
    let said = |set: &[(&str, &str)]| Talk::start(&under(sh(&script), set)).rest();
    let strict = [&set[..], &[("strict", "on")]].concat();
    let samples = nursery().launch(&under(sh("true"), &strict)).is_err();
    assert_eq!(said(&set[..2]), "file:yes\n");
    assert_eq!(said(&set), if samples { "file:no\n" } else { "file:yes\n" });
}

/// Without the `cpuset` controller, only the sandbox keeps a bot on its core.
#[test]
fn a_bot_in_the_sandbox_stays_on_its_core() {
    if !has_sandbox() {
        return;
    }
    let own = scratch("core");
    let script = python(&[("leave", "os.sched_setaffinity(0, range(os.cpu_count()))"), ("own-nice", "os.nice(1)")]);
    let set = [("dir", own.to_str().unwrap()), ("sandbox", "on")];
    let held = Launch { core: nursery().take_core(), ..sh(&script) };
    for (launch, expected) in [(held, "leave:no own-nice:yes"), (sh(&script), "leave:yes own-nice:yes")] {
        let said = Talk::start(&under(launch, &set)).rest();
        assert_eq!(said.split_whitespace().collect::<Vec<_>>().join(" "), expected);
    }
}

#[test]
fn a_bot_in_the_sandbox_changes_no_mode_outside_where_it_is_isolated() {
    use std::os::unix::fs::PermissionsExt;
    if !has_sandbox() || is_in_tmp() {
        return;
    }
    let place = scratch("modes");
    let own = place.join("own dir");
    fs::create_dir(&own).unwrap();
    fs::write(place.join("file"), "").unwrap();
    fs::set_permissions(place.join("file"), fs::Permissions::from_mode(0o640)).unwrap();
    let set = [("dir", own.to_str().unwrap()), ("sandbox", "on"), ("isolation", "on")];
    let mut launch = under(sh("chmod 777 ../file 2>&1; touch new && chmod 700 new && echo own"), &set);
    // A file that its command names is there to be read.
    launch.command.push("../file".into());
    match nursery().launch(&launch) {
        Ok(bot) => {
            let said = Talk::over(bot).rest();
            assert!(said.contains("Read-only file system") && said.ends_with("own\n"), "{said}");
            assert_eq!(fs::metadata(place.join("file")).unwrap().permissions().mode() & 0o777, 0o640);
        }
        Err(error) => assert!(error.to_string().contains(": no namespaces: "), "{error}"),
    }
}
