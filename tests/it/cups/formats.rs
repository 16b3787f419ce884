//! Every format, at tables of two and three and with one score for all seats.

use std::fs;

use super::{Cup, file};

#[test]
fn an_output_that_cannot_be_written_is_told_before_a_game_is_played() {
    let cup =
        Cup::with_file("nowhere", &file("variant = \"congress\"\nrounds = 2", &[("a", "random"), ("b", "random")]));
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
