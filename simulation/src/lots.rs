//! The chance of a simulation: numbers that follow from a seed, the same on every machine.

/// A source of lots (SplitMix64, Steele, Lea and Flood 2014). A simulation needs no better source.
#[derive(Debug, Clone, Default)]
pub(crate) struct LotSource(u64);

impl LotSource {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Splits off a separate source for a part of the world, so that the draws of that part change no other draws.
    pub(crate) fn part(&mut self) -> Self {
        Self(self.next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// True with probability 1 / `times`.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A random item of a list, which must not be empty.
    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }
}

/// Mixes the bits of a number.
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
