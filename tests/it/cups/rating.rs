//! The command `rate` on logs from several places, and the ranking of standings.

use serde_json::{Value, json};

use super::{Cup, file};

#[track_caller]
fn play(cup: &Cup, name: &str, head: &str, bots: &[(&str, &str)]) {
    std::fs::write(cup.path(&format!("{name}.toml")), file(head, bots)).unwrap();
    cup.run(&["tournament", &format!("{name}.toml"), "--quiet", "--json", &format!("{name}.json")]).code(0);
}

fn tables(cup: &Cup, args: &[&str]) -> Vec<Value> {
    serde_json::from_str(&cup.run(args).code(0).out).unwrap()
}

fn bot<'a>(standings: &'a Value, name: &str) -> &'a Value {
    standings["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == name).unwrap()
}

#[test]
fn bots_of_one_name_that_differ_are_told() {
    let cup = Cup::new("rate-clocks");
    let bots = [("a", "random"), ("b", "greedy")];
    for (name, more) in [("one", ""), ("two", "clock = \"movetime 4000\""), ("three", "rounds = 2")] {
        play(&cup, name, &format!("variant = \"isolation\"\n{more}"), &bots);
    }
    for (other, is_told) in [("two.games", true), ("three.games", false)] {
        let said = cup.run(&["rate", "one.games", other]).code(0).err;
        for name in ["a", "b"] {
            let start = format!("{name} is rated as one bot, but ");
            let told = said.lines().any(|line| line.contains(&start) && line.contains("differ in its clock;"));
            assert_eq!(told, is_told, "{said}");
        }
    }
}

#[test]
fn groups_of_bots_that_never_met_are_told() {
    let cup = Cup::new("rate-groups");
    let head = "variant = \"isolation\"\nrounds = 1";
    play(&cup, "one", head, &[("a", "random"), ("b", "greedy")]);
    play(&cup, "two", head, &[("c", "random"), ("d", "greedy")]);
    play(&cup, "three", head, &[("d", "greedy"), ("e", "random"), ("a", "random")]);
    let told = |folders: &[&str]| {
        let said = cup.run(&[&["rate"], folders].concat()).code(0).err;
        said.split_once("cannot be compared across them: ").map(|(_, groups)| groups.trim().to_owned())
    };
    assert_eq!(told(&["one.games", "two.games"]).as_deref(), Some("a, b; c, d"));
    assert_eq!(told(&["one.games", "two.games", "three.games"]), None);
}

#[test]
fn a_tournament_is_rated_as_its_standings_have_it_and_two_count_together() {
    let cup = Cup::new("rate");
    let head = "variant = \"katarenga\"\nrounds = 3";
    play(&cup, "one", head, &[("a", "random"), ("b", "greedy"), ("c", "random")]);
    play(&cup, "two", &format!("{head}\nseatings = \"single\""), &[("b", "greedy"), ("d", "random")]);
    // The blocks of a rating have another order, so only rounded figures are equal.
    let standings = cup.run(&["tournament", "one.games", "--quiet"]).code(0).out;
    assert_eq!(cup.run(&["rate", "one.games"]).code(0).out, standings);
    // A log that is also in a given folder counts once, and so does a folder of logs.
    let args =
        ["rate", "two.games", "one.games/games", "one.games", "one.games/games/000001.jsonl", "--format", "json"];
    let both = tables(&cup, &args);
    assert_eq!((both.len(), &both[0]["games"]), (1, &json!(18 + 3)));
    assert_eq!(bot(&both[0], "b")["games"], json!(12 + 3));
    // Nothing bounds its rating.
    assert_eq!(bot(&both[0], "d")["rating"], json!({ "value": null, "low": null, "high": null }));
    let anchored = &tables(&cup, &["rate", "one.games", "two.games", "--format", "json", "--anchor", "d=1500"])[0];
    assert_eq!(bot(anchored, "d")["rating"], json!({ "value": 1500.0, "low": 1500.0, "high": 1500.0 }));
    let text = cup.run(&["rate", "one.games", "two.games", "--anchor", "d=1500"]).code(0).out;
    assert!(text.contains("ratings are relative to d, which has 1500"), "{text}");
    let csv = cup.run(&["rate", "one.games", "--format", "csv"]).code(0).out;
    assert_eq!(csv.lines().count(), 4);
    let pairs = cup.run(&["rate", "one.games", "--format", "pairs"]).code(0).out;
    assert_eq!(pairs.lines().count(), 4);
    cup.run(&["rate", "one.games", "--anchor", "nobody"]).code(2);
    // The second bot of this plan moves first in the first game.
    play(&cup, "duel", head, &[("a", "greedy"), ("b", "random")]);
    let duel = |args: &[&str]| {
        let text = cup.run(args).code(0).out;
        text.lines().find(|line| line.contains(" against ")).unwrap().to_owned()
    };
    assert_eq!(duel(&["rate", "duel.games"]), duel(&["tournament", "duel.games", "--quiet"]));
}

#[test]
fn games_by_other_rules_are_rated_apart_and_lone_logs_by_the_names_bots_gave() {
    let cup = Cup::new("apart");
    let seats = ["bot:random", "bot:greedy"];
    let games = [
        ("1.jsonl", [0, 1], vec![]),
        ("2.jsonl", [1, 0], vec![]),
        // The first game again, which counts once.
        ("again.jsonl", [0, 1], vec![]),
        ("3.jsonl", [0, 1], vec!["-o", "capture=on"]),
    ];
    for (log, [one, other], more) in games {
        let mut args = vec!["play", "congress", seats[one], seats[other], "--seed", "2a", "--quiet", "--log", log];
        args.extend(more);
        cup.run(&args).code(0);
    }
    let line = "play orwell bot:random bot:greedy bot:random -o maxrounds=12 --quiet --log 4.jsonl";
    cup.run(&line.split(' ').collect::<Vec<_>>()).code(0);
    let said = cup.run(&["rate", ".", "--format", "json"]).code(0);
    assert!(said.err.contains("games given twice, with the same moves and seed: 1"), "{}", said.err);
    let rated: Vec<Value> = serde_json::from_str(&said.out).unwrap();
    let tables: Vec<(&Value, &Value)> = rated.iter().map(|table| (&table["variant"], &table["games"])).collect();
    let expected = [(json!("congress"), json!(2)), (json!("congress"), json!(1)), (json!("orwell"), json!(1))];
    assert!(tables.iter().map(|&(variant, games)| (variant.clone(), games.clone())).eq(expected), "{tables:?}");
    assert_eq!(rated[1]["options"], json!({ "capture": "on" }));
    assert!(said.err.contains("are rated separately"), "{}", said.err);
    // The two games have the same seed and swapped seats, so they are one block.
    assert_eq!(rated[0]["blocks"], 1);
    assert!(cup.run(&["rate", ".", "--format", "csv"]).code(2).err.contains("rated separately"));
    assert!(cup.run(&["rate", "1.jsonl"]).code(0).out.contains("congress, 2 seats: 1 game in 1 block"));
    std::fs::create_dir(cup.path("empty")).unwrap();
    assert!(cup.run(&["rate", "empty"]).code(2).err.contains("expected the folder of a tournament"));
    std::fs::write(cup.path("torn.jsonl"), cup.read("1.jsonl").lines().take(3).collect::<Vec<_>>().join("\n") + "\n")
        .unwrap();
    let torn = cup.run(&["rate", "torn.jsonl"]).code(2);
    assert!(torn.err.contains("has no score yet, ignored") && torn.err.contains("nothing to rate"), "{}", torn.err);
}

#[test]
fn a_rating_refuses_what_a_tournament_refuses() {
    let cup = Cup::new("refused");
    play(&cup, "cup", "variant = \"isolation\"\nrounds = 3", &[("a", "random"), ("b", "random")]);
    let log = "cup.games/games/000002.jsonl";
    let whole = cup.read(log);
    let refused = |args: &[&str], expected: &str| {
        let said = cup.run(args).code(4);
        assert!(said.err.contains(expected) && said.out.is_empty(), "{expected}: {}{}", said.out, said.err);
    };
    std::fs::write(cup.path(log), whole.replacen("\"action\"", "\"action\" ", 1)).unwrap();
    refused(&["rate", "cup.games/games/000001.jsonl"], "000002.jsonl was changed after its game ended");
    // A log without a folder is replayed.
    let points = if whole.contains("\"score\":[\"1\",\"0\"]") {
        ["\"1\",\"0\"", "\"0\",\"1\""]
    } else {
        ["\"0\",\"1\"", "\"1\",\"0\""]
    };
    std::fs::write(cup.path("lone.jsonl"), &whole).unwrap();
    cup.run(&["rate", "lone.jsonl"]).code(0);
    std::fs::write(cup.path("lone.jsonl"), whole.replace(points[0], points[1])).unwrap();
    refused(&["rate", "lone.jsonl"], "lone.jsonl: ");
    std::fs::write(cup.path(log), &whole).unwrap();
    let index = cup.read("cup.games/results.jsonl");
    std::fs::write(cup.path("cup.games/results.jsonl"), format!("x\n{index}")).unwrap();
    let cure = "expected value at column 1; rename the file: if the logs are there, arbiter tournament makes it again";
    refused(&["rate", "cup.games"], &format!("results.jsonl line 1: {cure}"));
    std::fs::write(cup.path("cup.games/results.jsonl"), "{\"a\n").unwrap();
    refused(&["rate", "cup.games"], "results.jsonl line 1: EOF while parsing a string at column 3; rename");
    std::fs::remove_file(cup.path("cup.games/results.jsonl")).unwrap();
    let said = cup.run(&["rate", "cup.games"]).code(2);
    let cure =
        "no results.jsonl: expected both, as the folder of a tournament has them; arbiter tournament cup.games makes";
    assert!(said.err.contains(cure), "{}", said.err);
    cup.run(&["tournament", "cup.games", "--quiet"]).code(0);
    assert_eq!(cup.read("cup.games/results.jsonl"), index);
    std::fs::remove_file(cup.path("cup.games/plan.toml")).unwrap();
    let said = cup.run(&["rate", "cup.games"]).code(2);
    assert!(said.err.contains("cup.games has results.jsonl and no plan.toml: expected both"), "{}", said.err);
    cup.run(&["rate", "cup.games/games"]).code(0);
}

#[test]
fn games_are_ranked_anew_without_being_played_again() {
    let cup = Cup::new("ranked");
    let bots = [("a", "random"), ("b", "random"), ("c", "random"), ("d", "greedy")];
    play(&cup, "cup", "variant = \"isolation\"\nformat = \"swiss\"\nrounds = 2", &bots);
    let played = |args: &[&str]| {
        let before = cup.read("cup.games/results.jsonl");
        let said = cup.run(args).code(0);
        assert_eq!(cup.read("cup.games/results.jsonl"), before);
        said.out
    };
    let json = || -> Value { serde_json::from_str(&cup.read("cup.json")).unwrap() };
    let plan = cup.read("cup.games/plan.toml");
    let words = ["--anchor", "b=1500", "--tie-breaks", "wins,rating", "--json", "cup.json", "--quiet"];
    let anchored = played(&[&["tournament", "cup.games"], &words[..]].concat());
    assert!(anchored.contains("ratings are relative to b, which has 1500"), "{anchored}");
    assert_eq!((&json()["tie_breaks"], &json()["anchor"]), (&json!(["wins", "rating"]), &json!(["b", 1500.0])));
    // The folder and its report keep the latest ranking.
    let text = played(&["tournament", "cup.games", "--quiet"]);
    assert!(text.contains("ratings are relative to b, which has 1500"), "{text}");
    cup.run(&["report", "cup.games", "-o", "page.html"]).code(0);
    assert!(cup.read("page.html").contains("ratings are relative to b, which has 1500"));
    // The file has no anchor.
    let text = played(&["tournament", "cup.toml", "--quiet"]);
    assert!(!text.contains("ratings are relative to"), "{text}");
    assert_eq!(cup.read("cup.games/plan.toml"), plan);
    let words = cup.run(&["tournament", "cup.games", "--tie-breaks", "wins,luck"]).code(2);
    assert!(words.err.contains("luck"), "{}", words.err);
    // A change of games is still another tournament.
    let other = cup.run(&["tournament", "cup.games", "--rounds", "1", "--anchor", "a"]).code(2);
    assert!(!other.err.contains("anchor"), "{}", other.err);
}
