//! The adjudication of a game under way: it hears every decision with its score, and says when a rule ends the game.
//! Three manners of counting exist: our own, and those of cutechess and fastchess.

use uvi_games::game::{BySeat, Endgame, MoveCounts, Score, Seat, SeatSet, Table, Turn};

use super::{
    Adjudication, CountingManner, Probe, ResignRule, ResultRecord, TableAnswer, TablesRule,
    verdict::{ADJUDICATION, TABLEBASE},
};

/// The adjudication of a game under way.
#[derive(Debug, Clone)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// The decisions in a row in which each seat called itself lost, winning or even.
    runs: BySeat<ScoreRuns>,
    /// The decisions of both seats in a row whose scores are even.
    even: u32,
    /// The decisions of both seats in a row whose scores are those of a decided game.
    decided: u32,
    /// The seat of the last decision, and the score that it gave itself.
    last: Option<(Seat, Option<f64>)>,
    /// The tables of endgames, if the caller has them.
    probe: Option<Probe>,
}

#[derive(Debug, Clone, Copy, Default)]
struct ScoreRuns {
    lost: u32,
    won: u32,
    even: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RuledEnd {
    Lost(Seat),
    Shared,
}

impl RuledEnd {
    fn ending(self, table: &dyn Table, reason: &str) -> ResultRecord {
        let seats = table.seats();
        let (score, seat) = match self {
            Self::Lost(loser) => (Score::win(seats, other(loser)), Some(loser)),
            Self::Shared if table.cooperative() => (Score::Shared(table.shared()), None),
            Self::Shared => (Score::split(seats, SeatSet::all(seats) - table.vacant()), None),
        };
        ResultRecord { seat: seat.map(Seat::number), ..ResultRecord::new(reason, Some(score)) }
    }
}

/// The opponent of a seat, in a game of two.
fn other(seat: Seat) -> Seat {
    if seat == Seat::ONE { Seat::TWO } else { Seat::ONE }
}

/// Lengthens a run, or ends it.
fn count(run: &mut u32, goes_on: bool) {
    *run = if goes_on { run.saturating_add(1) } else { 0 };
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication, probe: Option<Probe>, seats: u8) -> Self {
        Self { rules, runs: BySeat::new(seats, |_| ScoreRuns::default()), even: 0, decided: 0, last: None, probe }
    }

    /// The position, if the tables may end the game there.
    fn endgame(&self, table: &dyn Table) -> Option<(TablesRule, Endgame)> {
        let (rule, endgame) = (self.rules.tables?, table.endgame()?);
        let is_fresh = table.counts().is_some_and(|counts| counts.quiet == 0);
        (is_fresh && endgame.men() <= rule.men).then_some((rule, endgame))
    }

    fn judge_by_tables(&self, table: &dyn Table) -> Option<RuledEnd> {
        let (rule, endgame) = self.endgame(table)?;
        let Turn::Seats(seats) = table.turn() else { return None };
        let mover = seats.single()?;
        let (lost, won) = (RuledEnd::Lost(mover), RuledEnd::Lost(other(mover)));
        let judgement = match (self.probe?)(&endgame)? {
            TableAnswer::Loss => lost,
            TableAnswer::LateLoss if rule.ignore50 => lost,
            TableAnswer::LateWin if rule.ignore50 => won,
            TableAnswer::LateLoss | TableAnswer::Draw | TableAnswer::LateWin => RuledEnd::Shared,
            TableAnswer::Win => won,
        };
        rule.ends(judgement == RuledEnd::Shared).then_some(judgement)
    }

    /// The end of the game by tables that the caller does not have, if it may be one: a loss of this seat, or a draw.
    pub(super) fn ending_on_trust(&self, table: &dyn Table, loser: Option<Seat>) -> Option<ResultRecord> {
        let (rule, _) = self.endgame(table).filter(|_| self.probe.is_none())?;
        let judgement = loser.map_or(RuledEnd::Shared, RuledEnd::Lost);
        rule.ends(loser.is_none()).then(|| judgement.ending(table, TABLEBASE))
    }

    /// Counts a decision of a seat, and the score that the seat gave itself in it. `table` is the table after the
    /// decision. In our own manner, a decision without a score is not counted and breaks no run.
    pub(super) fn hear(&mut self, seat: Seat, score: Option<f64>, table: &dyn Table) {
        if score.is_none() && self.rules.like.is_none() {
            return;
        }
        self.last = Some((seat, score));
        // Both programs begin the count of a draw again after a capture or a pawn move, which counts itself:
        // `DrawTracker::update` of fastchess, `ChessGame::onMoveMade` of cutechess.
        if table.counts().is_some_and(|MoveCounts { quiet, .. }| quiet == 0) {
            self.even = 0;
        }
        let runs = &mut self.runs[seat];
        // A missing score breaks each run of the other manners: `invalidate` of fastchess, `addEval` of cutechess.
        let says = |holds: &dyn Fn(f64) -> bool| score.is_some_and(holds);
        if let Some(rule) = self.rules.resign {
            count(&mut runs.lost, says(&|score| score <= -rule.score));
            count(&mut runs.won, says(&|score| score >= rule.score));
            count(&mut self.decided, says(&|score| score.abs() >= rule.score));
        }
        if let Some(rule) = self.rules.draw {
            let even = says(&|score| score.abs() <= rule.score);
            count(&mut runs.even, even);
            count(&mut self.even, even);
        }
    }

    /// Returns the ending if a rule ends the game now, at a position that waits for a decision.
    pub(super) fn ending(&self, table: &dyn Table, decisions: u32) -> Option<ResultRecord> {
        let seats = table.seats();
        let judge = || match self.rules.like {
            None => self.own(decisions),
            Some(CountingManner::Cutechess) => self.cutechess(decisions),
            Some(CountingManner::Fastchess) => self.fastchess(table.counts()),
        };
        // Scores are comparable only between two opponents. A log that was not written here may have other seats.
        if seats == 2
            && let Some(judgement) = self.judge_by_tables(table)
        {
            return Some(judgement.ending(table, TABLEBASE));
        }
        let judgement = if seats == 2 { judge() } else { None };
        let long = self.rules.max_decisions.is_some_and(|most| decisions >= most) && self.may_be_long();
        Some(judgement.or_else(|| long.then_some(RuledEnd::Shared))?.ending(table, ADJUDICATION))
    }

    /// True if a seat has called itself lost often enough, and the other has agreed as often if it must.
    fn lost(&self, rule: ResignRule, seat: Seat) -> bool {
        self.runs[seat].lost >= rule.count && (!rule.both || self.runs[other(seat)].won >= rule.count)
    }

    /// Our own manner: each seat has its runs, and only scores count.
    fn own(&self, decisions: u32) -> Option<RuledEnd> {
        if let Some(rule) = self.rules.resign {
            // If both seats say that they are lost, the rule does not apply.
            match (self.lost(rule, Seat::ONE), self.lost(rule, Seat::TWO)) {
                (true, false) => return Some(RuledEnd::Lost(Seat::ONE)),
                (false, true) => return Some(RuledEnd::Lost(Seat::TWO)),
                (true, true) | (false, false) => {}
            }
        }
        let even = self
            .rules
            .draw
            .is_some_and(|rule| decisions >= rule.after && self.runs.values().all(|runs| runs.even >= rule.count));
        even.then_some(RuledEnd::Shared)
    }

    /// The manner of cutechess: `GameAdjudicator::addEval`. Only the seat that has just moved can lose. The draw comes
    /// first, and is off with a move number of 0.
    fn cutechess(&self, decisions: u32) -> Option<RuledEnd> {
        let (seat, _) = self.last?;
        let even = self
            .rules
            .draw
            .is_some_and(|rule| rule.after > 0 && decisions >= rule.after && self.even >= rule.count.saturating_mul(2));
        let lost = self.rules.resign.is_some_and(|rule| self.lost(rule, seat));
        even.then_some(RuledEnd::Shared).or_else(|| lost.then_some(RuledEnd::Lost(seat)))
    }

    /// The manner of fastchess: `Match::adjudicate`, `ResignTracker` and `DrawTracker`. A resignation of both sides
    /// needs scores of any sign. The seat that has just moved loses, if its score is negative. The move number is that
    /// of the position.
    fn fastchess(&self, counts: Option<MoveCounts>) -> Option<RuledEnd> {
        let (seat, score) = self.last?;
        let lost = self.rules.resign.is_some_and(|rule| {
            let long = if rule.both {
                self.decided >= rule.count.saturating_mul(2)
            } else {
                self.runs.values().any(|runs| runs.lost >= rule.count)
            };
            long && score.is_some_and(|score| score < 0.0)
        });
        let even = self.rules.draw.is_some_and(|rule| {
            let moves = counts.map_or(0, |counts| counts.number.saturating_sub(1));
            moves.saturating_mul(2) >= rule.after && self.even >= rule.count.saturating_mul(2)
        });
        lost.then_some(RuledEnd::Lost(seat)).or_else(|| even.then_some(RuledEnd::Shared))
    }

    /// True if the length of the game may end it now. cutechess does not look at it after a move without a score.
    fn may_be_long(&self) -> bool {
        match self.rules.like {
            Some(CountingManner::Cutechess) => matches!(self.last, Some((_, Some(_)))),
            Some(CountingManner::Fastchess) | None => true,
        }
    }
}
