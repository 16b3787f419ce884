//! The section for two bots against each other at two seats.

use maud::{Markup, html};
use uvi_cup::{Duel, Standings, percent};

use super::{
    plot::{Bar, Bars},
    section::{Page, Section, fact},
};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let duel = page.standings.duel.as_ref()?;
    let body = html! {
        dl.figures { (figures(&page.standings, duel)) }
        @if let Some(counts) = duel.pairs_of_games() { (pentanomial(counts, &duel.first)) }
    };
    let meaning = format!(
        "{} against {}. Elo is the difference in strength. nElo is the same in units of the spread of a game. LOS is \
         the likelihood that the first bot is stronger. Intervals contain the true value in 95 of 100 tournaments.",
        duel.first, duel.second
    );
    Section::new("duel", "Elo", meaning, body)
}

fn figures(standings: &Standings, duel: &Duel) -> Markup {
    let first = standings.bots.iter().find(|row| row.name == duel.first);
    html! {
        @if let Some((elo, los)) = duel.elo.zip(duel.los) {
            (fact("Elo", elo.plus_minus(1)))
            @if let Some(nelo) = duel.nelo { (fact("nElo", nelo.plus_minus(1))) }
            (fact("LOS", format!("{} %", percent(los, 1))))
        } @else {
            (fact("Elo", duel.unknown_elo()))
        }
        @if let Some([won, drawn, lost]) = first.and_then(|row| row.wins_draws_losses) {
            (fact("Won, drawn, lost", format!("{won}, {drawn}, {lost}")))
        }
        @if let Some(ratio) = duel.draw_ratio { (fact("Drawn", format!("{:.1} %", 100.0 * ratio))) }
        @if let Some(sprt) = &duel.sprt {
            (fact("SPRT", format!("{} of {} {} against {}", sprt.verdict, sprt.unit, sprt.elo0, sprt.elo1)))
            (fact("LLR", format!("{:.2} (bounds {:.2}, {:.2})", sprt.llr, sprt.lower, sprt.upper)))
        }
    }
}

/// The distribution of wins in pairs of games. `counts` starts with 0 wins and goes up by halves.
fn pentanomial(counts: [u64; 5], first: &str) -> Markup {
    let bars = counts.iter().enumerate().map(|(halves, &count)| {
        let wins = halves as f64 / 2.0;
        Bar { from: wins - 0.2, to: wins + 0.2, count: u32::try_from(count).unwrap_or(u32::MAX) }
    });
    let x = "wins in a pair of games";
    let plot = Bars { what: "Pairs of games by wins", x, y: "pairs", bars: bars.collect() };
    html! {
        h3 { "Pairs of games" }
        p.meaning {
            "The two games of a pair have the same luck and exchanged seats, so pairs are counted, not games: the \
             pentanomial. The wins are those of " (first) "; a draw is half a win."
        }
        div.pair {
            (plot.svg())
            div.wide {
                table {
                    thead { tr {
                        th scope="row" { "wins" }
                        @for wins in ["0", "½", "1", "1½", "2"] { th.number scope="col" { (wins) } }
                    } }
                    tbody { tr {
                        th scope="row" { "pairs" }
                        @for count in counts { td.number { (count) } }
                    } }
                }
            }
        }
    }
}
