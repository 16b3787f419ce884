//! The tournament file that a command line stands for.

use std::path::{Path, PathBuf};

use uvi::{InfoDetail, Patience, Seed, Switch};
use uvi_cup::{
    file::{BotEntry, File, FormatWord, OpeningOrder, Openings, Scalar, SprtKeys},
    schedule::Seatings,
    spanned,
    stats::Model,
};
use uvi_match::record::{
    Adjudication, CountingManner, DrawRule, PgnFigure, ResignRule, TableResults, TablesRule, Terms,
};

use super::command_line::{CommandLine, Dialect};

/// The figures of each move that the PGN has, in the order in which they are written.
pub(crate) fn figures(line: &CommandLine) -> Vec<PgnFigure> {
    PgnFigure::ALL.into_iter().filter(|figure| line.is_on("-pgnout", figure.word())).collect()
}

/// The name of an option of an engine as an option of its bot.
pub(crate) fn bot_option(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}

/// The tournament of a command line. `srand` decides the order of the openings.
pub(crate) fn plan_file(line: &CommandLine, srand: u64) -> File {
    let mut file = File::new("chess".to_owned(), &terms(line));
    if line.has("-noswap") {
        let mut table: Vec<_> = line.engines.iter().map(|engine| spanned(engine.name.clone())).collect();
        if line.has("-reverse") {
            table.reverse();
        }
        (file.format, file.tables) = (FormatWord::Tables, vec![table; line.rounds as usize]);
    } else {
        // In a gauntlet of two, the first bot begins with the first seat; in a round robin of two, the second bot does.
        if line.is_gauntlet() || line.engines.len() == 2 && !line.has("-reverse") {
            file.format = FormatWord::Gauntlet;
        }
        file.rounds = Some(spanned(line.rounds));
    }
    if line.games == 1 {
        file.seatings = Seatings::Single;
    }
    let mut seed = Seed([0; 16]);
    seed.0[8..].copy_from_slice(&srand.to_be_bytes());
    file.seed = Some(seed);
    file.tablebases = line.text("-tb", "").map(|folders| spanned(folders.to_owned()));
    if line.is_shuffled_chess() {
        file.options.insert("start".to_owned(), spanned(Scalar::Text("shuffled".to_owned())));
    }
    file.openings = line.book().map(|book| Openings {
        file: Some(spanned(told_book(line, book))),
        plies: line.number("-openings", "plies").filter(|plies| is_pgn(line) && *plies > 0).map(spanned),
        order: if is_shuffled(line) { OpeningOrder::Fastchess } else { OpeningOrder::Sequential },
        start: Some(spanned(line.number("-openings", "start").unwrap_or(1))),
        ..Openings::default()
    });
    let figure = |key: &str| line.number("-sprt", key).unwrap_or(0.0);
    file.sprt = line.has("-sprt").then(|| {
        spanned(SprtKeys {
            elo0: figure("elo0"),
            elo1: figure("elo1"),
            alpha: figure("alpha"),
            beta: figure("beta"),
            model: match line.text("-sprt", "model") {
                Some("logistic") => Model::Logistic,
                Some("bayesian") => Model::Bayesian,
                None if line.dialect == Dialect::Cutechess => Model::Logistic,
                _ => Model::Normalized,
            },
            games: line.games == 2 && !line.penta,
        })
    });
    file.restart = line.engines.iter().any(|engine| engine.text("restart") == "on").into();
    for engine in &line.engines {
        let mut bot = BotEntry::new(&engine.name, &engine.command(line.number("-ping-ms", "")));
        bot.clock = Some(engine.clock());
        bot.writes = engine.logs();
        if !engine.text("dir").is_empty() {
            bot.set("dir", engine.text("dir"));
        }
        if line.has("-use-affinity") {
            bot.set("affinity", "match");
        }
        for (name, value) in &engine.options {
            bot.options.insert(bot_option(name), spanned(Scalar::Text(value.clone())));
        }
        file.bot.push(spanned(bot));
    }
    file
}

pub(crate) fn is_shuffled(line: &CommandLine) -> bool {
    line.text("-openings", "order") == Some("random") || line.has("-quick")
}

/// The path of a book with the ending that tells its format.
pub(crate) fn told_book(line: &CommandLine, book: &str) -> PathBuf {
    Path::new(book).with_extension(if is_pgn(line) { "pgn" } else { "epd" })
}

fn is_pgn(line: &CommandLine) -> bool {
    let format = line.text("-openings", "format").map(|format| format == "pgn");
    format.unwrap_or_else(|| {
        line.book().is_some_and(|book| book.to_ascii_lowercase().trim_end_matches(".gz").ends_with(".pgn"))
    })
}

fn terms(line: &CommandLine) -> Terms {
    let score = |option: &str| line.number(option, "score").unwrap_or(0.0);
    let count = |option: &str| line.number(option, "movecount").unwrap_or(1);
    let resign = line.has("-resign").then(|| ResignRule {
        score: score("-resign"),
        count: count("-resign"),
        both: line.is_on("-resign", "twosided"),
    });
    let movenumber = line.number::<u64>("-draw", "movenumber").unwrap_or(0);
    let after = u32::try_from(movenumber).unwrap_or(u32::MAX).saturating_mul(2);
    let draw = DrawRule { after, score: score("-draw"), count: count("-draw") };
    let quick = line.has("-quick").then_some(DrawRule { after: 60, count: 8, score: 8.0 });
    let draw = line.has("-draw").then_some(draw).or(quick);
    let max_decisions = line.number("-maxmoves", "").map(|moves: u32| moves.saturating_mul(2));
    let like = match line.dialect {
        Dialect::Cutechess => CountingManner::Cutechess,
        Dialect::Fastchess => CountingManner::Fastchess,
    };
    let like = (resign.is_some() || draw.is_some()).then_some(like);
    let tables = line.has("-tb").then(|| TablesRule {
        men: line.number("-tbpieces", "").filter(|men| *men > 1).unwrap_or_else(|| TablesRule::default().men),
        ignore50: line.has("-tbignore50"),
        only: match line.text("-tbadjudicate", "") {
            Some("WIN_LOSS") => Some(TableResults::Wins),
            Some("DRAW") => Some(TableResults::Draws),
            _ => None,
        },
    });
    let rules = Adjudication { max_decisions, like, resign, draw, tables };
    let needs_all =
        line.text("-pgnout", "match_line").is_some() || figures(line).iter().any(|figure| figure.needs_all_info());
    let ready = line.number("-ucinewgame-ms", "").max(line.number("-ping-ms", ""));
    Terms {
        patience: Patience { greet: line.number("-startup-ms", ""), ready, quit: None },
        info: needs_all.then_some(InfoDetail::All),
        adjudication: (rules != Adjudication::default()).then_some(rules),
        warn: Some(Switch::On),
        ..Terms::default()
    }
}
