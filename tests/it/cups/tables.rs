//! Tablebases end games, and the logs verify with them and without. The tables are those of three men.

use arbiter::world::tablebases;
use testkit::root;
use uvi_games::{
    game::{OptionValues, Table},
    games::REGISTRY,
};
use uvi_match::record::TableAnswer;

use super::Cup;

fn folder() -> String {
    root().join("tests/tables").display().to_string()
}

fn chess(position: &str) -> Box<dyn Table> {
    let chess = REGISTRY.find("chess").unwrap();
    chess.read(&OptionValues::defaults(chess.options()), 2, position).unwrap()
}

#[test]
fn tables_answer_for_the_side_to_move() {
    tablebases::open(&folder()).unwrap();
    let probe = tablebases::probe().unwrap();
    for (position, answer) in [
        ("4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1", Some(TableAnswer::Win)),
        ("4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1", Some(TableAnswer::Loss)),
        ("4k3/8/8/3q4/8/8/8/4K3 w - - 0 1", Some(TableAnswer::Loss)),
        // The king takes the rook.
        ("8/8/8/3kR3/8/8/8/4K3 b - - 0 1", Some(TableAnswer::Draw)),
        ("8/8/8/3k4/4R3/8/8/4K3 w - - 0 1", Some(TableAnswer::Win)),
        // The opposition decides about a pawn.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Some(TableAnswer::Win)),
        ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", Some(TableAnswer::Loss)),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", Some(TableAnswer::Win)),
        ("8/8/8/8/8/p7/8/K6k b - - 0 1", Some(TableAnswer::Draw)),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Some(TableAnswer::Win)),
        ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", None),
    ] {
        let endgame = chess(position).endgame().unwrap();
        assert_eq!(probe(&endgame), answer, "{position}");
    }
    // The rook of a castling is no piece of tables.
    assert_eq!(chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1").endgame(), None);
}

#[test]
fn a_tournament_ends_games_by_tables() {
    let folder = folder();
    let cup = Cup::with_file(
        "tables",
        &format!(
            "variant = \"chess\"\nrounds = 2\nseed = \"2a\"\ntablebases = \"{folder}\"\n[openings]\npositions = [\n\
             \"won\\t4k3/8/8/3Q4/8/8/8/4K3 b - - 0 40\",\n\"level\\t8/8/8/8/8/p7/8/K6k w - - 0 40\"]\n\
             [[bot]]\nname = \"a\"\ncommand = \"random\"\n[[bot]]\nname = \"b\"\ncommand = \"random\"\n"
        ),
    );
    cup.run(&["tournament", "cup.toml", "--folder", "out", "-q"]).code(0);
    let ends: Vec<_> = cup
        .results("out")
        .iter()
        .map(|it| [&it["reason"], &it["score"], &it["decisions"]].map(ToString::to_string).join(" "))
        .collect();
    let (won, level) = ("\"tablebase\" [\"1\",\"0\"] 0", "\"tablebase\" [\"1/2\",\"1/2\"] 0");
    assert_eq!(ends, [won, won, level, level]);
    assert_eq!(cup.verifies("out"), 4);
    let log = cup.results("out")[0]["log"].as_str().unwrap().to_owned();
    cup.run(&["verify", &format!("out/{log}"), "--tablebases", &folder]).code(0);
    let pgn = cup.run(&["show", &format!("out/{log}"), "--format", "pgn"]).code(0).out;
    assert!(pgn.contains("White wins by adjudication: SyzygyTB"), "{pgn}");
    // Without the tables no game begins, and no other game has endgames.
    std::fs::write(
        cup.path("plain.toml"),
        cup.read("cup.toml").replace("tablebases", "# ") + "[adjudication]\ntables = { men = 3 }\n",
    )
    .unwrap();
    let said = cup.run(&["tournament", "plain.toml", "--folder", "none"]).code(2);
    assert!(said.err.contains("adjudication by tables: expected --tablebases"), "{}", said.err);
    let said = cup.run(&["tournament", "plain.toml", "--folder", "none", "--tablebases", "/nowhere"]).code(2);
    assert!(said.err.contains("found none in /nowhere"), "{}", said.err);
    // A table that is cut off is named before the first game.
    let broken = cup.path("broken");
    std::fs::create_dir(&broken).unwrap();
    let whole = std::fs::read(root().join("tests/tables/KQvK.rtbw")).unwrap();
    std::fs::write(broken.join("KQvK.rtbw"), &whole[..100]).unwrap();
    let said = cup.run(&["tournament", "plain.toml", "--folder", "none", "--tablebases", "broken"]).code(2);
    assert!(said.err.contains("broken/KQvK.rtbw is no whole table"), "{}", said.err);
}
