//! The gate's verdicts, each with its exit code, and its reports.

use super::{Cup, faulty};

#[test]
fn a_better_bot_passes_and_a_worse_one_does_not() {
    let cup = Cup::new("gate");
    let files = ["--junit", "gate.xml", "--markdown", "gate.md"];
    let gate = |new: &str, old: &str, more: &[&str]| {
        let folder = format!("{new}-{old}");
        let mut args =
            vec!["gate", "--variant", "katarenga", "--new", new, "--old", old, "--quiet", "--folder", &folder];
        args.extend(["--seed", "1", "--sprt", "-200,0"]);
        args.extend(more);
        cup.run(&args)
    };
    let said = gate("greedy", "random", &files).code(0);
    assert!(said.out.starts_with("gate: not worse: LLR "), "{}", said.out);
    assert!(cup.read("gate.xml").contains("<testcase name=\"strength\" classname=\"gate.katarenga\"/>"));
    let said = gate("random", "greedy", &files).code(1);
    assert!(said.out.starts_with("gate: worse: LLR "), "{}", said.out);
    assert!(cup.read("gate.xml").contains("<failure message=\"worse: LLR "), "{}", cup.read("gate.xml"));
    let summary = cup.read("gate.md");
    assert!(summary.contains("### Gate passed") && summary.contains("### Gate failed"), "{summary}");
}

#[test]
fn what_is_not_decided_has_a_code_of_its_own() {
    let cup = Cup::new("undecided");
    let args = ["gate", "--variant", "congress", "--new", "random", "--old", "random", "--seed", "1", "-n", "4", "-q"];
    cup.run(&args).code(3);
    let args = ["gate", "--variant", "congress", "--new", "random", "--old", "random", "--fixed", "-n", "6", "-q"];
    let said = cup.run(&[&args[..], &["--folder", "fixed"]].concat()).code(3);
    assert!(said.out.starts_with("gate: not decided: ahead by "), "{}", said.out);
}

#[test]
fn faults_of_the_new_bot_fail_it() {
    let cup = Cup::new("faulty");
    let new = faulty("--mode illegal --at thinking --after 2");
    let args = ["gate", "--variant", "congress", "--new", &new, "--old", "random", "-n", "4", "-q", "--fixed"];
    let said = cup.run(&args).code(1);
    assert!(said.out.contains("too many faults: the new bot was at fault 4 times, 0 are forgiven"), "{}", said.out);
}

#[test]
fn more_seats_and_shared_scores_have_a_gate_too() {
    let cup = Cup::new("seats");
    let args = ["gate", "--variant", "orwell", "--new", "greedy", "--old", "random", "-n", "120", "-q", "--seed", "1"];
    let said = cup.run(&args).code(0);
    assert!(said.out.starts_with("gate: not worse: ahead by "), "{}", said.out);
    let names: std::collections::BTreeSet<String> = cup
        .results("orwell.gate")
        .iter()
        .flat_map(|result| super::seats(result).into_iter().map(str::to_owned))
        .collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["new", "old", "old-2"]);
    let shared =
        ["gate", "--variant", "catalonia", "--new", "random", "--old", "random", "-n", "9", "-q", "--seed", "1"];
    let said = cup.run(&shared).code(3);
    assert!(said.out.starts_with("gate: not decided: too few blocks"), "{}", said.out);
}

#[test]
fn a_gate_has_its_own_bots() {
    let cup = Cup::new("own");
    let args = ["gate", "--variant", "congress", "--new", "random", "--old", "random", "--bot", "x=random"];
    assert!(cup.run(&args).code(2).err.contains("gate has its own bots"));
    let args = ["gate", "--variant", "congress", "--new", "random", "--old", "random", "--sprt", "5"];
    assert!(cup.run(&args).code(2).err.contains("--sprt: expected two numbers such as -10,0, found 5"));
}
