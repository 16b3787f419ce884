//! The viewer: its boards match the log at every step, texts from bots stay text, and errors of a log are shown. The
//! script is tested in a browser: `tests/pages/test_replay.py`.
#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use std::fs;

use serde_json::Value;
use testkit::{
    html::{attribute, elements, text},
    replays::{boards, check_boards, data, kept, page},
    root, walk,
};
use uvi::{TurnCount, TurnRules};
use uvi_games::{
    game::{PositionField, description},
    games::REGISTRY,
};
use uvi_match::record;
use uvi_pages::viewer;

#[test]
fn kept_logs_have_their_pages() {
    for (name, said) in [
        ("aborted", "abort"),
        ("clocks", "Faulty as Red: movetime 5000; "),
        ("complete", "The start and all chance follow from the seed."),
        ("cut-off", "The log ends before the game."),
        ("forfeit", "is at fault: "),
        ("imported", "the game was imported. Nothing can be checked"),
        ("random", "(random)"),
        ("setposition", "set to start from"),
        ("tries", " tries again: "),
        ("two-forfeits", "is at fault: "),
    ] {
        let log = kept(name);
        check_boards(&log, b"");
        let text = page(&viewer::html(REGISTRY, &log, &[]).unwrap()).text();
        assert!(text.contains(said), "{name}: {text}");
    }
}

#[test]
fn every_variant_has_its_boards_at_every_step() {
    for variant in REGISTRY {
        let log = fs::read(root().join(format!("docs/pictures/{}.jsonl", variant.word()))).unwrap();
        check_boards(&log, b"");
        // A log that is cut off in the middle of a line.
        let head = log.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let half = (log.len() / 2).max(head + 9);
        let viewed = viewer::html(REGISTRY, &log[..half], &[]).unwrap();
        assert_eq!(viewed.wrong, None);
        let page = page(&viewed);
        assert!(page.text().contains("This log is not finished. It is correct so far"));
        assert_eq!(data(&page)["seed"], Value::Null);
        let whole = log[..half].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        check_boards(&log[..whole], &log[whole..]);
    }
}

/// A log in which all texts from outside are hostile.
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
    let page = page(&viewer::html(REGISTRY, &log, &[]).unwrap());
    assert!(page.text().matches(naughty).count() >= 10, "{}", page.text());
    assert_eq!(text(&page.section("faults")).matches(naughty).count(), 4);
    assert!(data(&page)["steps"].as_array().unwrap().len() > 1);
    let titles = page.all("title").iter().map(text).filter(|title| title.contains(naughty)).count();
    assert_eq!(titles, 1);
}

/// A hostile action word, which no game can play, is shown as text.
#[test]
fn what_cannot_be_played_is_still_listed_as_text() {
    let text = String::from_utf8(kept("complete")).unwrap();
    let line = text.lines().find(|line| line.contains("\"type\":\"action\"")).unwrap();
    let mut record: Value = serde_json::from_str(line).unwrap();
    record["action"] = "</script><script>".into();
    record["text"] = "</script><script>".into();
    let viewed = viewer::html(REGISTRY, text.replacen(line, &record.to_string(), 1).as_bytes(), &[]).unwrap();
    let number = text.lines().position(|other| other == line).unwrap() + 1;
    assert_eq!(viewed.wrong.as_ref().unwrap().line, number);
    let page = page(&viewed);
    assert!(page.text().contains(&format!("This log is wrong. line {number}: ")));
    assert!(page.text().contains("The board does not change after that."));
    assert_eq!(boards(&data(&page)).len(), data(&page)["steps"].as_array().unwrap().len());
}

#[test]
fn names_and_errors_do_not_turn_the_direction_of_writing() {
    let mut lines: Vec<String> = String::from_utf8(kept("complete")).unwrap().lines().map(str::to_owned).collect();
    lines[7] = r#"{"type":"\u202e"}"#.to_owned();
    let viewed = viewer::html(REGISTRY, lines.join("\n").as_bytes(), &["Ann\u{2066}".to_owned()]).unwrap();
    assert_eq!(viewed.wrong.as_ref().unwrap().line, 8);
    let text = page(&viewed).text();
    for shown in ["Ann\\u{2066}", "variant `\\u{202e}`", "This log is wrong. line 8: not a record"] {
        assert!(text.contains(shown), "{text}");
    }
    assert!(!viewed.html.contains(['\u{202e}', '\u{2066}']));
}

#[test]
fn any_change_of_a_log_is_said_or_shown_and_nothing_panics() {
    let log = kept("random");
    for at in (0..log.len()).step_by(log.len() / 47) {
        let mut changed = log.clone();
        changed[at] ^= 1;
        if let Ok(viewed) = viewer::html(REGISTRY, &changed, &[]) {
            assert_eq!(viewed.html.contains("This log is wrong."), viewed.wrong.is_some());
        }
    }
}

#[test]
fn what_is_no_log_has_no_page() {
    let other_variant = String::from_utf8(kept("complete")).unwrap().replace("\"orwell\"", "\"owell\"");
    for (text, line) in [("", 1), ("\n", 1), ("no log\n", 1), (other_variant.as_str(), 1)] {
        assert_eq!(viewer::html(REGISTRY, text.as_bytes(), &[]).unwrap_err().line, line, "{text}");
    }
}

#[test]
fn the_style_and_the_script_are_those_that_the_policy_allows() {
    let viewed = viewer::html(REGISTRY, &kept("complete"), &[]).unwrap();
    let page = page(&viewed);
    let policy = page.all("meta").iter().find_map(|meta| {
        attribute(meta, "http-equiv").filter(|name| name == "Content-Security-Policy")?;
        attribute(meta, "content")
    });
    let policy = policy.unwrap();
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), 2, "{policy}");
    // Neither can end early.
    for end in ["</style", "</script"] {
        assert_eq!(viewed.html.matches(end).count(), page.all(&end[2..]).len(), "{end}");
    }
}

#[test]
fn every_event_is_in_the_list_as_people_write_it() {
    let log = kept("complete");
    let page = page(&viewer::html(REGISTRY, &log, &[]).unwrap());
    let list = page
        .all("ol")
        .into_iter()
        .find(|list| attribute(list, "class").is_some_and(|class| class.starts_with("moves ")))
        .unwrap();
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
    // A round is a row, as on the board.
    let is_turn = |part: &&_| attribute(part, "class").is_some_and(|class| class.starts_with("turn "));
    let turns = |row: &_| elements(row, "span").iter().filter(is_turn).count();
    let rows: Vec<usize> = elements(&list, "li").iter().map(turns).collect();
    assert_eq!(rows, [0, 3, 3, 3]);
}

/// The number of a row is that of the turn or round in the position before its actions.
#[test]
fn rows_of_moves_are_the_turns_of_every_variant() {
    let mut counted = Vec::new();
    for variant in REGISTRY {
        let is_turn = |field: &PositionField| ["turn", "round"].contains(&field.name);
        let Some(place) = variant.fields().iter().position(is_turn) else { continue };
        let mut rules = TurnRules::default();
        let rows = description(variant).into_iter().filter(|(key, _)| *key == "row");
        rows.for_each(|(_, row)| rules.hear(&row));
        let mut places = 0;
        for number in 0..8 {
            let (seed, seats) = (walk::seed(number), variant.seats().iter().cycle().nth(number as usize).unwrap());
            let mut table = variant.start(&walk::options(variant, number), *seats, &seed).unwrap();
            let mut count = TurnCount::default();
            for _ in 0..300 {
                let turn: u32 = table.position().nth(place).unwrap().as_str().parse().unwrap();
                for (actor, action) in walk::due(&*table, &seed) {
                    let done = table.play(actor, action.as_str()).unwrap();
                    count = count.after(&rules, Some(walk::number(actor)).filter(|seat| *seat > 0), &done.text);
                    // The baseline of Katarenga is chosen in turn 1, and is none.
                    let expected = if action.as_str().starts_with("turn") { 0 } else { turn };
                    let found = count.place().map_or(expected, |place| place.number.unwrap_or_default());
                    assert_eq!(found, expected, "{} {number}: {action}", variant.word());
                    places += u32::from(count.place().is_some_and(|place| place.number.is_some()));
                }
            }
        }
        if places >= 10 {
            counted.push(variant.word());
        }
    }
    let expected =
        ["katarenga", "congress", "colorado", "orwell", "french-revolution", "catalonia", "cat-chess", "chess"];
    assert_eq!(counted, expected);
}
