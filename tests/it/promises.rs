//! The tables of promises in `docs/security.md`, and the tests that hold each row.
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use testkit::root;

/// The promise of each row of the table of bots, and the tests that check it.
const BOTS: &[(&str, &[&str])] = &[
    (
        "leaves no process behind",
        &[
            "a_bomb_ends_with_its_match",
            "a_kill_leaves_nothing",
            "matches_that_are_tied_together_end_each_by_itself",
            "no_behaviour_hurts_where_there_are_no_namespaces",
            "what_a_bot_leaves_behind_is_gone_when_it_is",
        ],
    ),
    (
        "leaves no shared memory behind, of System V or in `/dev/shm`",
        &["shared_memory_of_an_isolated_bot_ends_with_it", "files_in_shared_memory_of_an_isolated_bot_end_with_it"],
    ),
    ("cannot read the memory of the arbiter", &["the_arbiter_is_closed_to_its_own_account"]),
    (
        "cannot signal, trace or limit other processes",
        &[
            "an_isolated_bot_has_nobody_else_in_its_world",
            "a_bot_in_the_sandbox_reaches_nobody_outside",
            "a_bot_in_the_sandbox_schedules_nobody_outside",
        ],
    ),
    ("holds up nobody by a lock of `flock` or a lease", &["a_bot_in_the_sandbox_reaches_nobody_outside"]),
    (
        "changes no setting of the system (`/proc/sys`, `/sys`)",
        &["an_isolated_bot_changes_no_setting_of_the_system", "a_bot_in_the_sandbox_writes_in_its_directory_only"],
    ),
    ("does not see other processes", &["an_isolated_bot_has_nobody_else_in_its_world"]),
    (
        "has no terminal to type into",
        &["a_bot_has_no_terminal_and_a_session_of_its_own", "a_bot_types_nothing_into_the_terminal_of_the_arbiter"],
    ),
    ("reads nothing that is typed into a terminal", &["a_bot_in_the_sandbox_reads_no_terminal"]),
    (
        "reads neither the log nor the seed of its match, and of its tournament only the plan",
        &[
            "a_bot_in_the_sandbox_reads_neither_log_nor_seed",
            "a_bot_that_is_isolated_or_in_the_sandbox_finds_no_luck_in_the_folder",
        ],
    ),
    (
        "reads no other file than those that it is shown",
        &["every_door_is_shut_where_the_table_says_so", "a_bot_that_is_isolated_in_the_sandbox_sees_what_it_is_shown"],
    ),
    ("has no device that reaches a disk or a screen", &["every_door_is_shut_where_the_table_says_so"]),
    (
        "sets neither the clock nor the name of the machine, and stops no control group",
        &[
            "every_door_is_shut_where_the_table_says_so",
            "an_isolated_bot_has_no_power_over_its_namespaces",
            "an_isolated_bot_of_an_ordinary_account_stays_in_its_control_group",
            "a_bot_in_the_sandbox_reaches_nobody_outside",
        ],
    ),
    (
        "writes files in its `dir` only; isolated too, also in a `/tmp` and `/dev/shm` of its own",
        &["a_bot_in_the_sandbox_writes_in_its_directory_only"],
    ),
    (
        "makes no program that runs as its account for others (set-user-ID)",
        &["every_door_is_shut_where_the_table_says_so", "a_bot_in_the_sandbox_reaches_nobody_outside"],
    ),
    (
        "changes no mode or time of files elsewhere",
        &["a_bot_in_the_sandbox_changes_no_mode_outside_where_it_is_isolated"],
    ),
    (
        "has no network, and no sockets to others",
        &["a_bot_in_the_sandbox_has_no_tcp", "a_bot_in_the_sandbox_reaches_nobody_outside"],
    ),
    (
        "cannot lift a limit that the kernel keeps",
        &[
            "an_isolated_bot_cannot_lift_what_its_control_group_keeps",
            "an_isolated_bot_stays_in_its_control_group",
            "an_isolated_bot_of_an_ordinary_account_stays_in_its_control_group",
            "a_bot_in_the_sandbox_writes_in_its_directory_only",
        ],
    ),
    ("cannot leave the core of its `affinity`", &["a_bot_in_the_sandbox_stays_on_its_core"]),
    (
        "finds no note of its own in its `dir` in another game over the same luck",
        &["an_isolated_bot_finds_no_note_of_its_own_between_games_over_the_same_luck"],
    ),
    ("finds no note of its own in the kernel's keyrings", &["a_bot_in_the_sandbox_reaches_nobody_outside"]),
];

/// The promise of each row of the table of others than bots, and the tests that check it.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "a name, a text or a path of a stranger becomes no line of its own: each message of both links is one line that \
         reads back as itself, or it is refused",
        &[
            "to_bot_reads_back",
            "from_bot_reads_back",
            "from_host_reads_back",
            "to_host_reads_back",
            "test_what_is_written_reads_back_or_is_refused",
            "test_no_argument_becomes_a_line",
            "what_a_stranger_writes_stays_in_its_line",
        ],
    ),
    (
        "an assistant with the [tools](python.md#tools-for-an-mcp-client) starts no program but the bots of the list, and \
         writes nothing but logs in their folder",
        &["test_no_argument_of_a_tool_gets_out_of_its_place", "test_a_client_starts_no_program_of_its_own"],
    ),
    (
        "an assistant with the tools sees of a running match what the seats that it plays see",
        &["test_a_client_sees_rules_and_pictures"],
    ),
    (
        "an endpoint of a language model has its key shown nowhere: in no log, error, trace or terminal, nor eight \
         characters of it",
        &["test_no_part_of_a_key_is_left_anywhere", "test_a_traceback_with_its_locals_shows_no_key"],
    ),
    (
        "an endpoint of a language model that answers with its key, or with what is no answer, gets an error by name",
        &["test_no_part_of_a_key_is_left_anywhere", "test_a_broken_answer_is_asked_for_again"],
    ),
    (
        "another account of the machine reads the board's key on no command line: a file that only the owner can read \
         leads the browser to it",
        &["a_browser_is_led_to_the_board_by_a_private_file_that_goes_with_the_board"],
    ),
    (
        "another account of the machine reads no log, seed or other file that a board makes",
        &["a_trace_has_no_key_and_only_the_own_account_reads_what_is_left"],
    ),
    (
        "a trace of the board (`ARBITER_LOG=trace`) has no key",
        &["a_trace_has_no_key_and_only_the_own_account_reads_what_is_left"],
    ),
    (
        "a pipe, a socket or a device in a folder that the board watches is told, and holds up neither the board nor \
         its end",
        &["what_is_no_file_is_told_and_holds_up_neither_the_board_nor_its_end"],
    ),
];

/// The folders with tests of promises.
const TESTS: [&str; 4] = ["tests/it", "protocol/tests/it", "bots/python/tests", "frontends/board/tests"];

/// The texts of all tests in a folder.
fn tests(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let text = |path: PathBuf| if path.is_dir() { tests(&path) } else { fs::read_to_string(path).unwrap_or_default() };
    entries.map(text).collect()
}

#[test]
fn every_promise_has_its_tests() {
    let page = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let rows = |head| {
        let (_, table) = page.split_once(head).unwrap();
        table.lines().skip(2).map_while(|line| line.strip_prefix("| ")?.split_once(" | "))
    };
    let told: BTreeSet<String> = rows("| a bot … |").map(|(row, _)| row.to_owned()).collect();
    assert_eq!(told, BOTS.iter().map(|(row, _)| (*row).to_owned()).collect());
    let others = rows("| who | what is promised |");
    let told: BTreeSet<String> = others.map(|(who, what)| format!("{who} {}", what.trim_end_matches(" |"))).collect();
    assert_eq!(told, OTHERS.iter().map(|(row, _)| (*row).to_owned()).collect());
    let all: String = TESTS.iter().map(|folder| tests(&root().join(folder))).collect();
    for (row, names) in [BOTS, OTHERS].concat() {
        for name in names {
            let is_there = [format!("fn {name}("), format!("def {name}(")].iter().any(|head| all.contains(head));
            assert!(is_there, "{row}: there is no test {name}");
        }
    }
}
