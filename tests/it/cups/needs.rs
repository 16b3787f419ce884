//! Missing resources of the machine are reported before a game is played.

use std::{
    fs,
    process::{Command, Stdio},
};

use testkit::{
    account::{NOBODY, OpenFolder, become_account},
    need,
};

use super::{Cup, said};

const BOTS: &str = "[[bot]]\nname = \"a\"\ncommand = \"random\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n";

#[test]
fn too_few_descriptors_or_processes_are_told_before_anything_is_played() {
    let text = format!("variant = \"congress\"\nrounds = 2000\n{BOTS}");
    let cup = Cup::with_file("short", &text);
    let under = |limit: &str, args: &str| {
        let script = format!("{limit}; exec \"$0\" tournament cup.toml {args}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_arbiter")]).current_dir(&cup.dir).stdin(Stdio::null());
        said(command.output().unwrap())
    };
    // Root is exempt from the limit of processes. Shells have different letters for this limit.
    let processes = under("ulimit -p 1 2>/dev/null || ulimit -u 1", "--dry-run -c 40").code(0);
    let told = processes
        .err
        .contains("40 games at once may need 280 processes, and the limits (`ulimit -u`, pids.max, pid_max) leave 0");
    assert_eq!(told, !rustix::process::geteuid().is_root(), "{}", processes.err);
    let begun = under("ulimit -n 256", "-c 40 --hours 0 --quiet");
    assert!(
        begun.err.contains("40 games at once may need ") && begun.err.contains(" open files, and "),
        "{}",
        begun.err
    );
}

/// A shortage that a keeper finds after its start is no fault of its bot. The game is tried again with fewer at once.
#[test]
fn what_is_short_in_a_keeper_costs_no_game() {
    let text = format!("variant = \"congress\"\nrounds = 20\noptions = {{ maxturns = 5 }}\n{BOTS}");
    let open = rustix::process::geteuid().is_root().then(|| OpenFolder::new("namespaces"));
    let (cup, arbiter) = match &open {
        Some(open) => (Cup { dir: open.folder_of(NOBODY, "cup") }, open.program("arbiter")),
        None => (Cup::new("namespaces"), testkit::program("arbiter")),
    };
    fs::write(cup.path("cup.toml"), text).unwrap();
    let mut command = Command::new("env");
    if open.is_some() {
        command.args(become_account(NOBODY));
    }
    // The arbiter runs in a user namespace that allows four more namespaces: enough for two games at once, but not for
    // four.
    let script = "echo 4 >/proc/sys/user/max_user_namespaces || exit 9; exec setpriv --ambient-caps -all --inh-caps -all \"$0\" \"$@\"";
    command.args(["unshare", "-U", "--map-current-user", "--keep-caps", "sh", "-c", script]);
    command.arg(arbiter).args(["tournament", "cup.toml", "--quiet", "-c", "4"]);
    let tried = said(command.current_dir(&cup.dir).stdin(Stdio::null()).output().unwrap());
    if tried.code == Some(9) || tried.err.contains("unshare") {
        return need::not_tried("isolation", "a shortage of namespaces", &tried.err);
    }
    assert_eq!(tried.code, Some(0), "{}", tried.err);
    let results = cup.results("cup.games");
    assert_eq!(results.len(), 40);
    assert!(results.iter().all(|result| result["faults"].is_null()), "{results:?}");
}
