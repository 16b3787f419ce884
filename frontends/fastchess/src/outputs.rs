//! The files of games: PGN with its checksum, and final positions. A game is added when it is over.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
};

use arbiter::frontend;
use crc32fast::Hasher;
use regex_lite::Regex;
use uvi_cup::Plan;
use uvi_match::record::{self, ActionRecord, PgnStyle, ResultRecord};

use super::{
    command_line::{CommandLine, Dialect},
    game_end::GameEnd,
    plan_file::figures,
};

/// The ends of games by the rules of chess.
const NORMAL: [&str; 5] = ["checkmate", "stalemate", "dead-position", "threefold-repetition", "fifty-moves"];

/// The tags with the name and the author that an engine tells of itself, White first.
const ENGINE_TAGS: [[&str; 2]; 2] =
    [["EngineWhiteName", "EngineWhiteAuthor"], ["EngineBlackName", "EngineBlackAuthor"]];

/// The open files.
#[derive(Debug)]
pub(crate) struct GameOutputs {
    pgn: Option<(String, File)>,
    /// The patterns of engine lines to quote.
    patterns: Vec<Regex>,
    crc: Option<Hasher>,
    epd: Option<(String, File)>,
    /// True until the first game of a resumed tournament, which the files may have already.
    may_be_there: bool,
}

impl GameOutputs {
    /// Opens the files, to which a resumed tournament adds. Fails if a file cannot be opened, or a pattern is none.
    pub(crate) fn open(line: &CommandLine, date: &str, is_resumed: bool) -> Result<Self, String> {
        let open = |option: &str, ending: &str| {
            if !line.has(option) {
                return Ok(None);
            }
            let file = line.text(option, "file").map_or_else(|| format!("fastchess_{date}.{ending}"), str::to_owned);
            let append = line.text(option, "append") != Some("false") || is_resumed;
            let opened = OpenOptions::new().create(true).append(append).write(true).truncate(!append).open(&file);
            opened.map(|opened| Some((file.clone(), opened))).map_err(|error| format!("{file}: {error}"))
        };
        let (pgn, epd) = (open("-pgnout", "pgn")?, open("-epdout", "epd")?);
        let patterns =
            line.all("-pgnout", "match_line").map(|text| Regex::new(text).map_err(|error| error.to_string()));
        let held = pgn.as_ref().filter(|_| line.is_on("-crc32", "pgn"));
        let crc = held.map(|(file, _)| {
            let mut crc = Hasher::new();
            crc.update(&fs::read(file).unwrap_or_default());
            crc
        });
        Ok(Self { pgn, patterns: patterns.collect::<Result<_, _>>()?, crc, epd, may_be_there: is_resumed })
    }

    /// Adds a game. Returns the line on the checksum, if there is one. Fails if a file cannot be written.
    pub(crate) fn add(
        &mut self,
        plan: &Plan,
        line: &CommandLine,
        end: &GameEnd<'_>,
        round: u32,
    ) -> io::Result<Option<String>> {
        let log = end.log;
        let may_be_there = std::mem::take(&mut self.may_be_there);
        if let Some((path, file)) = &mut self.epd
            && let Some(result) = log.result()
        {
            let words: Vec<&str> = result.position.split(' ').take(6).collect();
            if let [board @ .., quiet, number] = words.as_slice() {
                let text = format!("{} hmvc {quiet}; fmvn {number};\n", board.join(" "));
                file.write_all(missing(path, text.as_bytes(), may_be_there)?)?;
            }
        }
        let Some((path, file)) = &mut self.pgn else { return Ok(None) };
        if line.is_on("-pgnout", "fi") && log.result().and_then(ResultRecord::points).is_none() {
            return Ok(None);
        }
        let quoted = |action: &ActionRecord| self.patterns.iter().filter_map(|pattern| said(action, pattern)).collect();
        let comment = end.comment();
        let style = PgnStyle {
            figures: &figures(line),
            complete: line.dialect == Dialect::Fastchess,
            end: comment.as_deref(),
            quoted: &quoted,
            bare: line.is_on("-pgnout", "min"),
        };
        let tags = frontend::with_opening_tags(plan, log, tags(line, end, round));
        let text = record::styled_pgn(log, &tags, &style).map_err(io::Error::other)?;
        // Scripts expect the position behind its sign.
        let text = match text.find("[FEN ").and_then(|at| Some((at, at + text[at..].find('\n')? + 1))) {
            Some((at, end)) => {
                let fen = &text[at..end];
                text.replacen(fen, "", 1).replacen("[SetUp \"1\"]\n", &format!("[SetUp \"1\"]\n{fen}"), 1)
            }
            None => text,
        };
        let missing = missing(path, text.as_bytes(), may_be_there)?;
        if missing.is_empty() {
            return Ok(None);
        }
        file.write_all(missing)?;
        Ok(self.crc.as_mut().map(|crc| {
            crc.update(missing);
            format!("File {path} has CRC32: {:#x}", crc.clone().finalize())
        }))
    }
}

/// The part of a text that a file lacks: the file may end with the text, or with the beginning of it if it was torn. What
/// is no file, such as a pipe, lacks all.
fn missing<'t>(path: &str, text: &'t [u8], may_be_there: bool) -> io::Result<&'t [u8]> {
    if !may_be_there || !fs::metadata(path)?.is_file() {
        return Ok(text);
    }
    let mut file = File::open(path)?;
    let size = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(size.saturating_sub(text.len() as u64)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    let there = (0..=end.len()).rev().find(|&count| end.ends_with(&text[..count]));
    Ok(&text[there.unwrap_or_default()..])
}

/// The last line of an engine that has the pattern, as part of a comment.
fn said(action: &ActionRecord, pattern: &Regex) -> Option<String> {
    let found = action.infos.iter().rev().map(|info| uci_line(info)).find(|line| pattern.is_match(line))?;
    Some(format!("line=\"{}\"", found.replace(['{', '}'], "?")))
}

/// The line of an engine whose words the log has, with its score as in UCI.
fn uci_line(info: &str) -> String {
    match info.strip_prefix("score ").map(|rest| (rest, rest.split_once(' '))) {
        Some((_, Some((_, rest)))) if rest.starts_with("mate ") => format!("info score {rest}"),
        Some((rest, _)) => format!("info score cp {rest}"),
        None => format!("info {info}"),
    }
}

/// The tags that the log does not know, or writes in another way.
fn tags(line: &CommandLine, end: &GameEnd<'_>, round: u32) -> Vec<(&'static str, String)> {
    let is_fastchess = line.dialect == Dialect::Fastchess;
    let text = |option: &str, default: &str| line.text(option, "").unwrap_or(default).to_owned();
    let event = text("-event", if is_fastchess { "Fastchess Tournament" } else { "?" });
    let mut tags = vec![("Event", event), ("Site", text("-site", "?")), ("Round", round.to_string())];
    let engine = |seat: usize| {
        let name = end.log.head.seats.get(seat)?.named()?;
        line.engines.iter().find(|engine| engine.name == name)
    };
    if let [Some(white), Some(black)] = [engine(0), engine(1)].map(|engine| engine.map(|engine| engine.tag())) {
        if white == black {
            tags.push(("TimeControl", white));
        } else {
            tags.extend([("WhiteTimeControl", white), ("BlackTimeControl", black)]);
        }
    }
    if is_fastchess {
        for (seat, [name, author]) in end.log.head.seats.iter().zip(ENGINE_TAGS) {
            let said = [(name, &seat.name), (author, &seat.author)].map(|(tag, text)| Some((tag, text.clone()?)));
            tags.extend(said.into_iter().flatten());
        }
    }
    let termination = match end.log.result().map(|result| result.reason.as_str()) {
        Some(reason) if NORMAL.contains(&reason) => Some("normal"),
        _ if end.is_stall() && is_fastchess => Some("abandoned"),
        _ if end.is_stall() => Some("stalled connection"),
        _ => None,
    };
    tags.extend(termination.map(|text| ("Termination", text.to_owned())));
    tags
}
