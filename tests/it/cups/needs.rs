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

/// A shortage that a keeper finds after its start is no fault of its bot. The game is tried again with fewer at once.
#[test]
fn what_is_short_in_a_keeper_costs_no_game() {
    let text = format!("variant = \"congress\"\nrounds = 4\noptions = {{ maxturns = 5 }}\n{BOTS}");
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
    assert_eq!(results.len(), 8);
    assert!(results.iter().all(|result| result["faults"].is_null()), "{results:?}");
}
