//! The chains of points between bots, which tell the ratings that results bound.

use super::luce::Luce;

/// A share of the points above this one counts as points. Shares are sums of a few fractions.
const NOTHING: f64 = 1e-9;

/// For each bot, the bots on the other end of a link.
type Links = Vec<Vec<usize>>;

/// The bots that got points from each other. A bot has a link to another if it got points in a game with the other.
///
/// Results bound the strength of a bot from above, relative to another bot, only if a chain of links leads from the
/// other bot to it: someone must have got points from it. Otherwise the likelihood never falls as the strength grows.
/// (Ernst Zermelo, *Die Berechnung der Turnier-Ergebnisse*, 1929; Lester Ford, *Solution of a Ranking Problem from
/// Binary Comparisons*, 1957.)
#[derive(Debug)]
pub(super) struct Dominance {
    to: Links,
    from: Links,
}

impl Dominance {
    pub(super) fn of(bots: usize, model: &Luce) -> Self {
        let mut to: Links = vec![Vec::new(); bots];
        for meeting in &model.meetings {
            for (&(bot, _), got) in meeting.bots.iter().zip(&meeting.got) {
                if *got > NOTHING {
                    to[bot].extend(meeting.bots.iter().map(|&(other, _)| other).filter(|&other| other != bot));
                }
            }
        }
        let mut from: Links = vec![Vec::new(); bots];
        for (bot, others) in to.iter_mut().enumerate() {
            others.sort_unstable();
            others.dedup();
            others.iter().for_each(|&other| from[other].push(bot));
        }
        Self { to, from }
    }

    /// The largest set of `candidates` whose strengths relative to each other have both bounds; the first of equal ones.
    pub(super) fn largest_bounded(&self, candidates: &[bool]) -> Vec<bool> {
        let (mut left, mut largest) = (candidates.to_vec(), vec![false; candidates.len()]);
        let size = |set: &[bool]| set.iter().filter(|is_in| **is_in).count();
        for bot in 0..candidates.len() {
            if left[bot] {
                let [low, high] = [&self.from, &self.to].map(|links| reached(links, bot));
                let set: Vec<bool> =
                    (0..candidates.len()).map(|other| candidates[other] && low[other] && high[other]).collect();
                left.iter_mut().zip(&set).for_each(|(left, is_in)| *left &= !is_in);
                if size(&set) > size(&largest) {
                    largest = set;
                }
            }
        }
        largest
    }

    /// The bounds relative to the mean of the bots of `played`: a chain must lead to all of them, or from all of them.
    pub(super) fn bounded_by_all(&self, played: &[bool]) -> Vec<[bool; 2]> {
        let low = hub(&self.to, played).map(|hub| reached(&self.from, hub));
        let high = hub(&self.from, played).map(|hub| reached(&self.to, hub));
        let has = |reached: &Option<Vec<bool>>, bot: usize| reached.as_ref().is_some_and(|reached| reached[bot]);
        (0..played.len()).map(|bot| [has(&low, bot), has(&high, bot)]).collect()
    }
}

/// For each bot, true if a chain leads to it from `start`, or if it is `start`.
fn reached(links: &Links, start: usize) -> Vec<bool> {
    let mut seen = vec![false; links.len()];
    walk(links, start, &mut seen);
    seen
}

fn walk(links: &Links, start: usize, seen: &mut [bool]) {
    let mut waiting = vec![start];
    seen[start] = true;
    while let Some(bot) = waiting.pop() {
        for &next in &links[bot] {
            if !std::mem::replace(&mut seen[next], true) {
                waiting.push(next);
            }
        }
    }
}

/// A bot from which chains lead to all of `played`, if any: the last bot from which a search had to start.
fn hub(links: &Links, played: &[bool]) -> Option<usize> {
    let mut seen = vec![false; links.len()];
    let mut last = None;
    for bot in (0..links.len()).filter(|&bot| played[bot]) {
        if !seen[bot] {
            walk(links, bot, &mut seen);
            last = Some(bot);
        }
    }
    last.filter(|&last| reached(links, last).iter().zip(played).all(|(reached, played)| *reached || !played))
}
