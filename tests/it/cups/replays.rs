//! The replays beside a report.

use std::fs;

use testkit::html::{Page, attribute, elements};

use super::{Cup, file};

fn cup() -> String {
    file("variant = \"isolation\"\nrounds = 2", &[("one", "random"), ("two", "random")])
}

/// The links from the games of the report.
fn replays(cup: &Cup) -> Vec<String> {
    let page = Page::new(&cup.read("site/index.html"));
    let links = elements(&page.section("games"), "a").into_iter().filter_map(|link| attribute(&link, "href"));
    links.filter(|link| link.ends_with(".html")).collect()
}

#[test]
fn a_report_can_have_the_replay_of_every_game_beside_it() {
    let cup = Cup::with_file("replays", &cup());
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    fs::create_dir(cup.path("site")).unwrap();
    cup.run(&["report", "cup.games", "-o", "-", "--replays"]).code(2);
    let write = ["report", "cup.games", "-o", "site/index.html", "--replays"];
    cup.run(&write[..4]).code(0);
    assert_eq!(replays(&cup), Vec::<String>::new());
    cup.run(&write).code(0);
    let all = [1, 2, 3, 4].map(|game| format!("replays/{game:06}.html"));
    assert_eq!(replays(&cup), all);
    for (result, replay) in cup.results("cup.games").iter().zip(&all) {
        let log = format!("cup.games/games/{:06}.jsonl", result["game"].as_u64().unwrap());
        let names = [0, 1].map(|seat| format!("--name={}", result["seats"][seat].as_str().unwrap()));
        cup.run(&["replay", &log, "-o", "alone.html", &names[0], &names[1]]).code(0);
        assert_eq!(cup.read(&format!("site/{replay}")), cup.read("alone.html"));
    }
    // The replays of a page that is not called index.html have the name of the page.
    cup.run(&["report", "cup.games", "-o", "site/other.html"]).code(0);
    assert!(!cup.read("site/other.html").contains("replays/"));
    cup.run(&["report", "cup.games", "-o", "site/other.html", "--replays"]).code(0);
    assert!(cup.read("site/other.html").contains("href=\"other-replays/000001.html\""));
    assert_eq!(cup.read("site/other-replays/000001.html"), cup.read("site/replays/000001.html"));
    // A game without a log has no replay. The replay of a wrong log shows the error.
    fs::remove_dir_all(cup.path("site/replays")).unwrap();
    fs::remove_file(cup.path("cup.games/games/000002.jsonl")).unwrap();
    let wrong = cup.read("cup.games/games/000003.jsonl").replace("\"decisions\":", "\"decisions\":1");
    fs::write(cup.path("cup.games/games/000003.jsonl"), wrong).unwrap();
    let told = cup.run(&write).code(0).err;
    assert!(told.contains("no replay of a game: ") && told.contains("000002.jsonl"), "{told}");
    assert!(told.contains("000003.jsonl: wrong: line "), "{told}");
    assert_eq!(replays(&cup), [all[0].clone(), all[2].clone(), all[3].clone()]);
    assert!(cup.read("site/replays/000003.html").contains("This log is wrong."));
}

#[test]
fn a_tournament_under_way_has_no_replay_of_a_game_whose_luck_is_still_played() {
    let cup = Cup::with_file("replays-under-way", &cup().replace("seed = \"2a\"\n", ""));
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    // The tournament after three of four games: the first block is whole, the second is not.
    let first = |name: &str, lines: usize| {
        let text: String = cup.read(name).lines().take(lines).map(|line| format!("{line}\n")).collect();
        fs::write(cup.path(name), text).unwrap();
    };
    first("cup.games/results.jsonl", 3);
    fs::create_dir(cup.path("site")).unwrap();
    let told = cup.run(&["report", "cup.games", "-o", "site/index.html", "--replays"]).code(0).err;
    assert!(
        told.contains("left out 1 replay, because they would show the seed of games that are not played yet"),
        "{told}"
    );
    assert_eq!(replays(&cup), ["replays/000001.html", "replays/000002.html"]);
    // Inside the first block there is no replay.
    fs::remove_dir_all(cup.path("site/replays")).unwrap();
    first("cup.games/results.jsonl", 1);
    cup.run(&["report", "cup.games", "-o", "site/index.html", "--replays"]).code(0);
    assert_eq!(replays(&cup), Vec::<String>::new());
}
