//! The page of a log: its boards are those of the log at every step, what a bot says stays text, and whatever is wrong with
//! a log is said. How the page behaves is tried in a browser: `tests/pages/test_replay.py`.
#![cfg(feature = "faulty")]
#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use arbiter::{
    games::REGISTRY,
    record,
    viewer::{self, Viewed},
};
use serde_json::Value;
use testkit::{
    boards,
    html::{Page, attribute, elements, text},
    processes,
};

/// Games with something rare in them: many moves, faults, scores, claims, a seat that leaves.
const RARE: [(&str, &[&str]); 6] = [
    ("katarenga", &["bot:random", "bot:greedy"]),
    ("congress", &["bot:greedy", "bot:random", "--option", "maxturns=20"]),
    ("orwell", &["bot:random", "bot:greedy", "bot:arbiter-faulty --mode illegal --after 9", "--onfault", "random"]),
    ("catalonia", &["bot:arbiter-chain", "bot:arbiter-chain", "--option", "turns=8"]),
    ("catalonia", &["bot:arbiter-chain", "bot:arbiter-chain", "--option", "scoring=claimed", "--option", "turns=6"]),
    ("cat-chess", &["bot:arbiter-prowler", "bot:random", "bot:arbiter-faulty --mode crash --after 12"]),
];

/// Those, and a short game of every variant with the fewest seats.
fn games() -> Vec<(&'static str, Vec<String>)> {
    let rare = RARE.iter().map(|(word, words)| (*word, words.iter().map(|word| (*word).to_owned()).collect()));
    let short = boards::all().into_iter().filter(|board| board.seats == board.variant.seats()[0]).map(|board| {
        let bots = ["bot:greedy", "bot:random"].into_iter().cycle().take(board.seats.into()).map(str::to_owned);
        let options =
            board.short().into_iter().flat_map(|(name, value)| ["--option".to_owned(), format!("{name}={value}")]);
        (board.variant.word(), bots.chain(options).collect())
    });
    rare.chain(short).collect()
}

fn arbiter(folder: &Path, words: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_arbiter"));
    // The bots lie beside it.
    Command::new(program).current_dir(folder).env("PATH", program.parent().unwrap()).args(words).output().unwrap()
}

/// The log of such a game.
fn play(folder: &Path, number: usize, variant: &str, words: &[String]) -> Vec<u8> {
    let log = format!("{number}.jsonl");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words = [&["play", variant, "--seed", "2a", "--quiet", "--log", &log], &*words].concat();
    let output = arbiter(folder, &words);
    assert!(output.status.success(), "{output:?}");
    fs::read(folder.join(log)).unwrap()
}

fn kept(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/logs/v1/{name}.jsonl"))).unwrap()
}

/// The page of a log, as a browser reads it; it loads nothing.
#[track_caller]
fn page(viewed: &Viewed) -> Page {
    let page = Page::new(&viewed.html);
    for name in ["img", "link", "iframe", "object", "embed", "base", "form", "image", "use"] {
        assert!(page.all(name).is_empty(), "{name}");
    }
    for (name, value) in page.attributes() {
        assert!(!name.starts_with("on") && name != "src" && name != "style", "{name}={value}");
    }
    assert_eq!((page.all("script").len(), page.all("style").len()), (2, 1));
    page
}

fn data(page: &Page) -> Value {
    serde_json::from_str(&text(&page.all("script")[0])).unwrap()
}

/// The shapes of every step, from the changes.
fn boards(data: &Value) -> Vec<Vec<String>> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(number).collect::<Vec<_>>();
    let shape = |shape: &usize| {
        let lines = numbers(&data["shapes"][*shape]);
        lines.iter().map(|line| data["lines"][*line].as_str().unwrap()).collect::<Vec<_>>().join("\n")
    };
    let mut shown: Vec<usize> = Vec::new();
    let mut boards = Vec::new();
    for step in data["steps"].as_array().unwrap() {
        for change in step["changes"].as_array().into_iter().flatten().rev() {
            let (at, removed) = (number(&change[0]), number(&change[1]));
            shown.splice(at..at + removed, numbers(&change[2]));
        }
        boards.push(shown.iter().map(shape).collect());
    }
    boards
}

/// Whether a log goes on with a pass that the arbiter plays.
fn is_forced(rest: &[u8]) -> bool {
    let line = rest.split(|byte| *byte == b'\n').next().unwrap();
    line.starts_with(b"{") && serde_json::from_slice::<Value>(line).unwrap()["forced"] == true
}

/// The page shows at each step the board that `show --at` shows there; `rest` is how the log went on before it was cut.
/// (`show` plays a pass that must follow, whose record may be missing where a log ends.)
#[track_caller]
fn check_boards(text: &[u8], rest: &[u8]) {
    let log = record::read(REGISTRY, text).unwrap();
    let viewed = viewer::html(REGISTRY, text).unwrap();
    assert_eq!(viewed.wrong, None);
    let data = data(&page(&viewed));
    let boards = boards(&data);
    let steps = data["steps"].as_array().unwrap();
    assert_eq!(steps.len(), boards.len());
    let passes: Vec<u32> = log
        .records
        .iter()
        .filter_map(|(_, record)| record.action())
        .filter(|action| action.forced)
        .map(|action| action.n)
        .collect();
    for (step, board) in steps.iter().zip(&boards) {
        let n = u32::try_from(step["n"].as_u64().unwrap()).unwrap();
        let passed = passes.contains(&(n + 1)) || (n as usize + 1 == steps.len() && is_forced(rest));
        assert!(passed || board == record::picture(&log, Some(n)).unwrap().shapes(), "step {n}");
    }
    if !is_forced(rest) {
        let last = record::picture(&log, None).unwrap();
        assert!(boards.last().unwrap() == last.shapes());
        // What those without a script see.
        assert!(viewed.html.contains(&last.shapes().concat()));
    }
}

#[test]
fn every_variant_has_its_boards_at_every_step() {
    let folder = processes::scratch("viewer-boards");
    for (number, (variant, words)) in games().into_iter().enumerate() {
        let log = play(&folder, number, variant, &words);
        check_boards(&log, b"");
        // And where it was cut off in the middle of a line, the head of a short game behind it.
        let head = log.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let half = (log.len() / 2).max(head + 9);
        let viewed = viewer::html(REGISTRY, &log[..half]).unwrap();
        assert_eq!(viewed.wrong, None);
        let page = page(&viewed);
        assert!(page.text().contains("This log is not finished. It is right as far as it goes"));
        assert_eq!(data(&page)["seed"], Value::Null);
        let whole = log[..half].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        check_boards(&log[..whole], &log[whole..]);
    }
}

#[test]
fn kept_logs_have_their_pages() {
    for (name, said) in [
        ("aborted", "abort"),
        ("complete", "Start and chance follow from the seed."),
        ("cut-off", "Not over where the log ends."),
        ("forfeit", "is at fault: "),
        ("imported", "the game was not played here, and nothing can be checked"),
        ("random", "(random)"),
        ("setposition", "set to start from"),
        ("two-forfeits", "is at fault: "),
    ] {
        let log = kept(name);
        check_boards(&log, b"");
        let text = page(&viewer::html(REGISTRY, &log).unwrap()).text();
        assert!(text.contains(said), "{name}: {text}");
    }
}

#[test]
fn a_fault_is_shown_with_what_was_said() {
    let page = page(&viewer::html(REGISTRY, &kept("forfeit")).unwrap());
    let log = record::read(REGISTRY, &kept("forfeit")).unwrap();
    let fault = log.records.iter().find_map(|(_, record)| match record {
        record::Record::Fault(fault) => Some(fault.clone()),
        _ => None,
    });
    let fault = fault.unwrap();
    let shown = text(&page.section("faults"));
    assert!(shown.contains(&fault.fault) && shown.contains(&fault.text), "{shown}");
    assert!(fault.shown().iter().all(|line| shown.contains(line)), "{shown}");
    assert!(shown.contains(fault.stderr.as_deref().unwrap_or_default()), "{shown}");
}

/// A log in which every text that comes from outside is hostile.
fn hostile() -> (Vec<u8>, &'static str) {
    const NAUGHTY: &str = "</script><script>document.title = 'taken'</script><!-- & \"b\" 'c' </style></pre>]]>";
    let mut lines = Vec::new();
    for line in kept("forfeit").split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let mut record: Value = serde_json::from_slice(line).unwrap();
        let kind = record["type"].as_str().unwrap().to_owned();
        match kind.as_str() {
            "match" => {
                record["match"] = NAUGHTY.into();
                record["arbiter"] = NAUGHTY.into();
                record["started"] = NAUGHTY.into();
                record["clock"] = NAUGHTY.into();
                for seat in record["seats"].as_array_mut().unwrap() {
                    seat["name"] = NAUGHTY.into();
                    seat["author"] = NAUGHTY.into();
                }
            }
            "action" => record["infos"] = Value::from(vec![NAUGHTY]),
            "fault" => {
                for field in ["text", "line", "stderr", "position"] {
                    record[field] = NAUGHTY.into();
                }
                record["column"] = 3.into();
            }
            _ => {}
        }
        lines.push(record.to_string());
    }
    ((lines.join("\n") + "\n").into_bytes(), NAUGHTY)
}

#[test]
fn what_a_bot_says_stays_text() {
    let (log, naughty) = hostile();
    let page = page(&viewer::html(REGISTRY, &log).unwrap());
    assert!(page.text().matches(naughty).count() >= 10, "{}", page.text());
    assert!(data(&page)["steps"].as_array().unwrap().len() > 1);
    let titles = page.all("title").iter().map(text).filter(|title| title.contains(naughty)).count();
    assert_eq!(titles, 1);
}

/// The same with an action word that is hostile, which no game can play.
#[test]
fn what_cannot_be_played_is_still_listed_as_text() {
    let text = String::from_utf8(kept("complete")).unwrap();
    let line = text.lines().find(|line| line.contains("\"type\":\"action\"")).unwrap();
    let mut record: Value = serde_json::from_str(line).unwrap();
    record["action"] = "</script><script>".into();
    record["text"] = "</script><script>".into();
    let viewed = viewer::html(REGISTRY, text.replacen(line, &record.to_string(), 1).as_bytes()).unwrap();
    let number = text.lines().position(|other| other == line).unwrap() + 1;
    assert_eq!(viewed.wrong.as_ref().unwrap().line, number);
    let page = page(&viewed);
    assert!(page.text().contains(&format!("This log is wrong. line {number}: ")));
    assert!(page.text().contains("The board stands still from there."));
    assert_eq!(boards(&data(&page)).len(), data(&page)["steps"].as_array().unwrap().len());
}

#[test]
fn a_log_with_an_unreadable_line_opens_up_to_there() {
    let mut lines: Vec<String> = String::from_utf8(kept("complete")).unwrap().lines().map(str::to_owned).collect();
    lines[7] = "no record".to_owned();
    let viewed = viewer::html(REGISTRY, (lines.join("\n") + "\n").as_bytes()).unwrap();
    assert_eq!(viewed.wrong.as_ref().unwrap().line, 8);
    assert!(page(&viewed).text().contains("This log is wrong. line 8: not a record"));
}

#[test]
fn any_change_of_a_log_is_said_or_shown_and_nothing_panics() {
    let log = kept("random");
    for at in (0..log.len()).step_by(log.len() / 97) {
        let mut changed = log.clone();
        changed[at] ^= 1;
        if let Ok(viewed) = viewer::html(REGISTRY, &changed) {
            assert_eq!(viewed.html.contains("This log is wrong."), viewed.wrong.is_some());
        }
    }
}

#[test]
fn what_is_no_log_has_no_page() {
    let other_variant = String::from_utf8(kept("complete")).unwrap().replace("\"orwell\"", "\"owell\"");
    for (text, line) in [("", 1), ("\n", 1), ("no log\n", 1), (other_variant.as_str(), 1)] {
        assert_eq!(viewer::html(REGISTRY, text.as_bytes()).unwrap_err().line, line, "{text}");
    }
}

#[test]
fn the_style_and_the_script_are_those_that_the_policy_allows() {
    let viewed = viewer::html(REGISTRY, &kept("complete")).unwrap();
    let page = page(&viewed);
    let policy = page.all("meta").iter().find_map(|meta| {
        attribute(meta, "http-equiv").filter(|name| name == "Content-Security-Policy")?;
        attribute(meta, "content")
    });
    let policy = policy.unwrap();
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), 2, "{policy}");
}

#[test]
fn every_event_is_in_the_list_as_people_write_it() {
    let log = kept("complete");
    let page = page(&viewer::html(REGISTRY, &log).unwrap());
    let list = page.all("ol").into_iter().find(|list| attribute(list, "class").as_deref() == Some("moves")).unwrap();
    let links: Vec<(String, String)> =
        elements(&list, "a").iter().map(|link| (attribute(link, "href").unwrap(), text(link))).collect();
    let records = record::read(REGISTRY, &log).unwrap().records;
    let events = records.iter().filter_map(|(_, record)| match record {
        record::Record::Chance(chance) => Some((format!("#{}", chance.n), chance.action[1..].to_owned())),
        record::Record::Action(action) => Some((format!("#{}", action.n), action.text.clone())),
        _ => None,
    });
    let start = ("#0".to_owned(), "Start".to_owned());
    assert_eq!(links, [vec![start], events.collect()].concat());
}

#[track_caller]
fn run(folder: &Path, words: &[&str], code: i32) -> Output {
    let output = arbiter(folder, words);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    output
}

#[test]
fn the_command_has_its_exit_codes() {
    let folder: PathBuf = processes::scratch("viewer-command");
    fs::write(folder.join("right.jsonl"), kept("complete")).unwrap();
    let wrong = String::from_utf8(kept("complete")).unwrap().replace("\"decisions\":", "\"decisions\":1");
    fs::write(folder.join("wrong.jsonl"), &wrong).unwrap();
    fs::write(folder.join("cut.jsonl"), kept("cut-off")).unwrap();
    fs::write(folder.join("empty.jsonl"), "").unwrap();
    run(&folder, &["replay", "right.jsonl", "-o", "right.html"], 0);
    let page = fs::read_to_string(folder.join("right.html")).unwrap();
    assert_eq!(run(&folder, &["replay", "right.jsonl", "-o", "-"], 0).stdout, page.as_bytes());
    run(&folder, &["replay", "cut.jsonl", "-o", "cut.html"], 0);
    let said = String::from_utf8(run(&folder, &["replay", "wrong.jsonl", "-o", "wrong.html"], 1).stderr).unwrap();
    assert!(said.starts_with("wrong.jsonl: wrong: line ") && said.contains("decisions"), "{said}");
    assert!(fs::read_to_string(folder.join("wrong.html")).unwrap().contains("This log is wrong."));
    run(&folder, &["replay", "empty.jsonl", "-o", "empty.html"], 1);
    run(&folder, &["replay", "none.jsonl", "-o", "none.html"], 4);
    run(&folder, &["replay", "right.jsonl", "-o", "none/right.html"], 4);
    run(&folder, &["replay", "right.jsonl"], 2);
    assert!(!folder.join("empty.html").exists() && !folder.join("none.html").exists());
}
