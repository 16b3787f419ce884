//! Simultaneous choices of several seats: regret matching (Hart and Mas-Colell 2000), as used in trees of games with
//! simultaneous choices (Lanctot, Lisý and Winands 2014). Each seat has its own statistics and draws its choice by
//! them. Upper confidence bounds for each seat can circle for ever around the mixture that cannot be exploited
//! (Shafiei, Sturtevant and Schaeffer 2009).

use std::collections::BTreeMap;

use arbiter::game::{MAX_SEATS, Seat, sense::Shares};
use rand::{RngExt as _, rngs::Xoshiro256PlusPlus};

use super::arm::Arm;

/// The choices of all seats that choose in a position.
#[derive(Debug)]
pub(crate) struct ChoiceTable<A> {
    pub(crate) choosers: Vec<Chooser<A>>,
    /// The results of each combination of choices, by its number.
    seen: BTreeMap<usize, Seen>,
}

#[derive(Debug)]
pub(crate) struct Chooser<A> {
    pub(crate) seat: Seat,
    pub(crate) arms: Vec<Arm<A>>,
    /// The regret of each choice: how much more than with the drawn choices the seat would have got, over all draws.
    regrets: Vec<f64>,
    /// The sum of each choice's probabilities over all draws, without the share of [`BLIND`].
    pub(crate) mixture: Vec<f64>,
}

#[derive(Debug, Default)]
struct Seen {
    count: u32,
    sum: Shares,
}

/// The probability with which a draw ignores regrets, so that every choice is tried.
const BLIND: f64 = 0.1;

impl<A> Chooser<A> {
    pub(crate) fn new(seat: Seat, arms: Vec<Arm<A>>) -> Self {
        let none = vec![0.0; arms.len()];
        Self { seat, arms, regrets: none.clone(), mixture: none }
    }

    /// Draws the index of a choice. With probability [`BLIND`] all choices are equally likely, and otherwise in
    /// proportion to their positive regrets. Without positive regrets all are equally likely.
    fn draw(&mut self, lots: &mut Xoshiro256PlusPlus) -> usize {
        let count = self.arms.len();
        let even = 1.0 / count as f64;
        let all: f64 = self.regrets.iter().map(|regret| regret.max(0.0)).sum();
        let part = |regret: f64| if all > 0.0 { regret.max(0.0) / all } else { even };
        let mut lot: f64 = lots.random();
        let mut drawn = count - 1;
        let mut open = true;
        for (place, (&regret, sum)) in self.regrets.iter().zip(&mut self.mixture).enumerate() {
            *sum += part(regret);
            lot -= BLIND * even + (1.0 - BLIND) * part(regret);
            if open && lot < 0.0 {
                (drawn, open) = (place, false);
            }
        }
        drawn
    }
}

impl<A> ChoiceTable<A> {
    pub(crate) fn new(choosers: Vec<Chooser<A>>) -> Self {
        Self { choosers, seen: BTreeMap::new() }
    }

    /// Draws a choice for each seat, as indices in the order of the choosers.
    pub(crate) fn draw(&mut self, lots: &mut Xoshiro256PlusPlus) -> Vec<usize> {
        self.choosers.iter_mut().map(|chooser| chooser.draw(lots)).collect()
    }

    pub(crate) fn number(&self, places: &[usize]) -> usize {
        self.choosers.iter().zip(places).fold(0, |number, (chooser, place)| number * chooser.arms.len() + place)
    }

    /// Adds the result of a combination. For each choice that a seat did not draw, the regret grows by a difference:
    /// the average result of that choice with the same choices of the other seats, minus this result. Combinations that
    /// were never seen change nothing.
    pub(crate) fn learn(&mut self, places: &[usize], shares: &Shares) {
        let seen = self.seen.entry(self.number(places)).or_default();
        seen.count += 1;
        (0..MAX_SEATS).for_each(|seat| seen.sum[seat] += shares[seat]);
        let mut others = places.to_vec();
        for (which, &place) in places.iter().enumerate() {
            let seat = self.choosers[which].seat.index();
            for other in (0..self.choosers[which].arms.len()).filter(|&other| other != place) {
                others[which] = other;
                if let Some(seen) = self.seen.get(&self.number(&others)) {
                    self.choosers[which].regrets[other] += seen.sum[seat] / f64::from(seen.count) - shares[seat];
                }
            }
            others[which] = place;
            self.choosers[which].arms[place].note(shares[seat]);
        }
    }
}
