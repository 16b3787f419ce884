//! The effect of faults on a gate. Faults of the new bot end the gate. Faults of the old bot must not let the new bot
//! pass.

use uvi::Fault;
use uvi_cup::{
    GameResult, GateFaults, KnownResults, Lead, Plan, Progress, SeatFault, of_lead,
    schedule::{Next, PlannedGame},
    stats::TestVerdict,
};

use super::super::plans::{self, plan, try_plan, won_by};

/// The result of a game: the winner and the bot at fault, by index.
#[derive(Clone, Copy)]
struct GameScript {
    winner: usize,
    at_fault: Option<usize>,
}

const GATE: &str = "variant = \"congress\"\nrounds = 500\n[sprt]\nelo0 = -50\nelo1 = 0\n[gate]\nmax-faults = ";

fn result(plan: &Plan, game: &PlannedGame, course: GameScript) -> GameResult {
    let mut result = plans::result(plan, game, won_by(course.winner));
    let seat = course.at_fault.and_then(|bot| game.table.iter().position(|found| found.0 == bot));
    result.faults.extend(seat.map(|seat| SeatFault { seat: seat as u32 + 1, fault: Fault::Crash }));
    if plan.variant.cooperative() {
        // Each seat of the winner adds ten points.
        let own = game.table.iter().filter(|bot| bot.0 == course.winner).count();
        (result.score, result.shared) = (None, Some(10 * own as u32));
    }
    result
}

/// Plays until the tournament is over.
fn play(plan: &Plan, course: impl Fn(&PlannedGame) -> GameScript) -> Progress {
    let progress = plans::played(plan, |game| result(plan, game, course(game)));
    assert!(progress.is_over());
    progress
}

/// The new bot wins every game by a fault of the old one.
fn wins_by_faults(_: &PlannedGame) -> GameScript {
    GameScript { winner: 0, at_fault: Some(1) }
}

/// In every n-th block the old bot is at fault. In all others `winner` decides.
fn at_fault(every: u32, winner: impl Fn(u32) -> usize) -> impl Fn(&PlannedGame) -> GameScript {
    move |game| match game.block % every {
        0 => GameScript { winner: 0, at_fault: Some(1) },
        _ => GameScript { winner: winner(game.game), at_fault: None },
    }
}

#[track_caller]
fn check(progress: &Progress, verdict: TestVerdict, rests: bool) {
    assert_eq!(progress.test().unwrap().verdict(), verdict, "{:?}", progress.gate_faults());
    assert_eq!(progress.rests_on_old_faults(), rests);
}

#[test]
fn a_bot_does_not_pass_by_faults_of_the_old_one() {
    let gate = plan(&format!("{GATE}0"), 2);
    // An old bot that is at fault in every game soon ends the wait for a pass.
    let broken = play(&gate, wins_by_faults);
    check(&broken, TestVerdict::Undecided, true);
    let games = broken.held().results.len() as u32;
    assert!(games <= 40, "{games}");
    assert_eq!(broken.gate_faults(), GateFaults { new: 0, old_games: games, old_blocks: games / 2 });
    // An old bot that is at fault in a third of its blocks, and otherwise as good as the new one, or better.
    let rests = play(&gate, at_fault(3, |game| game as usize % 2));
    check(&rests, TestVerdict::H1, false);
    let worse = play(&gate, at_fault(2, |game| usize::from(game % 3 > 0)));
    check(&worse, TestVerdict::H0, true);
    // A better bot passes in spite of some faults of the old one.
    let better = play(&gate, at_fault(5, |_| 0));
    check(&better, TestVerdict::H1, false);
    // `old-may-fail` lets the faults count.
    let counted = plan(&format!("{GATE}0\nold-may-fail = true"), 2);
    check(&play(&counted, wins_by_faults), TestVerdict::H1, false);
    // Without a gate, faults count.
    let tournament = GATE.split_once("[gate]").unwrap().0;
    check(&play(&plan(tournament, 2), wins_by_faults), TestVerdict::H1, false);
}

#[test]
fn a_lead_does_not_rest_on_faults_either() {
    for (variant, format, bots) in
        [("orwell", "gauntlet", 3), ("congress", "gauntlet", 2), ("catalonia", "round-robin", 2)]
    {
        let keys = |more: &str| {
            format!(
                "variant = \"{variant}\"\nformat = \"{format}\"\nrounds = 200\n[lead]\nmargin = 0.2\n[gate]\n{more}"
            )
        };
        let gate = plan(&keys(""), bots);
        check(&play(&gate, wins_by_faults), TestVerdict::Undecided, true);
        check(&play(&gate, at_fault(5, |_| 0)), TestVerdict::H1, false);
        check(&play(&plan(&keys("old-may-fail = true"), bots), wins_by_faults), TestVerdict::H1, false);
        if variant == "catalonia" {
            // Nearly every round has a block with a fault.
            continue;
        }
        // A fixed gate plays all games, and also needs the lead without those games.
        let fixed = plan(&keys("fixed = true"), bots);
        let progress = play(&fixed, at_fault(2, |_| 1));
        assert!(progress.test().is_none());
        assert_eq!(progress.held().results.len() as u32, fixed.total().unwrap());
        let verdict = |lead: Lead| of_lead(lead.estimate().unwrap(), 0.2);
        assert_eq!(verdict(Lead::of_progress(&fixed, &progress)), TestVerdict::H1);
        assert_eq!(verdict(Lead::without_old_faults(&fixed, &progress)), TestVerdict::H0);
    }
}

#[test]
fn a_gate_ends_with_the_fault_that_is_one_too_many() {
    for forgiven in 0..3 {
        let gate = plan(&format!("{GATE}{forgiven}"), 2);
        let progress = play(&gate, |game| GameScript {
            winner: game.game as usize % 2,
            at_fault: game.game.is_multiple_of(3).then_some(0),
        });
        assert_eq!(progress.held().results.len() as u32, 3 * (forgiven + 1));
        assert_eq!(progress.gate_faults().new, forgiven + 1);
        // Reading the results again gives the same verdict.
        let again = Progress::new(&gate, progress.held().clone()).unwrap();
        assert!(again.is_over());
        // The order in which games end does not matter.
        let mut late = Progress::new(&gate, KnownResults::default()).unwrap();
        let games: Vec<PlannedGame> = (0..12)
            .map(|_| match late.hand_out() {
                Next::One(game) => game,
                next => panic!("{next:?}"),
            })
            .collect();
        for game in games.iter().rev() {
            let at_fault = game.game.is_multiple_of(3).then_some(0);
            late.finish(result(&gate, game, GameScript { winner: game.game as usize % 2, at_fault }), None);
        }
        assert_eq!(late.held(), progress.held());
        assert_eq!(late.hand_out(), Next::Over);
    }
}

#[test]
fn a_gate_has_a_test() {
    let expected = "a gate needs either [sprt] or [lead], and with fixed needs [lead]";
    for keys in ["[gate]", "[sprt]\nelo0 = 0\nelo1 = 5\n[gate]\nfixed = true"] {
        assert_eq!(try_plan(&format!("variant = \"congress\"\n{keys}"), 2).unwrap_err(), expected);
    }
}

/// The games and the margin that a gate was asked for are kept in its plan.
#[test]
fn what_was_asked_is_part_of_the_plan() {
    let of = |rounds: u32, margin: f64, more: &str| {
        plan(&format!("variant = \"congress\"\nrounds = {rounds}\n[lead]\nmargin = {margin}\n[gate]\n{more}"), 2)
    };
    let then = of(3, 0.1, "fixed = true");
    let file = uvi_cup::file::read(&then.to_toml()).unwrap();
    for (now, expected) in [
        (of(5, 0.1, "fixed = true"), vec!["games: 6 then, 10 now"]),
        (of(3, 0.2, "fixed = true"), vec!["lead.margin: 0.1 then, 0.2 now"]),
        (of(3, 0.1, "fixed = true\nold-may-fail = true"), vec!["gate.old-may-fail: nothing then, true now"]),
    ] {
        let found: Vec<String> = now.differences(&file).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    }
    let why = |bigger: &Plan| then.grown_into(bigger).unwrap_err();
    assert_eq!(why(&of(2, 0.1, "fixed = true")), "expected at least 6 games, found 4");
    let expected = "a gate with fixed decides once, by the interval for the number of games that was chosen first";
    assert!(why(&of(4, 0.1, "fixed = true")).starts_with(expected));
    assert!(then.grown_into(&of(3, 0.1, "fixed = true")).is_ok());
    assert!(of(3, 0.1, "").grown_into(&of(4, 0.1, "")).is_ok());
    assert_eq!(
        why(&of(4, 0.2, "fixed = true")),
        "lead.margin: 0.1 then, 0.2 now: only the number of rounds and the bots of a tournament can grow"
    );
}
