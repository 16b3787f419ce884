//! The basis of a gate's verdict: the question, the programs that played, and the faults that decided. CI systems can
//! read the reports, which say what happened however the gate ended.

use std::fs;

use testkit::schema::Schema;

use super::{Cup, Said, faulty, program};

const REPORTS: [&str; 6] = ["--junit", "gate.xml", "--markdown", "gate.md", "--json", "gate.json"];

fn gate(cup: &Cup, new: &str, old: &str, more: &[&str]) -> Said {
    let args = ["gate", "--variant", "isolation", "--new", new, "--old", old, "--seed", "1", "-q", "-c", "1"];
    let _ = fs::remove_file(cup.path("gate.json"));
    let said = cup.run(&[&args[..], &REPORTS, more].concat());
    // Whatever the verdict, the JSON report fits its schema and has the exit code.
    if cup.path("gate.json").exists() {
        assert_eq!((fits(cup, "gate.json"), json(cup, "/exit")), (json(cup, "/gate"), said.code.into()));
    }
    said
}

/// The verdict of a report, which fits the schema.
#[track_caller]
fn fits(cup: &Cup, file: &str) -> serde_json::Value {
    let schema = Schema::new(serde_json::from_str(&cup.run(&["schema", "gate"]).code(0).out).unwrap());
    assert!(schema.check(&serde_json::json!({ "gate": "passed", "exit": 0, "text": "" })).is_err());
    let report: serde_json::Value = serde_json::from_str(&cup.read(file)).unwrap();
    schema.check(&report).unwrap_or_else(|error| panic!("{error}: {report}"));
    report["gate"].clone()
}

/// The value at this path of the JSON report.
#[track_caller]
fn json(cup: &Cup, path: &str) -> serde_json::Value {
    let report: serde_json::Value = serde_json::from_str(&cup.read("gate.json")).unwrap();
    report.pointer(path).unwrap_or_else(|| panic!("{path} in {report}")).clone()
}

#[test]
fn a_verdict_says_which_programs_it_is_of() {
    let cup = Cup::new("others");
    let args = ["-n", "4", "--restart"];
    program(&cup, "new", "echo '# more' >>\"$0\"", "random");
    let ended = gate(&cup, "./new", "random", &args).code(5);
    assert!(ended.err.contains("game 2 cannot be played: bot new: "), "{}", ended.err);
    // Without a verdict, no report passes.
    assert!(cup.read("gate.xml").contains("errors=\"1\""), "{}", cup.read("gate.xml"));
    assert!(!cup.read("gate.xml").contains("time=\"0.000\""), "{}", cup.read("gate.xml"));
    assert!(cup.read("gate.md").starts_with("### Gate without a verdict\n\ngame 2 cannot be played: bot new: "));
    program(&cup, "new", "true", "random");
    let note =
        "note: earlier games were played by another program: bot new: its program ./new has another content: sha256 ";
    // Every later run says again that earlier games were played by another program.
    for _ in 0..2 {
        let said = gate(&cup, "./new", "random", &[&args[..], &["--resume"]].concat());
        assert!(said.out.contains(note), "{}", said.out);
        assert!(cup.read("gate.xml").contains(&format!("<system-out>{note}")), "{}", cup.read("gate.xml"));
        assert!(cup.read("gate.md").contains("- Note: earlier games were played by another program: bot new: "));
        assert!(
            json(&cup, "/notes/0")
                .as_str()
                .unwrap()
                .starts_with("earlier games were played by another program: bot new")
        );
    }
    let fresh = gate(&cup, "./new", "random", &[&args[..], &["--fresh"]].concat());
    assert!(!fresh.out.contains("note: earlier games"), "{}", fresh.out);
}

#[test]
fn a_pass_does_not_rest_on_faults_of_the_old_bot() {
    let cup = Cup::new("old-faults");
    let crashes = faulty("--mode crash");
    let said = gate(&cup, "random", &crashes, &["-n", "100"]).code(3);
    let told = "gate: not decided: the new bot passes only because of games in which the old one was at fault, 18 of 18 games in 9 \
                blocks; without them: LLR 0.00 (bounds ";
    assert!(said.out.starts_with(told), "{}", said.out);
    let note = "the old bot was at fault in 18 of 18 games; fix it, or count these games with --old-may-fail";
    assert!(said.out.contains(&format!("\nnote: {note}\n")), "{}", said.out);
    let xml = cup.read("gate.xml");
    assert!(xml.contains("skipped=\"1\" failures=\"0\" errors=\"1\""), "{xml}");
    assert!(xml.contains(
        "<error message=\"the old bot was at fault in 18 games, and the new one passes only because of them\"/>"
    ));
    assert!(cup.read("gate.md").contains(&format!("- Note: {note}\n")), "{}", cup.read("gate.md"));
    assert_eq!(json(&cup, "/old_bot"), serde_json::json!({ "games_at_fault": 18, "passes_only_by_them": true }));
    // `--old-may-fail` lets the games count, and a note says so.
    let said = gate(&cup, "random", &crashes, &["-n", "100", "--old-may-fail", "--folder", "counted"]).code(0);
    let note = "note: the old bot was at fault in 18 of 18 games; these games count (--old-may-fail)";
    assert!(said.out.contains(note), "{}", said.out);
}

#[test]
fn games_that_repeat_themselves_do_not_decide() {
    let cup = Cup::new("repeat");
    let (new, old) = (faulty(""), faulty("--after 1"));
    let args =
        ["gate", "--variant", "french-revolution", "--new", &new, "--old", &old, "-n", "20", "--sprt=-5,0", "-q"];
    let said = cup.run(&args).code(3);
    assert!(said.out.contains("the bots repeat their games, so more games decide nothing"), "{}", said.out);
    assert!(said.out.contains("\nnote: 18 of 20 games repeat an earlier one, move for move"), "{}", said.out);
    // Without a game nothing is known about repetition.
    let none = gate(&cup, "random", "greedy", &["-n", "2", "--hours", "0", "--folder", "none"]).code(3);
    assert_eq!(none.out, "gate: not decided: no block was finished\n");
}

#[test]
fn a_report_of_another_run_is_not_left_there() {
    let cup = Cup::new("stale");
    let passed = "<testsuites name=\"arbiter gate\" tests=\"3\" failures=\"0\" skipped=\"0\" errors=\"0\">";
    let write = || fs::write(cup.path("gate.xml"), passed).unwrap();
    write();
    gate(&cup, "./none", "random", &["-n", "2"]).code(2);
    let expected = "<error message=\"no verdict: bot new: there is no file ";
    assert!(cup.read("gate.xml").contains(expected), "{}", cup.read("gate.xml"));
    write();
    let said = gate(&cup, "random", "greedy", &["-n", "1"]).code(2);
    assert!(said.err.contains("--games: expected at least 2, played over the same luck, found 1"), "{}", said.err);
    assert!(cup.read("gate.xml").contains("no verdict: --games: "), "{}", cup.read("gate.xml"));
    // A gate that does not end leaves no pass either. The bot itself reads the report.
    write();
    program(&cup, "new", "cat gate.xml >seen.xml; cat gate.json >seen.json", "random");
    gate(&cup, "./new", "random", &["-n", "2"]).code(3);
    assert!(
        cup.read("seen.xml").contains("no verdict: the gate is still running, or was killed"),
        "{}",
        cup.read("seen.xml")
    );
    assert_eq!((fits(&cup, "seen.json"), json(&cup, "/gate")), ("no verdict".into(), "not decided".into()));
    // An error of a report is told beside that of the gate.
    program(&cup, "new", "rm -f gate.md; mkdir gate.md; echo '# more' >>\"$0\"", "random");
    let ended = gate(&cup, "./new", "random", &["-n", "4", "--restart", "--fresh"]).code(5);
    for expected in ["arbiter: gate: cannot write gate.md: ", "game 2 cannot be played: bot new: "] {
        assert!(ended.err.contains(expected), "{}", ended.err);
    }
    // The others are written.
    assert!(cup.read("gate.xml").contains("no verdict: game 2 cannot be played"), "{}", cup.read("gate.xml"));
    assert_eq!((json(&cup, "/gate"), json(&cup, "/exit")), ("no verdict".into(), 5.into()));
    // A report that cannot be written is an error before a game is played.
    let args = ["gate", "--variant", "isolation", "--new", "random", "--old", "greedy", "-n", "2", "--folder", "x"];
    for report in ["--junit", "--markdown", "--json"] {
        let refused = cup.run(&[&args[..], &[report, "none/file"]].concat()).code(4);
        assert!(refused.err.contains("cannot write none/file"), "{}", refused.err);
        assert!(!cup.path("x").exists());
    }
}

/// Two limits far from any pace, so that no machine is too busy for this test.
#[test]
fn a_bot_that_surely_needs_more_time_fails() {
    let cup = Cup::new("slower");
    let args = ["-n", "10", "--fixed", "--margin", "1"];
    let said = gate(&cup, "random", "random", &[&args[..], &["--max-slower", "0.0001"]].concat()).code(1);
    assert!(said.out.starts_with("gate: too slow: time of a decision "), "{}", said.out);
    assert!(cup.read("gate.md").contains("\n\ntoo slow: time of a decision "), "{}", cup.read("gate.md"));
    assert!(cup.read("gate.xml").contains("<failure message=\"time of a decision "), "{}", cup.read("gate.xml"));
    assert_eq!((json(&cup, "/pace/most"), json(&cup, "/gate")), (0.0001.into(), "failed".into()));
    let said = gate(&cup, "random", "random", &[&args[..], &["--resume", "--max-slower", "10000"]].concat()).code(0);
    assert!(said.out.contains("\n  time of a decision ") && json(&cup, "/gate") == "passed", "{}", said.out);
    let refused = gate(&cup, "random", "random", &["--max-slower", "0"]).code(2);
    assert!(refused.err.contains("expected a number above 0, such as 1.2, found 0"), "{}", refused.err);
}
