//! Chance: every draw of a match depends only on the seed and on the key of the chance event (UVI 6). A key is a text,
//! such as `lots 1`.

use sha2::{Digest as _, Sha256};
use uvi::{Digest, Lots, Seed};

use super::Seat;

/// The random bytes of one chance event: SHA-256(seed ‖ key ‖ c) for c = 0, 1, 2, …
#[derive(Debug, Clone)]
pub struct Stream {
    /// The hash state after seed and key, to which each block adds its counter.
    prefix: Sha256,
    block: [u8; 32],
    counter: u32,
    used: usize,
}

impl Stream {
    /// The stream of the chance event with this key.
    pub fn new(seed: &Seed, key: &str) -> Self {
        let prefix = Sha256::new().chain_update(seed.0).chain_update(key.as_bytes());
        Self { prefix, block: [0; 32], counter: 0, used: 32 }
    }

    fn next_u32(&mut self) -> u32 {
        if self.used == self.block.len() {
            self.block = self.prefix.clone().chain_update(self.counter.to_be_bytes()).finalize().into();
            self.counter += 1;
            self.used = 0;
        }
        let bytes = self.block[self.used..self.used + 4].try_into().expect("four bytes were taken");
        self.used += 4;
        u32::from_be_bytes(bytes)
    }

    /// A number below `bound`, with equal chances. Draws 32-bit numbers, and rejects those at or above the greatest
    /// multiple of `bound` up to 2³².
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let span = u64::from(bound) * ((1_u64 << 32) / u64::from(bound));
        loop {
            let number = self.next_u32();
            if u64::from(number) < span {
                return number % bound;
            }
        }
    }

    /// A roll of a die: 1 to 6.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// Shuffles by Fisher–Yates, from the last index down to index 1.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for place in (1..things.len()).rev() {
            let other = self.below(place as u32 + 1) as usize;
            things.swap(place, other);
        }
    }
}

/// The recipe for drawing a chance outcome. Other programs can repeat the draw with the seed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The key of the event.
    pub key: String,
    /// The words to draw from.
    pub words: DrawWords,
}

/// The words to draw an outcome from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DrawWords {
    /// The lists of words. One word is drawn from each list, with equal chances; the outcome is their concatenation.
    pub parts: Vec<Vec<String>>,
    /// Rejected outcomes: the whole draw is repeated. At least one possible outcome must not be in the list.
    pub again: Vec<String>,
}

impl DrawWords {
    /// A single draw from these words.
    pub fn among<W: ToString>(words: impl IntoIterator<Item = W>) -> Self {
        Self { parts: vec![words.into_iter().map(|word| word.to_string()).collect()], again: Vec::new() }
    }
}

impl Draw {
    /// The outcome that follows from the seed.
    pub fn outcome(&self, seed: &Seed) -> String {
        let mut stream = Stream::new(seed, &self.key);
        loop {
            let drawn = self.words.parts.iter().map(|words| words[stream.below(words.len() as u32) as usize].as_str());
            let outcome: String = drawn.collect();
            if !self.words.again.contains(&outcome) {
                return outcome;
            }
        }
    }
}

/// The commitment that is published before the match in place of the seed: SHA-256(seed ‖ `commitment`).
pub fn commitment(seed: &Seed) -> Digest {
    Digest(Sha256::new().chain_update(seed.0).chain_update(b"commitment").finalize().into())
}

/// The random number that the bot of a seat receives for its own draws: the first 8 bytes of the stream with the key
/// `lots <seat>`. The number reveals neither the seed nor the number of another seat.
pub fn lots(seed: &Seed, seat: Seat) -> Lots {
    let mut stream = Stream::new(seed, &format!("lots {}", seat.number()));
    Lots(u64::from(stream.next_u32()) << 32 | u64::from(stream.next_u32()))
}

/// A seed derived from a seed and a key: the first 16 bytes of SHA-256(seed ‖ key). For the games of a series.
pub fn derive(seed: &Seed, key: &str) -> Seed {
    let digest: [u8; 32] = Sha256::new().chain_update(seed.0).chain_update(key.as_bytes()).finalize().into();
    Seed(*digest.first_chunk().expect("a digest has 32 bytes"))
}
