//! Printed games: every layout of the sample game gives the same log, misprints are found and explained, and other
//! texts are refused.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use serde_json::Value;
use uvi_games::{
    game::{self, OptionError, OptionRow, OptionValues, PositionError, PrintedPage, Seed, Table, Variant},
    games::{self, REGISTRY},
};
use uvi_match::record::{self, Chance, ImportError, ImportedGame, PrintedSource, Record, import};

/// The sample game of the inventor's page, including its two misprints.
const PAGE: &str = include_str!("../../../../tests/logs/orwell-sample-game.txt");

/// A turn: round, player, dice, moves.
type Turn = (u64, &'static str, String, Vec<String>);

fn golden() -> Value {
    serde_json::from_str(include_str!("../../../../tests/golden/orwell-sample-game.json")).unwrap()
}

/// The turns of the sample game, as the page has them.
fn turns() -> Vec<Turn> {
    let turn = |turn: &Value| {
        let player = ["White", "Red", "Black"][turn["seat"].as_u64().unwrap() as usize - 1];
        let moves = turn["printed"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned());
        (turn["round"].as_u64().unwrap(), player, turn["dice"].as_str().unwrap().to_owned(), moves.collect())
    };
    golden()["turns"].as_array().unwrap().iter().map(turn).collect()
}

fn layout(turn: impl Fn(&Turn) -> String) -> String {
    turns().iter().map(turn).collect()
}

fn read(text: impl AsRef<[u8]>) -> Result<ImportedGame, ImportError> {
    let variant = games::REGISTRY.find("orwell").unwrap();
    let options = OptionValues::defaults(variant.options());
    let source = PrintedSource {
        registry: REGISTRY,
        variant,
        options: &options,
        name: uvi::Word::new("sample").unwrap(),
        from: "a test",
    };
    import(&source, text.as_ref())
}

fn log(records: &[Record]) -> String {
    records.iter().map(|record| record.to_line() + "\n").collect()
}

/// Returns the text with both misprints corrected.
fn corrected(text: &str) -> String {
    text.replacen("Gf6xf9", "Gg6xf9", 1).replacen("Jb11xa11", "Jb11-a11", 1)
}

/// Checks that this text gives the same sample game as the plain one.
#[track_caller]
fn same_game(text: impl AsRef<[u8]>) {
    let imported = read(text).unwrap();
    let found: Vec<_> = imported.misprints.iter().map(ToString::to_string).collect();
    assert_eq!(found, Vec::<String>::new());
    let plain = read(corrected(PAGE)).unwrap().log.unwrap();
    assert_eq!(log(&imported.log.unwrap()), log(&plain));
}

// ---------------------------------------------------------------- the sample game

#[test]
fn the_page_is_that_of_the_golden_file() {
    assert_eq!(layout(|(round, player, dice, moves)| format!("{round} {player} {dice} {}\n", moves.join(" "))), PAGE);
    assert!(PAGE.contains("Gf6xf9") && PAGE.contains("Jb11xa11"), "the misprints of the page");
}

#[test]
fn the_sample_game_becomes_a_log_that_verifies() {
    let imported = read(corrected(PAGE)).unwrap();
    assert!(imported.over && imported.misprints.is_empty());
    let records = imported.log.unwrap();
    let verified = record::verify(REGISTRY, log(&records).as_bytes(), None).unwrap();
    assert_eq!(verified.chance, Chance::Imported);
    let result = verified.result.unwrap();
    assert_eq!((result.reason.as_str(), result.seed), ("last-man", None));
    assert_eq!(result.points().unwrap(), "1 0 0");
    assert_eq!((verified.head.imported.as_deref(), verified.head.commitment), (Some("a test"), None));
    // The golden file omits a final pass.
    let actions = records.iter().filter_map(|record| match record {
        Record::Action(action) => Some(action.action.clone()),
        _ => None,
    });
    let golden = golden();
    let expected = golden["turns"].as_array().unwrap().iter().flat_map(|turn| turn["actions"].as_array().unwrap());
    assert_eq!(actions.collect::<Vec<_>>(), expected.map(|action| action.as_str().unwrap()).collect::<Vec<_>>());
}

#[test]
fn both_misprints_are_found_and_put_right() {
    let imported = read(PAGE).unwrap();
    let [first, second] = imported.misprints.as_slice() else { panic!("{:?}", imported.misprints) };
    assert_eq!((first.place.line, first.place.column, first.found.as_str()), (5, 16, "Gf6xf9"));
    assert_eq!(first.meant.iter().map(|meant| meant.text.as_str()).collect::<Vec<_>>(), ["Gg6xf9"]);
    assert_eq!(first.wrong, "cannot be played: no remaining die moves a Jugyo");
    assert_eq!((second.place.line, second.place.column, second.found.as_str()), (30, 13, "Jb11xa11"));
    assert_eq!(second.meant.iter().map(|meant| meant.text.as_str()).collect::<Vec<_>>(), ["Jb11-a11"]);
    assert_eq!(second.wrong, "would be written Jb11-a11");
    // The log names the printed text, and is otherwise unchanged.
    let fixed = log(&imported.log.unwrap());
    assert!(fixed.contains(r#""action":"g6f9","text":"Gg6xf9","printed":"Gf6xf9"}"#), "{fixed}");
    assert!(fixed.contains(r#""action":"b11a11","text":"Jb11-a11","printed":"Jb11xa11"}"#), "{fixed}");
    let plain = fixed.replace(r#","printed":"Gf6xf9""#, "").replace(r#","printed":"Jb11xa11""#, "");
    assert_eq!(plain, log(&read(corrected(PAGE)).unwrap().log.unwrap()));
    assert_eq!(record::verify(REGISTRY, fixed.as_bytes(), None).unwrap().chance, Chance::Imported);
}

// ---------------------------------------------------------------- layouts

#[test]
fn one_turn_a_line() {
    let page = corrected(PAGE);
    same_game(page.replace('\n', "\r\n"));
    same_game(page.replace('\n', "\r"));
    same_game(format!("\u{feff}{page}"));
    same_game(page.replace('-', "\u{2013}").replace('x', "\u{d7}"));
    same_game(page.replace('-', "\u{2212}"));
    same_game(page.to_uppercase());
    same_game(page.to_lowercase());
    same_game(page.replace("pass", "\u{2014}"));
    same_game(page.replace('-', " - ").replace('x', " x "));
    same_game(page.replace(' ', "\u{a0}\t"));
    same_game(format!("# The sample game\n{}", page.replace("c3-d4", "c3-d4 {a first step}")));
    same_game(page.replace("White", "W").replace("Red", "r").replace("Black", "B"));
}

#[test]
fn commas_tabs_colons_and_brackets() {
    let dice = |dice: &str, between: &str| dice.chars().map(String::from).collect::<Vec<_>>().join(between);
    for (before, after, between, gap) in [
        (". ", ": ", "-", ", "),
        ("\t", "\t", "", "\t"),
        (",", ",", "", ","),
        (" | ", " | ", " ", " | "),
        (") ", " ", ",", "; "),
        (" ", " ", "\u{2013}", " and "),
        (". ", " ", " + ", " "),
    ] {
        same_game(corrected(&layout(|(round, player, thrown, moves)| {
            format!("{round}{before}{player} {}{after}{}\n", dice(thrown, between), moves.join(gap))
        })));
    }
    same_game(corrected(&layout(|(round, player, thrown, moves)| {
        format!("Round {round} {player} [{}] {}\n", dice(thrown, "]["), moves.join(", "))
    })));
    let face = |digit: char| char::from_u32(0x267f + digit.to_digit(10).unwrap()).unwrap();
    same_game(corrected(&layout(|(round, player, thrown, moves)| {
        format!("{round} {player} {} {}\n", thrown.chars().map(face).collect::<String>(), moves.join(", "))
    })));
}

#[test]
fn a_table_copied_from_a_web_page() {
    // Each cell is on a line of its own, with headings, blank lines, and the round only when it changes.
    let cells = layout(|(round, player, dice, moves)| {
        let round = if *player == "White" { format!("\n{round}\n\n") } else { String::new() };
        format!("{round}{player}\n\n{dice}\n\n{}\n\n\n", moves.join("\n"))
    });
    same_game(corrected(&format!("Sample Game\n\nRound\nPlayer\nDice\nMoves\n{cells}\nWhite wins!\n")));
    // Repeated headings, dice in cells of their own, and a line end within a move.
    let cells = layout(|(round, player, dice, moves)| {
        let (first, second) = dice.split_at(1);
        let head = if *player == "White" { "Round\tPlayer\tDie 1\tDie 2\tMove 1\tMove 2\n" } else { "" };
        format!("{head}{round}\t{player}\t{first}\n{second}\t{}\n", moves.join("\t"))
    });
    same_game(corrected(&cells).replace('x', "x\n"));
    // The whole page on one line.
    same_game(corrected(PAGE).replace('\n', " "));
}

#[test]
fn marks_of_promotion_and_of_annotators() {
    for becomes in ["=j", "J", "(J)", "/J", " = J", "(=J)", "=J!?"] {
        same_game(corrected(PAGE).replace("f1-e2=J", &format!("f1-e2{becomes}")));
    }
    same_game(corrected(PAGE).replace("Me7xc5", "Me7xc5#"));
    // The arbiter's own notation has no mark for captures.
    same_game(corrected(PAGE).replace("Dd7xf9", "d7f9").replace("f1-e2=J", "f1e2j").replace("d5xd6=M", "d5d6"));
}

/// Returns a random game as a page, and its actions in the notation of the arbiter.
fn random_game(seed: &str, rounds: u32) -> (String, Vec<String>) {
    let variant = games::REGISTRY.find("orwell").unwrap();
    let options = OptionValues::defaults(variant.options());
    let seed = seed.parse().unwrap();
    let mut table = variant.start(&options, 3, &seed).unwrap();
    let (mut page, mut actions, mut turn) = (String::new(), Vec::new(), 0);
    while turn < 3 * rounds || !matches!(table.turn(), game::Turn::Chance) {
        let (actor, action) = match table.turn() {
            game::Turn::Over(_) => break,
            game::Turn::Chance => (game::Actor::Chance, table.chance(&seed).unwrap()),
            game::Turn::Seats(seats) => {
                let seat = seats.single().unwrap();
                let legal = table.legal(seat);
                let key = format!("test {}", actions.len());
                let drawn = game::Stream::new(&seed, &key).below(u32::try_from(legal.len()).unwrap());
                (game::Actor::Seat(seat), legal[drawn as usize].clone())
            }
        };
        let text = table.play(actor, action.as_str()).unwrap().text;
        if actor == game::Actor::Chance {
            let player = ["White", "Red", "Black"][turn as usize % 3];
            page += &format!("\n{} {player} {}", turn / 3 + 1, text.trim_start_matches('@'));
            turn += 1;
        } else {
            page += &format!(" {text}");
        }
        actions.push(action.to_string());
    }
    (page, actions)
}

#[test]
fn random_games_go_onto_a_page_and_back() {
    for seed in ["1", "2", "3"] {
        let (page, actions) = random_game(seed, 60);
        let imported = read(&page).unwrap();
        assert_eq!(imported.misprints.first().map(ToString::to_string), None);
        let found = imported.log.unwrap().into_iter().filter_map(|record| match record {
            Record::Chance(chance) => Some(chance.action),
            Record::Action(action) => Some(action.action),
            _ => None,
        });
        assert_eq!(found.collect::<Vec<_>>(), actions);
    }
}

// ---------------------------------------------------------------- misprints

/// Imports the sample game with one change. Checks the place of the misprint and the suggested corrections; returns its
/// text.
#[track_caller]
fn misprint(from: &str, to: &str, place: (usize, usize), meant: &[&str]) -> String {
    let page = corrected(PAGE);
    assert!(page.contains(from), "{from}");
    let imported = read(page.replacen(from, to, 1)).unwrap();
    let first = imported.misprints.first().unwrap_or_else(|| panic!("{to} is not noticed"));
    let found: Vec<_> = first.meant.iter().map(|meant| meant.text.as_str()).collect();
    assert_eq!((((first.place.line), first.place.column), found.as_slice()), (place, meant), "{first}");
    if let [_] = meant {
        assert_eq!(imported.misprints.len(), 1, "the rest goes on: {:?}", imported.misprints);
        let fixed = log(&imported.log.unwrap());
        assert_eq!(fixed.matches("\"printed\":").count(), 1);
        record::verify(REGISTRY, fixed.as_bytes(), None).unwrap();
    } else {
        assert!(imported.log.is_none());
    }
    first.to_string()
}

#[test]
fn wrong_signs() {
    misprint("Dd7xf9", "Dd7-f9", (2, 10), &["Dd7xf9"]);
    misprint("c3-d4", "c3xd4", (1, 12), &["c3-d4"]);
}

#[test]
fn wrong_squares() {
    misprint("Jf10xf9", "Jf10xf8", (3, 12), &["Jf10xf9"]);
    misprint("Pe10xe3", "Pe11xe3", (9, 19), &["Pe10xe3"]);
    misprint("c8xc7", "d8xc7", (21, 21), &["c8xc7"]);
    misprint("Mb5xb7", "Mb5xh7", (40, 13), &["Mb5xb7"]);
    misprint("Mb5xb7", "Mb5xb77", (40, 13), &["Mb5xb7"]);
}

#[test]
fn wrong_letters() {
    misprint("Dd11xf1", "Gd11xf1", (3, 20), &["Dd11xf1"]);
    misprint("Pc6xc2", "c6xc2", (2, 17), &["Pc6xc2"]);
    misprint("d5xd6=M", "d5xd6", (7, 18), &["d5xd6=M"]);
    misprint("c3-d4", "c3-d4=M", (1, 12), &["c3-d4"]);
    // The suggestions have no Dabbabah, because it could still use the 2.
    misprint("f1-e2=J", "f1-e2", (42, 13), &["f1-e2=G", "f1-e2=J", "f1-e2=P", "f1-g2"]);
}

#[test]
fn wrong_dice() {
    misprint("6 Red 36 Ga6-b7", "6 Red 26 Ga6-b7", (17, 10), &["36"]);
    misprint("1 White 13 c3-d4", "1 White 17 c3-d4", (1, 9), &["13", "14"]);
}

#[test]
fn a_misprint_that_could_be_played_is_found_later() {
    // The Gryphon goes to g4 here, so it cannot leave g2 eight rounds later.
    let text = misprint("11-d12", "11-f12", (9, 12), &["e11-d12"]);
    assert!(text.contains("probably meant: e11-d12 (line 6, column 20)"), "{text}");
}

#[test]
fn wrong_headings() {
    misprint("2 Red 13", "2 Black 13", (5, 1), &["2 Red"]);
    misprint("2 Red 13", "3 Red 13", (5, 1), &["2 Red"]);
    // A missing turn is not a misprint of the next one.
    let text = misprint("2 Red 13 f7-g8 Gg6xf9\n", "", (5, 1), &[]);
    assert!(text.contains("2 Black: expected the turn of 2 Red"), "{text}");
}

#[test]
fn passes_are_checked() {
    let text = misprint("f7-g8 Gg6xf9", "f7-g8 pass", (5, 16), &[]);
    assert!(
        text.contains("Red must still move\n  nothing like it can be played; expected Gg6-f7, Gg6-f8, Gg6xf9\n"),
        "{text}"
    );
    misprint("5 Red 42 Jb6xb9 pass", "5 Red 42 Jb6xb9 pass pass", (14, 22), &[]);
    misprint("f7-g8 Gg6xf9", "f7-g8", (5, 10), &[]);
    // A page may omit a pass, or print it in the order of the dice.
    same_game(corrected(PAGE).replace(" pass", ""));
    same_game(corrected(PAGE).replace("f1-e2=J pass", "pass f1-e2=J"));
}

#[test]
fn more_than_two_moves() {
    let text = misprint("Pc6xc2", "Pc6xc2 c7-d8", (2, 24), &[]);
    assert!(text.contains("Red can do nothing more in this turn"), "{text}");
}

#[test]
fn a_game_that_goes_on_after_its_end_is_an_error() {
    for more in ["15 Red 11 Mf11-f10", "16 White 11 c3-d4"] {
        let imported = read(corrected(PAGE) + more + "\n").unwrap();
        let [only] = imported.misprints.as_slice() else { panic!("{:?}", imported.misprints) };
        assert_eq!((only.place.line, only.wrong.as_str()), (44, "the game is over before that"));
        assert!(imported.log.is_none());
    }
    let imported = read(corrected(PAGE).trim_end().to_owned() + " Gf6-f7").unwrap();
    assert_eq!(imported.misprints[0].wrong, "the game is over before that");
}

#[test]
fn the_winner_must_be_the_right_one() {
    same_game(corrected(PAGE) + "White wins by last man.\n");
    let imported = read(corrected(PAGE) + "Red wins.\n").unwrap();
    assert_eq!(imported.misprints[0].wrong, "the game ends otherwise: last-man");
    assert!(imported.log.is_none());
    assert_eq!(read("1 White 13 c3-d4 pass\nRed wins\n").unwrap().misprints[0].wrong, "the game is not over yet");
}

#[test]
fn a_game_that_is_not_over_is_an_incomplete_log() {
    let page = corrected(PAGE);
    let lines: Vec<&str> = page.lines().collect();
    for count in 1..lines.len() {
        let imported = read(lines[..count].join("\n")).unwrap();
        assert!(!imported.over && imported.misprints.is_empty() && imported.turns == count);
        let verified = record::verify(REGISTRY, log(&imported.log.unwrap()).as_bytes(), None).unwrap();
        assert!(verified.result.is_none());
    }
    // The page may end in the middle of a turn.
    assert!(read("1 White 13 c3-d4\n1 Red 25 Dd7xf9").unwrap().log.is_some());
}

// ---------------------------------------------------------------- what is no printed game

#[track_caller]
fn refuses(text: impl AsRef<[u8]>, error: &str) {
    assert_eq!(read(text).unwrap_err().to_string(), error);
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    const A_TURN: &str = "expected a turn such as `1 White 13 c3-d4 pass` before the first move";
    const A_MOVE: &str = "expected a move such as c3-d4, Dd7xf9 or f1-e2=J, pass, or the next turn";
    const DICE: &str = "expected two dice such as 13, 1-3 or [1][3]";
    refuses("", &format!("line 1, column 1: {A_TURN}, found the end of the text"));
    refuses("Dear Sir\n\nhello\n", &format!("line 4, column 1: {A_TURN}, found the end of the text"));
    refuses("1 Whit 13 c3-d4", &format!("line 1, column 11: {A_TURN}, found \"c3-d4\""));
    refuses("1 White 13 c3-d4 pass\n1 Red two Dd7xf9", &format!("line 2, column 7: {DICE}, found \"two\""));
    refuses("1 White 13 c3-d4 pass\n1 Red 255 Dd7xf9", &format!("line 2, column 7: {DICE}, found \"255\""));
    refuses("1 White 13 c3-d4 perhaps", &format!("line 1, column 18: {A_MOVE}, found \"perhaps\""));
    refuses("1 White 13 c3-d4\n\u{1b}[J", &format!("line 2, column 1: {A_MOVE}, found \"\\u{{1b}}[J\""));
    refuses(b"1 White 13\nc3-\xff", "line 2, column 4: expected UTF-8, found byte 0xff");
}

/// Orwell Chess without an importer.
#[derive(Debug)]
struct Unprinted(&'static dyn Variant);

impl Variant for Unprinted {
    fn word(&self) -> &'static str {
        "unprinted"
    }
    fn title(&self) -> &'static str {
        self.0.title()
    }
    fn rules(&self) -> &'static str {
        self.0.rules()
    }
    fn chance(&self) -> bool {
        self.0.chance()
    }
    fn seats(&self) -> &'static [u8] {
        self.0.seats()
    }
    fn options(&self) -> &'static [OptionRow] {
        self.0.options()
    }
    fn phases(&self) -> &'static [&'static str] {
        self.0.phases()
    }
    fn cooperative(&self) -> bool {
        self.0.cooperative()
    }
    fn counts_moves(&self) -> bool {
        self.0.counts_moves()
    }
    fn colour(&self, seat: game::Seat) -> Option<&'static str> {
        self.0.colour(seat)
    }
    fn pgn(&self) -> Option<&'static game::Pgn> {
        None
    }

    fn page(&self) -> Option<&'static dyn PrintedPage> {
        None
    }
    fn specimens(&self) -> game::specimens::Collection {
        self.0.specimens()
    }

    fn check(&self, options: &OptionValues) -> Result<(), OptionError> {
        self.0.check(options)
    }
    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, OptionError> {
        self.0.start(options, seats, seed)
    }
    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError> {
        self.0.read(options, seats, position)
    }
}

#[test]
fn a_variant_without_an_importer_is_refused() {
    let variant: &'static Unprinted = Box::leak(Box::new(Unprinted(games::REGISTRY.find("orwell").unwrap())));
    let options = OptionValues::defaults(variant.options());
    let source = PrintedSource {
        registry: REGISTRY,
        variant,
        options: &options,
        name: uvi::Word::new("sample").unwrap(),
        from: "a test",
    };
    let error = import(&source, PAGE.as_bytes()).unwrap_err();
    assert!(matches!(error, ImportError::NoPage { .. }));
    let expected = "no importer for printed games of unprinted; there are importers for ";
    assert!(error.to_string().starts_with(expected) && error.to_string().contains("orwell"), "{error}");
}
