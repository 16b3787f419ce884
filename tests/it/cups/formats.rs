//! Every format, at tables of two and three and with one score for all seats.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use testkit::schema::Schema;

use super::{Cup, seats};

/// A file with this many random bots, each with a seed of its own.
fn file(head: &str, bots: usize) -> String {
    let bots =
        (1..=bots).map(|n| format!("[[bot]]\nname = \"b{n}\"\ncommand = \"random\"\noptions = {{ seed = {n} }}\n"));
    format!("{head}\nseed = \"2a\"\n{}", bots.collect::<String>())
}

/// The number of times that each bot had each seat, by name and seat from 1.
fn seatings(results: &[serde_json::Value]) -> BTreeMap<(String, usize), u32> {
    let mut seatings = BTreeMap::new();
    for result in results {
        for (seat, name) in (1..).zip(seats(result)) {
            *seatings.entry((name.to_owned(), seat)).or_default() += 1;
        }
    }
    seatings
}

#[test]
fn a_swiss_of_eight() {
    let cup = Cup::with_file("swiss", &file("variant = \"congress\"\nformat = \"swiss\"\nrounds = 3", 8));
    let said = cup.run(&["tournament", "cup.toml"]).code(0);
    let results = cup.results("cup.games");
    assert_eq!(results.len(), 3 * 4 * 2);
    assert_eq!(cup.verifies("cup.games"), 24);
    let mut met = BTreeSet::new();
    for pair in results.chunks(2) {
        let mut names = seats(&pair[0]);
        names.sort_unstable();
        assert!(met.insert(names.join(" ")), "{names:?} have met before");
        assert_eq!(pair[0]["seed"], pair[1]["seed"]);
    }
    for count in seatings(&results).values() {
        assert_eq!(*count, 3, "every bot has each seat once in each round");
    }
    assert!(said.out.contains("24 games in 12 blocks"), "{}", said.out);
}

#[test]
fn a_gauntlet() {
    let cup = Cup::with_file("gauntlet", &file("variant = \"isolation\"\nformat = \"gauntlet\"\nrounds = 2", 4));
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    let results = cup.results("cup.games");
    assert_eq!(results.len(), 2 * 3 * 2);
    assert!(results.iter().all(|result| seats(result).contains(&"b1")));
}

#[test]
fn a_knockout_ends_with_its_winner_first() {
    let cup = Cup::with_file("knockout", &file("variant = \"congress\"\nformat = \"knockout\"", 5));
    let said = cup.run(&["tournament", "cup.toml", "--quiet", "--csv", "-"]).code(0);
    let results = cup.results("cup.games");
    let last = results.iter().map(|result| result["round"].as_u64().unwrap()).max().unwrap();
    let finalists: BTreeSet<&str> = results.iter().filter(|result| result["round"] == last).flat_map(seats).collect();
    assert_eq!(finalists.len(), 2);
    let first = said.out.lines().find(|line| line.starts_with("1,")).unwrap();
    assert!(finalists.contains(first.split(',').nth(1).unwrap()), "{first} is first, {finalists:?} played the final");
}

#[test]
fn orwell_by_five_in_all_orders() {
    let head = "variant = \"orwell\"\nseatings = \"all\"\noptions = { maxrounds = 12 }";
    let cup = Cup::with_file("orwell", &file(head, 5));
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    let results = cup.results("cup.games");
    assert_eq!(results.len(), 10 * 6, "ten tables, six orders");
    let counts = seatings(&results);
    assert_eq!(counts.len(), 15);
    assert!(counts.values().all(|&count| count == 12), "{counts:?}");
    for block in results.chunks(6) {
        let seeds: BTreeSet<_> = block.iter().map(|result| result["seed"].as_str()).collect();
        let orders: BTreeSet<_> = block.iter().map(seats).collect();
        assert_eq!((seeds.len(), orders.len()), (1, 6));
    }
}

#[test]
fn a_partner_matrix_of_four() {
    let head = "variant = \"catalonia\"\nrounds = 2\nadjudication = { max-decisions = 24 }";
    let cup = Cup::with_file("partners", &file(head, 4));
    let said = cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    let results = cup.results("cup.games");
    // A round has each of the six pairs in both seatings, and each of the four bots once with itself.
    assert_eq!(results.len(), 2 * (6 * 2 + 4));
    assert!(said.out.contains("mean score with"), "{}", said.out);
    assert!(said.out.contains("effect"), "{}", said.out);
    cup.verifies("cup.games");
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_a_game_is_played() {
    let cup = Cup::with_file("nowhere", &file("variant = \"congress\"\nrounds = 2", 2));
    for (flag, place) in [("--csv", "nowhere/s.csv"), ("--json", "."), ("--pairs", "cup.toml/pairs.csv")] {
        let said = cup.run(&["tournament", "cup.toml", "--quiet", flag, place]).code(4);
        assert!(said.err.contains(&format!("cannot write {place}: ")), "{}", said.err);
        assert!(!cup.path("cup.games").exists(), "{flag} was found too late");
    }
    // A dry run leaves no file.
    cup.run(&["tournament", "cup.toml", "--quiet", "--dry-run", "--csv", "s.csv"]).code(0);
    let left = fs::read_dir(&cup.dir).unwrap().flatten().map(|entry| entry.file_name());
    assert_eq!(left.filter(|name| name.to_string_lossy().contains("s.csv")).count(), 0);
}

#[test]
fn the_standings_as_json_fit_their_schema_and_the_results() {
    let cup = Cup::with_file("json", &file("variant = \"congress\"\nrounds = 2", 3));
    cup.run(&["tournament", "cup.toml", "--quiet", "--json", "s.json", "--csv", "s.csv"]).code(0);
    let standings: serde_json::Value = serde_json::from_str(&cup.read("s.json")).unwrap();
    let results = cup.results("cup.games");
    let schema = |of: &str| Schema::new(serde_json::from_str(&cup.run(&["schema", of]).code(0).out).unwrap());
    schema("standings").check(&standings).unwrap();
    results.iter().for_each(|result| schema("result").check(result).unwrap());
    assert!(schema("result").check(&standings).is_err());
    for row in standings["bots"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        let points = results.iter().flat_map(|result| {
            let scores = result["score"].as_array().unwrap();
            seats(result).into_iter().zip(scores).filter(|(other, _)| *other == name).map(|(_, points)| points.as_str())
        });
        let halves: u32 = points
            .map(|points| match points.unwrap() {
                "1" => 2,
                "1/2" => 1,
                "0" => 0,
                other => panic!("{other} points"),
            })
            .sum();
        let expected = match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "1/2".to_owned(),
            (whole, _) => format!("{whole} 1/2"),
        };
        assert_eq!(row["points"], expected, "{name}");
    }
    let csv = cup.read("s.csv");
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.starts_with("rank,bot,games,blocks,points,share"), "{csv}");
}
