//! Translates the `info` of an engine into the `info` of a bot.

use std::fmt::Write as _;

use super::grammar::{EngineScore, Info};

/// The score of a mate in 0 moves. A mate in `n` moves scores `n` less.
const MATE: i64 = 30_000;

/// Returns the text of an `info`: `score 34 wdl 120 800 80 depth 20 nodes 12345 time 12 pv e2e4 e7e5`, and `string` with
/// the engine's own text if there is one. `None` if there is nothing to say. The figures of a bound, of a line that is not
/// the best one, and beside a current move without a line do not count: only the line remains (`bound pv e2e4`).
pub(crate) fn text(info: &Info<'_>) -> Option<String> {
    let rank = info.figure("multipv").filter(|rank| *rank > 1);
    let pv = || info.pv.map(|pv| format!(" pv {pv}")).unwrap_or_default();
    let mut text = match rank {
        _ if info.is_current && info.pv.is_none() => String::new(),
        Some(rank) if info.pv.is_some() => format!(" multipv {rank}{}", pv()),
        Some(_) => String::new(),
        None if info.bound => format!(" bound{}", pv()),
        None => figures(info),
    };
    if let Some(said) = info.text {
        text.push_str(" string ");
        text.push_str(said);
    }
    text.strip_prefix(' ').map(str::to_owned)
}

/// The figures of an `info`, each after a space.
fn figures(info: &Info<'_>) -> String {
    let mut text = match info.score {
        Some(EngineScore::Centipawns(score)) => format!(" score {score}"),
        Some(EngineScore::Mate(moves)) => format!(" score {} mate {moves}", mate(moves)),
        None => String::new(),
    };
    if let Some([win, draw, loss]) = info.wdl {
        write!(text, " wdl {win} {draw} {loss}").expect("a String takes any text");
    }
    // A depth without a score or a line has only begun.
    let depths: &[_] = if info.score.is_some() || info.pv.is_some() { &["depth", "seldepth"] } else { &[] };
    for key in depths.iter().chain(&["nodes", "nps", "hashfull", "tbhits", "time"]) {
        if let Some(figure) = info.figure(key) {
            write!(text, " {key} {figure}").expect("a String takes any text");
        }
    }
    if let Some(pv) = info.pv {
        text.push_str(" pv ");
        text.push_str(pv);
    }
    text
}

fn mate(moves: i64) -> i64 {
    let far = moves.saturating_abs().min(MATE / 2);
    if moves > 0 { MATE - far } else { far - MATE }
}

#[cfg(test)]
mod tests {
    use super::super::grammar::{EngineLine, read};
    use super::*;

    #[test]
    fn scores_are_numbers_from_the_engines_view() {
        for (line, wanted) in [
            (
                "info depth 20 seldepth 3 multipv 1 score cp -34 nodes 12 nps 9 time 5 pv e2e4 e7e5",
                Some("score -34 depth 20 seldepth 3 nodes 12 nps 9 time 5 pv e2e4 e7e5"),
            ),
            (
                "info depth 7 seldepth 9 multipv 1 score cp 31 wdl 57 930 13 nodes 5 nps 7 hashfull 2 tbhits 1 time 3 pv e2e4",
                Some("score 31 wdl 57 930 13 depth 7 seldepth 9 nodes 5 nps 7 hashfull 2 tbhits 1 time 3 pv e2e4"),
            ),
            ("info depth 9 score mate 1 wdl 1000 0 0", Some("score 29999 mate 1 wdl 1000 0 0 depth 9")),
            ("info depth 7 score cp 31 wdl 57 930 13 lowerbound nodes 5", Some("bound")),
            ("info depth 7 score cp 31 upperbound wdl 57 930 13 nodes 5 pv e2e4 e7e5", Some("bound pv e2e4 e7e5")),
            ("info depth 3 multipv 2 score cp 9 lowerbound pv e2e4", Some("multipv 2 pv e2e4")),
            ("info depth 7 score cp 31 wdl 57 930", Some("score 31 depth 7")),
            ("info depth 3 score mate 5", Some("score 29995 mate 5 depth 3")),
            ("info depth 3 score mate -2", Some("score -29998 mate -2 depth 3")),
            ("info depth 3 score mate 0", Some("score -30000 mate 0 depth 3")),
            ("info depth 3 multipv 2 score cp 9", None),
            ("info depth 9 currmove e2e4 currmovenumber 3", None),
            ("info depth 9 score cp 5 currmove e2e4", None),
            ("info score cp -900 currmove g1f3 pv g1f3", Some("score -900 pv g1f3")),
            ("info score cp -900 lowerbound currmove g1f3 pv g1f3", Some("bound pv g1f3")),
            ("info string NNUE evaluation using nn.nnue", Some("string NNUE evaluation using nn.nnue")),
            ("info depth 9 pv g1f3 e7e5 score cp -900", Some("score -900 depth 9 pv g1f3 e7e5")),
            ("info pv g1f3 depth 9 nodes 5 score mate 1500", Some("score 28500 mate 1500 depth 9 nodes 5 pv g1f3")),
            ("info depth 9 score cp 5 nodes 5 string hello", Some("score 5 depth 9 nodes 5 string hello")),
            ("info depth 9 score cp 5 lowerbound string score cp 7", Some("bound string score cp 7")),
            ("info score upperbound cp 9", Some("bound")),
            ("info nodes 5 nps 7 time 3", Some("nodes 5 nps 7 time 3")),
            ("info depth 3 multipv 2 nodes 9", None),
            ("info score cp 29990", Some("score 29990")),
            ("info score cp -900.0 depth 9/12 seldepth 3", Some("score -900 depth 9 seldepth 3")),
            ("info score cp 33, depth 2", Some("score 33 depth 2")),
            ("info score cp 12k depth 2", None),
            ("info depth 2 nodes 5", Some("nodes 5")),
            ("info depth 2 seldepth 4 pv e2e4", Some("depth 2 seldepth 4 pv e2e4")),
            ("info depth 2 score cp 1 pv", Some("score 1 depth 2")),
            ("info", None),
        ] {
            let EngineLine::Info(info) = read(line) else { panic!("{line}") };
            assert_eq!(text(&info).as_deref(), wanted, "{line}");
        }
    }
}
