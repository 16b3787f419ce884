//! Chess in PGN: the output, and what the import keeps of it.

#![expect(clippy::unwrap_used, reason = "a helper that fails should stop the test")]

use uvi_games::{
    game::OptionValues,
    games::{self, REGISTRY},
};
use uvi_match::record::{
    self, GameOpening, ImportedGame, InfoSummary, MisreadGameError, PgnSource, Record, TournamentGame,
};

/// Calls `read` with a source of games of chess.
fn with_source<T>(read: impl FnOnce(&PgnSource<'_>) -> T) -> T {
    let variant = games::REGISTRY.find("chess").unwrap();
    let options = OptionValues::defaults(variant.options());
    let name = uvi::Word::new("game").unwrap();
    read(&PgnSource { registry: REGISTRY, variant, options: &options, name, from: "a test" })
}

pub(crate) fn games(text: &str) -> Vec<ImportedGame> {
    with_source(|source| record::import(source, text).unwrap().collect())
}

pub(crate) fn openings(text: &str, plies: Option<u32>) -> Vec<Result<GameOpening, MisreadGameError>> {
    with_source(|source| record::openings(source, text, plies).unwrap().map(|read| read()).collect())
}

pub(crate) fn text(log: &[Record]) -> String {
    log.iter().map(|record| record.to_line() + "\n").collect()
}

/// Imports a game that can be followed to its end; returns its log, which verifies.
#[track_caller]
fn log(text: &str) -> String {
    let mut games = games(text);
    assert_eq!(games.len(), 1);
    let game = games.remove(0);
    assert_eq!(game.remarks.first().map(ToString::to_string), None);
    let log = self::text(&game.log.unwrap());
    record::verify(REGISTRY, log.as_bytes(), None).unwrap();
    log
}

pub(crate) fn moves(log: &str) -> String {
    let log = record::read(REGISTRY, log.as_bytes()).unwrap();
    log.actions().map(|action| action.text.clone()).collect::<Vec<_>>().join(" ")
}

/// Returns a log with times and scores, as an arbiter writes it.
fn played() -> String {
    let records = games("1. f3 e5 2. g4 Qh4# 0-1").remove(0).log.unwrap();
    let scores = [None, Some(("12", Some(5))), Some(("-29998 mate -2", Some(9))), Some(("29999 mate 1", None))];
    let mut scores = scores.into_iter();
    let line = |mut record: Record| {
        match &mut record {
            Record::Match(head) => {
                head.started = Some("2026-11-21T20:00:00.123456789Z".to_owned());
                head.clock = serde_json::from_str("\"time 60000 inc 500\"").unwrap();
            }
            Record::Action(action) => {
                action.ms = Some(1250.0);
                if let Some((score, depth)) = scores.next().unwrap() {
                    let mut info = InfoSummary { depth, ..InfoSummary::default() };
                    info.hear(&format!("score {score}"));
                    action.info = Some(info);
                }
            }
            _ => {}
        }
        record.to_line() + "\n"
    };
    records.into_iter().map(line).collect()
}

#[test]
fn a_game_is_written_with_the_tags_and_comments_of_chess_programs() {
    let mut log = record::read(REGISTRY, played().as_bytes()).unwrap();
    // The names and the round of a tournament.
    for (seat, name) in log.head.seats.iter_mut().zip(["A \"B\"", "C"]) {
        (seat.entrant, seat.name) = (Some(name.to_owned()), Some("what the bot says".to_owned()));
    }
    let place = TournamentGame { block: 5, round: 3, game: 9, opening: None };
    log.head.tournament = Some(place);
    let text = record::pgn(&log, &[("Event", "Chess".to_owned())], &[]).unwrap();
    assert_eq!(
        text,
        "[Event \"Chess\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"3\"]\n[White \"A \\\"B\\\"\"]\n[Black \"C\"]\n\
         [Result \"0-1\"]\n[GameDuration \"00:00:05\"]\n[GameEndTime \"2026-11-21T20:00:05Z\"]\n\
         [GameStartTime \"2026-11-21T20:00:00Z\"]\n[PlyCount \"4\"]\n[TimeControl \"60+0.5\"]\n\n\
         1. f3 {1.250s} e5 {+0.12/5 1.250s} 2. g4 {-M4/9 1.250s} Qh4# {+M1 1.250s, Black\n\
         mates} 0-1\n\n"
    );
    assert_eq!(moves(&self::log(&text)), "f3 e5 g4 Qh4#");
}

#[test]
fn scores_ends_and_limits_are_told_as_chess_programs_tell_them() {
    for (told, from, to) in [
        // Moves to mate, and pawns.
        ("{-12.50/5 ", r#""score":12"#, r#""score":-1250"#),
        ("{0.00/5 ", r#""score":12"#, r#""score":0"#),
        ("{+299.90/5 ", r#""score":12"#, r#""score":29990"#),
        ("{-M0 ", r#""score":29999,"mate":1"#, r#""score":-30000,"mate":0"#),
        ("{+M5 ", r#""score":29999,"mate":1"#, r#""score":29997,"mate":3"#),
        // A time ends later.
        ("EndTime \"2024-02-29T00:00:04Z\"", "2026-11-21T20:00:00.123456789Z", "2024-02-28T23:59:59.250Z"),
        ("EndTime \"2024-01-01T00:00:04Z\"", "2026-11-21T20:00:00.123456789Z", "2023-12-31T23:59:59Z"),
        ("EndTime \"2100-03-01T00:00:00Z\"", "2026-11-21T20:00:00.123456789Z", "2100-02-28T23:59:55Z"),
        ("Duration \"01:02:09\"", r#""ms":1250.0,"info":{"score":12"#, r#""ms":3725400.0,"info":{"score":12"#),
        ("Control \"10\"", "time 60000 inc 500", "time 10000"),
        ("Control \"40/60+0.5\"", "time 60000 inc 500", "time 60000 inc 500 movestogo 40"),
        ("Control \"0.1/move\"", "time 60000 inc 500", "movetime 100"),
        ("Control \"inf\"", "time 60000 inc 500", "none"),
    ] {
        let log = played();
        assert!(log.contains(from), "{from} in {log}");
        let log = record::read(REGISTRY, log.replacen(from, to, 1).as_bytes()).unwrap();
        let text = record::pgn(&log, &[], &[]).unwrap().replace('\n', " ");
        assert!(text.contains(told), "{told} in {text}");
    }
}

#[test]
fn all_tags_of_a_page_are_read_back() {
    let page = "[Event \"A \\\"cup\\\"\"]\n[Site \"Here\"]\n[Date \"2026.11.21\"]\n[Round \"3.1\"]\n[White \"A\"]\n\
                [Black \"B\"]\n[Result \"0-1\"]\n[BlackElo \"2800\"]\n[BlackTimeControl \"60+0.5\"]\n[ECO \"A00\"]\n\
                [GameDuration \"00:00:05\"]\n[GameEndTime \"2026-11-21T20:00:05.100 UTC\"]\n\
                [GameStartTime \"2026-11-21T20:00:00.000 UTC\"]\n[Opening \"Barnes\"]\n[PlyCount \"3\"]\n\
                [Termination \"time forfeit\"]\n[TimeControl \"inf\"]\n[Variation \"Fool\"]\n[WhiteTimeControl \"40/60\"]\n\n\
                1. f3 {+0.33/14 0.500s} e5 {-M4/9 1.250s} 2. g4 {0.010s, White resigns} 0-1\n\n";
    let found = self::log(page);
    let log = record::read(REGISTRY, found.as_bytes()).unwrap();
    let names: Vec<_> = log.head.seats.iter().map(|seat| seat.name.clone().unwrap()).collect();
    assert_eq!(names, ["A", "B"]);
    let tag = |name: &str| log.head.tags.get(name).map(String::as_str);
    assert_eq!((tag("ECO"), tag("BlackElo"), tag("White"), tag("PlyCount")), (Some("A00"), Some("2800"), None, None));
    assert_eq!(record::pgn(&log, &[], &[]).unwrap(), page);
    let odd = record::read(REGISTRY, self::log("[White \"\u{1b}[31m\"]\n\n1. e4 *\n").as_bytes()).unwrap();
    assert_eq!(odd.head.seats[0].name.as_deref(), Some("\\u{1b}[31m"));
    // A tag with an unknown value is not kept.
    let unknown = "[Event \"?\"]\n[Site \"\"]\n[Date \"????.??.??\"]\n[White \"?\"]\n\n1. e4 *\n";
    let log = record::read(REGISTRY, self::log(unknown).as_bytes()).unwrap();
    assert_eq!((log.head.tags.len(), log.head.seats[0].name.clone()), (0, None));
}

#[test]
fn the_end_is_told_as_chess_programs_tell_it() {
    let log = record::read(REGISTRY, played().as_bytes()).unwrap();
    for (reason, score, sentence, termination) in [
        ("checkmate", "0 1", "Black mates", None),
        ("stalemate", "1/2 1/2", "Draw by stalemate", None),
        ("dead-position", "1/2 1/2", "Draw by insufficient mating material", None),
        ("threefold-repetition", "1/2 1/2", "Draw by 3-fold repetition", None),
        ("fifty-moves", "1/2 1/2", "Draw by fifty moves rule", None),
        ("fivefold-repetition", "1/2 1/2", "Draw by 5-fold repetition", None),
        ("seventy-five-moves", "1/2 1/2", "Draw by 75 moves rule", None),
        ("adjudication", "1/2 1/2", "Draw by adjudication", Some("adjudication")),
        ("adjudication", "1 0", "White wins by adjudication", Some("adjudication")),
        ("resign", "1 0", "Black resigns", None),
        ("timeout", "0 1", "White loses on time", Some("time forfeit")),
        ("illegal", "1 0", "Black makes an illegal move", Some("illegal move")),
        ("unreadable", "1 0", "Black makes an illegal move: unreadable", Some("illegal move")),
        ("deaf", "1 0", "Black's connection stalls", Some("stalled connection")),
        ("crash", "0 1", "White disconnects: crash", Some("abandoned")),
        ("abort", "", "No result", Some("unterminated")),
        ("another-word", "1 0", "another-word", None),
    ] {
        let mut log = log.clone();
        let (_, last) = log.records.last_mut().unwrap();
        let Record::Result(result) = last else { panic!("{last:?}") };
        result.reason = reason.to_owned();
        result.score = Some(score.split_whitespace().map(|points| points.parse().unwrap()).collect());
        let text = record::pgn(&log, &[], &[]).unwrap();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!(", {sentence}}}")), "{text}");
        let found = text.lines().find_map(|line| line.strip_prefix("[Termination \"")?.strip_suffix("\"]"));
        assert_eq!(found, termination, "{text}");
        // Without moves, the ending is a comment before the result.
        log.records.retain(|(_, record)| !matches!(record, Record::Action(_)));
        let text = record::pgn(&log, &[], &[]).unwrap();
        assert!(text.contains(&format!("\n\n{{{sentence}}} ")), "{text}");
    }
}

/// An imported game says no more than its page.
#[test]
fn a_draw_of_people_is_no_adjudication() {
    let text = record::pgn(&record::read(REGISTRY, log("1. e4 e5 1/2-1/2").as_bytes()).unwrap(), &[], &[]).unwrap();
    assert!(text.contains("[TimeControl \"?\"]") && !text.contains("Termination"), "{text}");
    assert!(!text.contains("adjudication"), "{text}");
    let untimed = log("[TimeControl \"-\"]\n\n1. e4 e5 *");
    let text = record::pgn(&record::read(REGISTRY, untimed.as_bytes()).unwrap(), &[], &[]).unwrap();
    assert!(text.contains("[TimeControl \"-\"]"), "{text}");
    let stated = "[TimeControl \"60\"]\n[Termination \"adjudication\"]\n\n1. e4 e5 1/2-1/2";
    let text = record::pgn(&record::read(REGISTRY, log(stated).as_bytes()).unwrap(), &[], &[]).unwrap();
    assert!(text.contains("[Termination \"adjudication\"]\n[TimeControl \"60\"]"), "{text}");
}

#[test]
fn an_illegal_move_is_named_at_the_end() {
    let mut log = record::read(REGISTRY, played().as_bytes()).unwrap();
    let (_, Record::Result(result)) = log.records.last_mut().unwrap() else { panic!("a result is the last record") };
    result.reason = "illegal".to_owned();
    let fault = |line: &str, column: u32| {
        let fault = serde_json::json!({
            "type": "fault", "seat": 2, "fault": "illegal", "text": "no", "line": line, "column": column
        });
        (0, serde_json::from_value(fault).unwrap())
    };
    let place = log.records.len() - 1;
    for (line, column, told) in [
        ("bestmove e7e5 a1a1 b2b2", 15, ": a1a1}"),
        ("bestmove a1}1-0{", 10, ": a1?1-0?}"),
        ("bestmove aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 10, ": aaaaaaaaaaaaaaaaaaaa}"),
        ("bestmove", 9, "}"),
    ] {
        log.records.insert(place, fault(line, column));
        let text = record::pgn(&log, &[], &[]).unwrap();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&format!("makes an illegal move{told}")), "{text}");
        log.records.remove(place);
    }
}

#[test]
fn two_time_controls_and_what_the_opening_is_called_stand_in_their_places() {
    let text = played().replacen("{\"seat\":2,", "{\"seat\":2,\"clock\":\"movetime 100\",", 1);
    let log = record::read(REGISTRY, text.as_bytes()).unwrap();
    let tags = [("ECO", "C65".to_owned()), ("Variation", "Berlin".to_owned()), ("Opening", "Ruy Lopez".to_owned())];
    let text = record::pgn(&log, &tags, &[]).unwrap();
    let names: Vec<_> = text.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next()).skip(7).collect();
    let expected =
        "BlackTimeControl ECO GameDuration GameEndTime GameStartTime Opening PlyCount Variation WhiteTimeControl";
    assert_eq!(names.join(" "), expected);
    for line in ["[BlackTimeControl \"0.1/move\"]", "[WhiteTimeControl \"60+0.5\"]", "[ECO \"C65\"]"] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn a_start_of_its_own_is_told() {
    let text = "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 2 9\"]\n\n9... Nd7 *";
    let found = self::log(text);
    let log = record::read(REGISTRY, found.as_bytes()).unwrap();
    let written = record::pgn(&log, &[], &[]).unwrap();
    for tag in [
        "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 2 9\"]\n[PlyCount \"1\"]\n[SetUp \"1\"]\n",
        "[Termination \"unterminated\"]\n[TimeControl \"?\"]\n[Variant \"Chess960\"]\n\n9... Nd7 *\n",
    ] {
        assert!(written.contains(tag), "{written}");
    }
    let again = record::read(REGISTRY, self::log(&written).as_bytes()).unwrap();
    assert_eq!((moves(&self::log(&written)), &again.head.start), (moves(&found), &log.head.start));
    assert_eq!(again.head.options, log.head.options);
}

#[test]
fn openings_are_the_positions_after_some_moves_of_each_game() {
    let text = "[Event \"one\"]\n[ECO \"C44\"]\n[Opening \"King's Pawn\"]\n[Variation \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"two\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 b - - 0 7\"]\n\n7... Ke7 *\n";
    let found = |plies| openings(text, plies).into_iter().map(Result::unwrap).collect::<Vec<_>>();
    let positions =
        ["rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 g1f3", "8/4k3/8/8/8/8/P7/4K3 w - - 1 8 e8e7"];
    // The second game ends before turn 3.
    let short: Vec<_> = found(Some(3)).into_iter().map(|opening| (opening.position, opening.moves)).collect();
    assert_eq!(short, positions.map(str::to_owned).into_iter().zip([3, 1]).collect::<Vec<_>>());
    assert!(found(None)[0].position.starts_with("r1bqkbnr/"));
    let called: Vec<_> = found(None).remove(0).tags.into_iter().collect();
    let tag = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    assert_eq!(called, [("ECO", "C44"), ("Moves", "e2e4 e7e5 g1f3 b8c6"), ("Opening", "King's Pawn")].map(tag));
    let start = ("FEN", "4k3/8/8/8/8/8/P7/4K3 b - - 0 7 -");
    assert_eq!(found(None).remove(1).tags.into_iter().collect::<Vec<_>>(), [start, ("Moves", "e8e7")].map(tag));
    let error = openings(&text.replace("Ke7", "Ke6"), None).remove(1).unwrap_err().to_string();
    assert!(
        error.starts_with("line 11, column 6: cannot play Ke6: expected a legal move of Black's king: "),
        "{error}"
    );
    // A repetition on the way does not end an opening; one at its end does, under the rules of the tournament.
    let thrice = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4";
    assert!(openings(thrice, None).remove(0).unwrap().position.ends_with("b KQkq - 0 5 -"));
    // The last null move is a sign of the end, if the result is known.
    for (null, after) in [
        ("1. e4 -- 2. d4 *", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b"),
        ("1. e4 e5 2. d4 -- 1-0", "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b"),
    ] {
        assert!(openings(null, None).remove(0).unwrap().position.starts_with(after), "{null}");
    }
}

/// A position contains the moves since the last irreversible one. FEN cannot express them, so PGN writes them as book
/// moves. Without them, a reader would not find the third repetition.
#[test]
fn moves_before_the_start_are_written_as_those_of_a_book() {
    let book = "[Event \"book\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 *\n";
    let opening = openings(book, None).remove(0).unwrap();
    let start = opening.position;
    assert_eq!(opening.moves, 8);
    let game = format!("[Event \"game\"]\n[FEN \"{start}\"]\n\n5. Ng1 Ng8 1/2-1/2\n");
    let log = record::read(REGISTRY, self::log(&game).as_bytes()).unwrap();
    assert_eq!(log.result().unwrap().reason, "threefold-repetition");
    let written = record::pgn(&log, &[], &[]).unwrap();
    let expected =
        "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n[PlyCount \"8\"]\n[SetUp \"1\"]\n";
    assert!(written.contains(expected), "{written}");
    let moves = written.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
    let book = "2. Nf3 {book} Nf6 {book} 3. Ng1 {book} Ng8 {book} 4. Nf3 {book} Nf6 {book} 5. Ng1";
    assert!(moves.starts_with(book) && moves.ends_with("Ng8 {Draw by 3-fold repetition} 1/2-1/2"), "{moves}");
    // The game ends the same way when the PGN is read again.
    let again = record::read(REGISTRY, self::log(&written).as_bytes()).unwrap();
    assert_eq!(again.result().unwrap().reason, "threefold-repetition");
}
