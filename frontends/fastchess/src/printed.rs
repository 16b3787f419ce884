//! The printed results, in the forms that programs read.

use uvi::OptionSpec;
use uvi_cup::stats::Sprt;

use super::{
    command_line::CommandLine,
    declared_options::option_value,
    score_table::{PairScore, ScoreTable, ShownStrength},
};

/// A number with this many digits behind the point. What is no number keeps its sign, as in C++.
fn digits(number: f64, digits: usize) -> String {
    match (number.is_nan(), number.is_sign_negative()) {
        (true, true) => "-nan".to_owned(),
        (true, false) => "nan".to_owned(),
        (false, _) => format!("{number:.digits$}"),
    }
}

/// A part of something; not a number, with the sign that processors give it, of nothing.
fn part(one: f64, all: f64) -> f64 {
    if one == 0.0 && all == 0.0 { -f64::NAN } else { one / all }
}

/// A figure with the half of its interval.
fn plus_minus([value, half]: [f64; 2], places: usize) -> String {
    format!("{} +/- {}", digits(value, places), digits(half, places))
}

/// The first line of the results of two engines.
pub(crate) fn title(line: &CommandLine, declared: &[Vec<OptionSpec>]) -> String {
    let both = |text: &dyn Fn(usize) -> String| {
        let (one, other) = (text(0), text(1));
        if one == other { one } else { format!("{one} - {other}") }
    };
    let limits = both(&|bot| line.engines[bot].shown_limits());
    let threads = both(&|bot| option_value(&line.engines[bot], &declared[bot], "Threads", "t"));
    let hash = both(&|bot| option_value(&line.engines[bot], &declared[bot], "Hash", "MB"));
    let book = line.book().and_then(|book| book.rsplit(['/', '\\']).next());
    let book = book.map(|book| format!(", {book}")).unwrap_or_default();
    let (one, other) = (&line.engines[0].name, &line.engines[1].name);
    format!("Results of {one} vs {other} ({limits}, {threads}, {hash}{book}):")
}

/// The line after each game in the form of cutechess.
pub(crate) fn score_line(line: &CommandLine, scores: &ScoreTable, [one, other]: [usize; 2]) -> String {
    let score = scores.of(one, Some(other));
    let [one, other] = [one, other].map(|engine| &line.engines[engine].name);
    format!("Score of {one} vs {other}: {}", shown_score(&score))
}

fn shown_score(score: &PairScore) -> String {
    let [losses, draws, wins] = score.games;
    let (share, count) = (digits(part(score.points(), score.count() as f64), 3), score.count());
    format!("{wins} - {losses} - {draws}  [{share}] {count}")
}

/// The results of an engine with each colour, and those of White, as cutechess has them.
fn of_colours(name: &str, score: &PairScore) -> Vec<String> {
    let ([wl, wd, ww], [bl, bd, bw]) = (score.white, score.black());
    let rows = [
        (format!("{name} playing White"), score.white),
        (format!("{name} playing Black"), score.black()),
        ("White vs Black".to_owned(), [wl + bw, wd + bd, ww + bl]),
    ];
    let rows = rows.map(|(title, games)| (title, PairScore { games, ..PairScore::default() }));
    let played = rows.into_iter().filter(|(_, score)| score.count() > 0);
    played.map(|(title, score)| format!("...      {title}: {}", shown_score(&score))).collect()
}

pub(crate) fn results(
    line: &CommandLine,
    scores: &ScoreTable,
    title: &str,
    [one, other]: [usize; 2],
    sprt: Option<&Sprt>,
) -> String {
    let is_fastchess = line.is_fastchess();
    let mut lines = match (line.engines.len(), is_fastchess) {
        (2, true) => of_two(line, scores.of(one, Some(other)), title),
        (2, false) => {
            let score = scores.of(one, Some(other));
            let ShownStrength { elo, los, .. } = score.strength(false);
            let is_cutechess = line.is_cutechess();
            let places = if is_cutechess { 1 } else { 2 };
            let (elo, los, drawn) =
                (plus_minus(elo, places), digits(los, places), digits(draw_ratio(score, false), places));
            let mut lines = if is_cutechess { of_colours(&line.engines[one].name, &score) } else { Vec::new() };
            lines.push(format!("Elo difference: {elo}, LOS: {los} %, DrawRatio: {drawn} %"));
            lines
        }
        _ if line.is_cutechess() => ranking(line, scores),
        _ => of_all(line, scores, is_fastchess),
    };
    lines.extend(sprt.map(|sprt| test_line(sprt, scores.of(one, Some(other)), line)));
    if is_fastchess {
        let rule = "-".repeat(50);
        lines.insert(0, rule.clone());
        lines.push(rule);
    }
    let text = lines.join("\n");
    // In cutechess, what is no number has no sign.
    if line.is_cutechess() { text.replace("-nan", "nan") } else { text }
}

fn draw_ratio(score: PairScore, in_pairs: bool) -> f64 {
    let (level, all) =
        if in_pairs { (score.pairs[2], score.pairs.iter().sum::<u64>()) } else { (score.games[1], score.count()) };
    part(level as f64, all as f64) * 100.0
}

fn of_two(line: &CommandLine, score: PairScore, title: &str) -> Vec<String> {
    let ShownStrength { elo, nelo, los } = score.strength(line.penta);
    let [losses, draws, wins] = score.games;
    let [ll, ld, level, wd, ww] = score.pairs;
    let ratio = |one: u64, other: u64| digits(part(one as f64, other as f64), 2);
    let (count, points) = (score.count(), score.points());
    let pairs = if line.penta { format!(", PairsRatio: {}", ratio(ww + wd, ld + ll)) } else { String::new() };
    let (elo, nelo, los) = (plus_minus(elo, 2), plus_minus(nelo, 2), digits(los, 2));
    let mut lines = vec![
        title.to_owned(),
        format!("Elo: {elo}, nElo: {nelo}"),
        format!("LOS: {los} %, DrawRatio: {} %{pairs}", digits(draw_ratio(score, line.penta), 2)),
        format!(
            "Games: {count}, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: {points:.1} ({} %)",
            digits(points / count as f64 * 100.0, 2)
        ),
    ];
    if line.penta {
        let split = ratio(level - score.drawn, score.drawn);
        lines.push(format!("Ptnml(0-2): [{ll}, {ld}, {level}, {wd}, {ww}], WL/DD Ratio: {split}"));
    }
    lines
}

/// The table of more than two engines, best first.
fn of_all(line: &CommandLine, scores: &ScoreTable, has_pairs: bool) -> Vec<String> {
    let width = line.engines.iter().map(|engine| engine.name.len()).max().unwrap_or(0).max(25);
    let last = if has_pairs { format!(" {:>20}", "Ptnml(0-2)") } else { String::new() };
    let titles = ["Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"].map(|title| format!(" {title:>10}"));
    let mut lines = vec![format!("Rank {:<width$}{}{last}", "Name", titles.concat())];
    let of = |engine: usize| (engine, scores.of(engine, None));
    let mut rows: Vec<_> = (0..line.engines.len()).map(of).map(|row| (row, row.1.strength(line.penta))).collect();
    let worth = |elo: f64| if elo.is_nan() { f64::NEG_INFINITY } else { elo };
    rows.sort_by(|(_, one), (_, other)| worth(other.elo[0]).total_cmp(&worth(one.elo[0])));
    for (rank, ((engine, score), strength)) in (1..).zip(rows) {
        let [[elo, error], [nelo, nerror]] = [strength.elo, strength.nelo].map(|both| both.map(|it| digits(it, 2)));
        let share = digits(part(score.points(), score.count() as f64) * 100.0, 1);
        let drawn = digits(draw_ratio(score, line.penta), 1);
        let pairs = if line.penta { format!("{:?}", score.pairs) } else { String::new() };
        let last = if has_pairs { format!(" {pairs:>20}") } else { String::new() };
        let name = &line.engines[engine].name;
        lines.push(format!(
            "{rank:>4} {name:<width$} {elo:>10} {error:>10} {nelo:>10} {nerror:>10} {:>10} {share:>9}% {drawn:>9}%{last}",
            score.count()
        ));
    }
    lines
}

/// The table of more than two engines by their share of the points, as cutechess has it.
fn ranking(line: &CommandLine, scores: &ScoreTable) -> Vec<String> {
    let mut rows: Vec<_> = (0..line.engines.len()).map(|engine| (engine, scores.of(engine, None))).collect();
    let share = |score: &PairScore| if score.count() == 0 { -1.0 } else { score.points() / score.count() as f64 };
    rows.sort_by(|(_, one), (_, other)| share(other).total_cmp(&share(one)));
    let titles = ["Elo", "+/-", "Games", "Score", "Draw"].map(|title| format!("{title:>7} "));
    let mut lines = vec![format!("Rank {:<25} {}", "Name", titles.concat())];
    for (rank, (engine, score)) in (1..).zip(rows) {
        let [elo, error] = score.strength(false).elo.map(|figure| digits(figure, 0));
        let (points, drawn) = (part(score.points(), score.count() as f64) * 100.0, draw_ratio(score, false));
        let [points, drawn] = [points, drawn].map(|share| digits(share, 1));
        let (name, count) = (&line.engines[engine].name, score.count());
        lines.push(format!("{rank:>4} {name:<25} {elo:>7} {error:>7} {count:>7} {points:>6}% {drawn:>6}% "));
    }
    lines.push(String::new());
    lines
}

fn test_line(sprt: &Sprt, score: PairScore, line: &CommandLine) -> String {
    let ([lower, upper], [elo0, elo1], llr) = (sprt.bounds(), sprt.elos(), sprt.llr(&score.results(line.penta)));
    let reached = (if llr >= 0.0 { llr / upper } else { llr / lower }) * 100.0;
    if line.is_fastchess() {
        let reached = if llr >= 0.0 { reached } else { -reached };
        format!("LLR: {llr:.2} ({reached:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")
    } else {
        let end = if llr >= upper {
            " - H1 was accepted"
        } else if llr < lower {
            " - H0 was accepted"
        } else {
            ""
        };
        format!("SPRT: llr {llr:.2} ({reached:.1}%), lbound {lower:.2}, ubound {upper:.2}{end}")
    }
}
