//! A set of spaces, one bit each.

use super::Space;

const WORDS: usize = 5;

/// A set of spaces of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SpaceSet([u64; WORDS]);

impl SpaceSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);
    /// The maximum number of spaces of a board.
    pub const MOST: usize = WORDS * 64;

    /// The set of a single space.
    pub fn only(space: Space) -> Self {
        [space].into_iter().collect()
    }

    /// Returns true if the space is in the set.
    pub const fn contains(&self, space: Space) -> bool {
        self.0[space.index() / 64] & 1 << (space.index() % 64) != 0
    }

    /// Adds the space.
    pub const fn insert(&mut self, space: Space) {
        self.0[space.index() / 64] |= 1 << (space.index() % 64);
    }

    /// Returns true if the set has no space.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The number of spaces in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The spaces in the order of the board.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Space::of_bit(word * 64 + bit as usize))
            })
        })
    }
}

operators! {
    [] SpaceSet:
    BitOr bitor |one, other| Self(std::array::from_fn(|word| one.0[word] | other.0[word]));
    /// The spaces of the first set that are not in the second.
    Sub sub |one, other| Self(std::array::from_fn(|word| one.0[word] & !other.0[word]));
}

impl FromIterator<Space> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Self {
        let mut set = Self::EMPTY;
        spaces.into_iter().for_each(|space| set.insert(space));
        set
    }
}
