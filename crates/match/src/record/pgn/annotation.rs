//! The annotations that chess programs write into PGN: times, scores, depths, and the reason for the end.

use std::fmt;

use serde::Deserialize;
use uvi::ClockWords;

use crate::record::{ActionRecord, InfoSummary, ResultRecord, date, day_number, said_play::KEYS};

uvi::spelled! {
    /// A figure that comments may have besides score, depth and time, as fastchess writes it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum PgnFigure {
        /// The time left after the move, such as `tl=9.500s`, if the player has a clock.
        TimeLeft = "timeleft",
        /// The part of the time that the player does not count itself, such as `latency=0.002s`, if the log has all lines of
        /// `info`.
        Latency = "latency",
        /// The nodes of the search, such as `n=77`.
        Nodes = "nodes",
        /// The depth of the deepest line, such as `sd=20`, if the log has all lines of `info`.
        SelDepth = "seldepth",
        /// The nodes a second, such as `nps=1000`, if the log has all lines of `info`.
        Nps = "nps",
        /// The thousandths of the hash table in use, such as `hashfull=9`, if the log has all lines of `info`.
        HashFull = "hashfull",
        /// The positions found in tablebases, such as `tbhits=3`, if the log has all lines of `info`.
        TbHits = "tbhits",
        /// The line that the player expects, such as `pv="e7e5 g1f3"`, if the log has all lines of `info`.
        Pv = "pv",
    }
}

impl PgnFigure {
    /// Returns true if the log must have all lines of `info`.
    pub fn needs_all_info(self) -> bool {
        match self {
            Self::TimeLeft | Self::Nodes => false,
            Self::Latency | Self::SelDepth | Self::Nps | Self::HashFull | Self::TbHits | Self::Pv => true,
        }
    }

    /// The figure of a move. If the move has none, it is omitted, or 0 in a complete style.
    fn of(self, action: &ActionRecord, is_complete: bool) -> Option<String> {
        // The last line that has the word counts, unless it is of another action than the best one.
        let said = |word: &str| {
            let behind = |line: &String| {
                let mut words = line.split_whitespace().skip_while(|found| *found != word).skip(1).peekable();
                words.peek().is_some().then(|| words.map(str::to_owned).collect::<Vec<_>>())
            };
            let is_best = |line: &&String| !line.starts_with("bound") && !line.starts_with("multipv");
            action.infos.iter().rev().filter(is_best).find_map(behind)
        };
        let zero = is_complete.then_some(0.0);
        let figure = |word: &str| {
            said(word).and_then(|words| words.into_iter().next()).or_else(|| is_complete.then(|| "0".to_owned()))
        };
        match self {
            Self::TimeLeft => Some(format!("tl={:.3}s", action.clock.or(zero)? / 1000.0)),
            Self::Latency => {
                let counted = figure("time")?.parse::<f64>().ok().or(zero)?;
                Some(format!("latency={:.3}s", (action.ms? - counted) / 1000.0))
            }
            Self::Nodes => {
                let nodes = action.info.as_ref().and_then(|info| info.nodes);
                Some(format!("n={}", nodes.or_else(|| is_complete.then_some(0))?))
            }
            Self::SelDepth => Some(format!("sd={}", figure("seldepth")?)),
            Self::Nps => Some(format!("nps={}", figure("nps")?)),
            Self::HashFull => Some(format!("hashfull={}", figure("hashfull")?)),
            Self::TbHits => Some(format!("tbhits={}", figure("tbhits")?)),
            Self::Pv => {
                let line = said("pv").or_else(|| is_complete.then(Vec::new))?;
                let moves: Vec<_> = line.into_iter().take_while(|word| !KEYS.contains(&word.as_str())).collect();
                Some(format!("pv=\"{}\"", moves.join(" ")))
            }
        }
    }
}

/// The parts of a game's text that can be chosen.
#[derive(Clone, Copy)]
pub struct PgnStyle<'a> {
    /// The figures in the comments of moves.
    pub figures: &'a [PgnFigure],
    /// True if each comment has all of its parts, as in fastchess: `/0` without a score, and 0 for other figures.
    pub complete: bool,
    /// The reason for the end, if it replaces the usual sentence. It may not contain a brace.
    pub end: Option<&'a str>,
    /// Further parts of the comment of a move. None may contain a brace.
    pub quoted: &'a dyn Fn(&ActionRecord) -> Vec<String>,
    /// True to omit comments, and all tags but the roster, the start and the variant.
    pub bare: bool,
}

impl fmt::Debug for PgnStyle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("PgnStyle");
        shown.field("figures", &self.figures).field("complete", &self.complete).field("end", &self.end);
        shown.field("bare", &self.bare).finish_non_exhaustive()
    }
}

/// Returns the words of the comment behind a move, such as `{+0.33/14 0.500s}`. Behind the last move, the comment ends
/// with the reason for the end.
pub(super) fn comment(action: &ActionRecord, style: &PgnStyle<'_>, end: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let score = action.info.as_ref().and_then(|info| score(info, style.complete));
    words.extend(score.or_else(|| style.complete.then(|| "/0".to_owned())));
    words.extend(action.ms.map(|ms| format!("{:.3}s", ms / 1000.0)));
    let figures = style.figures.iter().filter_map(|figure| figure.of(action, style.complete));
    for figure in figures.chain((style.quoted)(action)) {
        if let Some(last) = words.last_mut() {
            last.push(',');
        }
        words.extend(figure.split(' ').map(str::to_owned));
    }
    if let (Some(_), Some(last)) = (end, words.last_mut()) {
        last.push(',');
    }
    words.extend(end.into_iter().flat_map(|end| end.split(' ')).map(str::to_owned));
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// Formats the score of the side that moves, in pawns or as a mate, with its depth, such as `+0.33/14`. In a
/// complete style, an unknown depth is 0.
fn score(info: &InfoSummary, is_complete: bool) -> Option<String> {
    let pawns = info.said()? / 100.0;
    // Chess programs give 0 no sign.
    let score = if pawns == 0.0 { "0.00".to_owned() } else { format!("{pawns:+.2}") };
    let score = info.mate.map_or(score, mate);
    let depth = info.depth.or_else(|| is_complete.then_some(0)).map(|depth| format!("/{depth}"));
    Some(score + &depth.unwrap_or_default())
}

/// Formats a mate in this number of moves as its distance in plies. A negative number mates the side that moves.
fn mate(moves: i64) -> String {
    let far = moves.unsigned_abs().saturating_mul(2);
    if moves > 0 { format!("+M{}", far - 1) } else { format!("-M{far}") }
}

/// Returns the reason for an end outside the rules, as the PGN tag `Termination` names it. `None` after an end by the
/// rules, and after a resignation. A game without a result is unterminated.
pub(super) fn termination(result: Option<&ResultRecord>) -> Option<&'static str> {
    let Some(result) = result else { return Some("unterminated") };
    match result.reason.as_str() {
        "timeout" => Some("time forfeit"),
        "illegal" | "unreadable" => Some("illegal move"),
        "deaf" => Some("stalled connection"),
        "crash" | "flood" | "no-start" | "no-greeting" => Some("abandoned"),
        "abort" => Some("unterminated"),
        "tablebase" => Some("adjudication"),
        reason if reason.starts_with("adjudicat") => Some("adjudication"),
        _ => None,
    }
}

/// Returns the reason for the end as the sentence that chess programs use, or else the word of the log. `illegal` is the
/// answer that ended the game.
pub(super) fn ending(result: &ResultRecord, illegal: Option<String>) -> String {
    let points = result.points();
    let (winner, loser) = match points.as_deref() {
        Some("1 0") => (Some("White"), "Black"),
        Some("0 1") => (Some("Black"), "White"),
        Some(_) | None => (None, "a player"),
    };
    match (result.reason.as_str(), winner) {
        ("checkmate", Some(winner)) => format!("{winner} mates"),
        ("stalemate", None) => "Draw by stalemate".to_owned(),
        ("dead-position", None) => "Draw by insufficient mating material".to_owned(),
        ("threefold-repetition", None) => "Draw by 3-fold repetition".to_owned(),
        ("fifty-moves", None) => "Draw by fifty moves rule".to_owned(),
        ("fivefold-repetition", None) => "Draw by 5-fold repetition".to_owned(),
        ("seventy-five-moves", None) => "Draw by 75 moves rule".to_owned(),
        ("adjudication", None) => "Draw by adjudication".to_owned(),
        ("adjudication", Some(winner)) => format!("{winner} wins by adjudication"),
        ("tablebase", None) => "Draw by adjudication: SyzygyTB".to_owned(),
        ("tablebase", Some(winner)) => format!("{winner} wins by adjudication: SyzygyTB"),
        ("resign", Some(_)) => format!("{loser} resigns"),
        ("timeout", Some(_)) => format!("{loser} loses on time"),
        ("illegal", Some(_)) => {
            let illegal = illegal.map(|action| format!(": {action}")).unwrap_or_default();
            format!("{loser} makes an illegal move{illegal}")
        }
        ("unreadable", Some(_)) => format!("{loser} makes an illegal move: unreadable"),
        ("deaf", Some(_)) => format!("{loser}'s connection stalls"),
        (fault @ ("crash" | "flood" | "no-start" | "no-greeting"), Some(_)) => format!("{loser} disconnects: {fault}"),
        ("abort", _) => "No result".to_owned(),
        (reason, _) => reason.to_owned(),
    }
}

/// Formats milliseconds as hours, minutes and seconds.
pub(super) fn duration(ms: f64) -> String {
    let seconds = (ms / 1000.0).round() as u64;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Formats limits in seconds, such as `60+0.5`. `40/60+0.5` adds the time again after 40 moves, `0.1/move` limits each
/// move, `inf` is untimed.
pub(super) fn time_control(clock: &ClockWords) -> String {
    let seconds = |ms: u64| (ms as f64 / 1000.0).to_string();
    let cycle = clock.movestogo.map(|moves| format!("{moves}/")).unwrap_or_default();
    match (clock.time, clock.inc, clock.movetime) {
        (Some(time), Some(inc), _) if inc > 0 => format!("{cycle}{}+{}", seconds(time), seconds(inc)),
        (Some(time), ..) => cycle + &seconds(time),
        (None, _, Some(each)) => format!("{}/move", seconds(each)),
        (None, _, None) => "inf".to_owned(),
    }
}

/// Adds milliseconds to an RFC 3339 time in UTC, to the second. Returns `None` for another form of time.
pub(super) fn later(time: &str, ms: f64) -> Option<String> {
    let number = |from: usize, to: usize| time.get(from..to)?.parse::<i64>().ok();
    let started @ [_, month, _] = [number(0, 4)?, number(5, 7)?, number(8, 10)?];
    let second = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
    if !time.ends_with('Z') || !(1..=12).contains(&month) {
        return None;
    }
    let begun = day_number(started) * 86_400 + second;
    let seconds = begun.checked_add((ms / 1000.0).round() as i64)?;
    let [year, month, day] = date(seconds.div_euclid(86_400));
    let second = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}
