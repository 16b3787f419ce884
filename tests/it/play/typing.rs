//! Bots that type into the terminal that the arbiter was started from. Their text would become a command of its shell.

use std::{
    io::{BufRead, BufReader},
    os::unix::fs::chown,
    path::Path,
    process::{Command, Stdio},
};

use rustix::{io::ioctl_fionread, process::geteuid};
use testkit::{
    account::{NOBODY, OpenFolder, become_account},
    programs,
    terminal::Terminal,
    word,
};

/// A terminal that an account owns.
struct OwnTerminal {
    terminal: Terminal,
    account: u32,
}

impl OwnTerminal {
    fn of(account: u32) -> Self {
        let terminal = Terminal::new();
        // A login gives the terminal to its account.
        chown(&terminal.path, Some(account), None).unwrap();
        Self { terminal, account }
    }

    /// The number of bytes typed into this terminal after it has run this command.
    fn typed_under(self, words: &[&str]) -> u64 {
        let mut command = Command::new("setsid");
        command.arg("--ctty");
        if geteuid().as_raw() != self.account {
            command.args(become_account(self.account));
        }
        // A directory that every account may enter.
        command.current_dir("/");
        let script =
            "timeout --foreground -s KILL 20 \"$@\" </dev/null >/dev/null 2>&1; echo \"over $?\"; kill -STOP $$";
        command.args(["sh", "-c", script, "sh"]).args(words);
        command
            .stdin(Stdio::from(self.terminal.theirs.try_clone().unwrap()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut shell = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut line).unwrap();
        // The typed text is counted first, because it is lost when the shell ends.
        let typed = ioctl_fionread(&self.terminal.theirs).unwrap();
        shell.kill().unwrap();
        shell.wait().unwrap();
        assert_eq!(line, "over 0\n", "{words:?}");
        typed
    }
}

/// Checks that a bot of this account types nothing into the terminal, run by the arbiter in this folder with these
/// words.
#[track_caller]
fn types_nothing(programs: &Path, account: u32, words: &[&str]) {
    let terminal = OwnTerminal::of(account);
    let seats = [format!("type --action echo --dir {} --at greeting", terminal.terminal.path), "good".to_owned()];
    let faulty = word(programs.join("arbiter-faulty"));
    let seats = seats.map(|mode| format!("bot:{faulty} --marker typing --mode {mode}"));
    let arbiter = programs.join("arbiter");
    let play = [arbiter.to_str().unwrap(), "play", "congress", &seats[0], &seats[1], "-o", "maxturns=2"];
    let all = [&play, words].concat();
    assert_eq!(terminal.typed_under(&all), 0, "{account} {words:?}");
}

#[test]
fn a_bot_types_nothing_into_the_terminal_of_the_arbiter() {
    let own = geteuid();
    // An ordinary account, or root and an ordinary account.
    let accounts = if own.is_root() { vec![own.as_raw(), NOBODY] } else { vec![own.as_raw()] };
    for account in accounts {
        let open = (account != own.as_raw()).then(|| OpenFolder::new("typing"));
        let programs = open.as_ref().map_or_else(programs, |open| open.path().to_owned());
        types_nothing(&programs, account, &["--set", "1:isolation=auto"]);
        // Root may type into any terminal that it can name.
        if account != 0 {
            types_nothing(&programs, account, &["--set", "1:isolation=off"]);
        }
        // A program that owns the terminal can type into it, unless the system forbids typing. This shows that the
        // check above can fail.
        let faulty = programs.join("arbiter-faulty");
        let typer = [faulty.to_str().unwrap(), "--mode", "type", "--at", "start", "--action", "echo"];
        let typed = OwnTerminal::of(account).typed_under(&typer);
        let forbidden = std::fs::read_to_string("/proc/sys/dev/tty/legacy_tiocsti").is_ok_and(|text| text == "0\n");
        assert!(typed > 0 || (forbidden && account != 0), "{account}");
    }
}
