//! Every format, at tables of two and three and with one score for all seats.

use std::fs;

use testkit::schema::Schema;

use super::Cup;

/// A file with this many random bots, each with a seed of its own.
fn file(head: &str, bots: usize) -> String {
    let bots =
        (1..=bots).map(|n| format!("[[bot]]\nname = \"b{n}\"\ncommand = \"random\"\noptions = {{ seed = {n} }}\n"));
    format!("{head}\nseed = \"2a\"\n{}", bots.collect::<String>())
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
    let csv = cup.read("s.csv");
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.starts_with("rank,bot,games,blocks,points,share"), "{csv}");
}
