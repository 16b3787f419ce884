//! Completions and man pages, which are made from the definition of the command line. They are complete.

use std::{fs, path::PathBuf};

use testkit::run::{Said, arbiter_reads};

const COMMANDS: &str = "daemon play check rerun shrink openings gate rate report tournament replay verify show import \
                        ladder legal perft variants rules schema completions man merge";

fn arbiter(arguments: &[&str]) -> Said {
    arbiter_reads(arguments, "")
}

#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let said = arbiter(arguments).code(0);
    assert_eq!(said.err, "");
    said.out
}

#[test]
fn every_shell_has_completions_for_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = stdout(&["completions", shell]);
        for command in COMMANDS.split(' ') {
            assert!(text.contains(command), "{shell}: {command}");
        }
        assert!(text.contains("forbid-faults") && !text.contains("__keep"), "{shell}");
    }
    // For fish, the generator completes no arguments without a flag.
    for (shell, words) in [
        ("bash", &["katarenga congress", "chain prowler human"][..]),
        ("zsh", &["katarenga congress", "chain prowler human"]),
        ("fish", &["katarenga\\t", "prowler\\t"]),
    ] {
        let text = stdout(&["completions", shell]);
        for word in words {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(arbiter(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn every_command_has_a_page_and_its_part_of_one_page() {
    let page = stdout(&["man"]);
    assert!(COMMANDS.split(' ').all(|command| page.contains(&format!("\n.SH \"arbiter {command}\"\n"))), "{page}");
    assert_eq!(page.matches("\n.TH ").count(), 1);
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man/man1");
    let _ = fs::remove_dir_all(&dir);
    assert_eq!(stdout(&["man", "--dir", dir.to_str().unwrap()]), "");
    let mut names: Vec<_> =
        fs::read_dir(&dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut expected: Vec<_> = COMMANDS.split(' ').map(|command| format!("arbiter-{command}.1")).collect();
    expected.extend(["arbiter.1", "arbiter-uci.1"].map(str::to_owned));
    expected.sort();
    assert_eq!(names, expected);
    let page = fs::read_to_string(dir.join("arbiter-play.1")).unwrap();
    assert!(page.contains(".TH arbiter-play 1") && page.contains("Examples:"), "{page}");
    // A table keeps its lines: `man` joins none of them, and no line after it.
    let (_, table) = page.split_once("Keys of \\-\\-set:\n.nf\n").unwrap();
    let (table, after) = table.split_once("\n.fi\n").unwrap();
    assert!(table.lines().count() > 20 && table.lines().all(|line| line.starts_with("  ")), "{table}");
    assert!(after.starts_with("A bot that reaches a limit"), "{after}");
    assert!(!page.contains("EXTRA"), "{page}");
    // A file is in the place of the directory.
    let file = dir.join("arbiter.1");
    assert_eq!(arbiter(&["man", "--dir", file.to_str().unwrap()]).code, Some(4));
}

#[test]
fn every_variant_has_its_rules_and_there_are_several_formats() {
    let variants = stdout(&["variants"]);
    let words = variants.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    for (place, word) in words.enumerate() {
        // The example of `help` of a person who plays is a section of every variant.
        assert!(stdout(&["rules", word, "end"]).contains("End"), "{word}");
        // What a format is made of is the same in all variants.
        if place > 1 {
            continue;
        }
        let text = stdout(&["rules", word]);
        assert_eq!(text, stdout(&["rules", word, "--format", "md"]));
        assert!(text.starts_with("# ") && text.contains(&format!("(`{word}`)")), "{word}");
        assert!(text.contains("\n## Test numbers\n") && !text.contains("```board"), "{word}");
        let page = stdout(&["rules", word, "--format", "html"]);
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h2 id=\"test-numbers\">"), "{word}");
        assert!(!page.contains("src=") && !page.contains("<script"), "{word}");
    }
}

#[test]
fn the_help_names_every_key_of_a_tournament_file_and_every_flag_is_a_key() {
    const PAGE: &str = include_str!("../../docs/tournament-keys.md");
    let help = stdout(&["tournament", "--help"]);
    let (_, example) = help.split_once("The tournament file is TOML").unwrap();
    let named: Vec<&str> = example.split(|letter: char| !letter.is_alphanumeric() && letter != '-').collect();
    let sections: Vec<&str> = PAGE.split("\n## ").skip(1).collect();
    let keys = |section: &str| {
        let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        rows.map(|(key, _)| key.to_owned()).collect::<Vec<String>>()
    };
    for section in &sections {
        // The arbiter writes some keys itself, and `arbiter gate` has a help of its own.
        for (key, row) in keys(section).iter().zip(section.lines().filter(|line| line.starts_with("| `"))) {
            let is_written = row.contains("The arbiter writes") || section.starts_with("`[gate]`");
            let is_optional = ["gate", "lead", "margin", "alpha", "beta", "model", "positions"].contains(&key.as_str());
            assert!(is_written || is_optional || named.contains(&key.as_str()), "{key} of {section:.20}");
        }
    }
    // Flags without a key, because they do not belong to the tournament, and flags whose key has another name.
    let others = "option shuffle fresh resume grow for forecast plan shard tempfail dry-run quiet help append live-pgn \
                  normalized";
    let all: Vec<String> = sections.iter().flat_map(|section| keys(section)).collect();
    let flags = help.lines().filter_map(|line| {
        let (before, flag) = line.split_once("--")?;
        (before.trim_start_matches(|letter: char| letter == '-' || letter.is_alphabetic()).trim() == ","
            || before.trim().is_empty())
        .then(|| flag.split([' ', '<']).next().unwrap_or_default())
    });
    for flag in flags {
        assert!(
            all.iter().any(|key| key == flag) || others.split(' ').any(|other| other == flag),
            "--{flag} is no key"
        );
    }
}
