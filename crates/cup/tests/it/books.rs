//! Tournaments of chess from files of openings, and what holds for every bot.

use std::path::Path;

use uvi_cup::{Outside, Plan, file};
use uvi_games::{game::Seed, games::REGISTRY};
use uvi_match::referee::MatchSpec;

/// The plan of a tournament of chess whose openings are in this text, or what is wrong with it.
fn plan(keys: &str, book: &str) -> Result<Plan, String> {
    let bots =
        "[[bot]]\nname = \"a\"\ncommand = \"a\"\n[[bot]]\nname = \"b\"\ncommand = \"b\"\noptions = { Hash = 8 }\n";
    let text = format!("variant = \"chess\"\n{keys}\n{bots}");
    let file = file::read(&text).map_err(|trouble| trouble.flaw.to_string())?;
    let outside = Outside {
        registry: REGISTRY,
        seed: Seed([7; 16]),
        find: |command: &str| command.to_owned(),
        open: |_: &Path| Ok(book.to_owned()),
        try_on: |_: &MatchSpec, _: &[String]| Ok(None),
        judge: |_: &MatchSpec| Err("nobody judges".to_owned()),
    };
    file.plan(outside).map_err(|trouble| trouble.flaw.to_string())
}

const GAMES: &str = "[Event \"one\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"two\"]\n\n1. d4 *\n";

#[test]
fn what_a_book_lacks_is_remarked() {
    let remarks = |keys: &str, book: &str| plan(keys, book).map(|plan| plan.remarks);
    let of = |texts: &[&str]| Ok(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
    assert_eq!(remarks("rounds = 2\n[openings]\nfile = \"a.pgn\"\nplies = 1", GAMES), of(&[]));
    assert_eq!(
        remarks("rounds = 3\n[openings]\nfile = \"a.pgn\"\nplies = 4", GAMES),
        of(&[
            "1 of 2 games of the openings have fewer than 4 moves and are taken whole: 2",
            "3 rounds have 2 openings: after the last the first comes again",
        ])
    );
    let none = "plies: expected at least 1, found 0; omit plies to play all moves of each game";
    assert_eq!(remarks("[openings]\nfile = \"a.pgn\"\nplies = 0", GAMES), Err(none.to_owned()));
}

#[test]
fn counts_in_epd_are_kept_and_chess960_is_told_where_it_is_not_played() {
    let epd = "[openings]\nfile = \"a.epd\"";
    let found = plan(epd, "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 31; id \"late\";\n").unwrap();
    assert_eq!(found.openings[0].name, "late");
    assert_eq!(found.openings[0].position.as_str(), "4k3/8/8/8/8/8/4P3/4K3 w - - 12 31");
    let shuffled = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let error = plan(epd, shuffled).unwrap_err();
    assert!(error.contains("option start shuffled"), "{error}");
    assert!(plan(&format!("[options]\nstart = \"shuffled\"\n{epd}"), shuffled).is_ok());
}

#[test]
fn each_holds_for_every_bot_that_does_not_say_otherwise() {
    let keys = "[each]\noptions = { Hash = 64, Threads = 1 }\nclock = \"nodes 5\"\nlimits = { memory = \"1G\" }";
    let plan = plan(keys, "").unwrap();
    let options = |bot: usize| {
        let options = plan.entrants[bot].options.iter();
        options.map(|(name, value)| format!("{name}={}", value.as_str())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((options(0).as_str(), options(1).as_str()), ("Hash=64 Threads=1", "Hash=8 Threads=1"));
    for entrant in &plan.entrants {
        assert_eq!(entrant.clock.map(|clock| clock.to_string()).as_deref(), Some("nodes 5"));
        assert_eq!(entrant.set.len(), 1);
    }
    let unknown = file::read("variant = \"chess\"\n[each]\nname = \"a\"\n").unwrap_err();
    assert!(unknown.flaw.to_string().contains("name"), "{}", unknown.flaw);
}
