//! A variant with its type erased, for the variants that are encoded as numbers.

use std::{fmt::Debug, marker::PhantomData};

use uvi_games::{
    each_game,
    game::{
        OptionError, OptionValues, PositionError, Seed, Variant,
        encoding::{self, Encode, Layer, NumberSpan},
    },
};

use crate::{
    flock::{Flock, Herd},
    held::{Holder, PositionQuery},
};

pub(crate) trait VariantQuery: Debug + Sync {
    fn variant(&self) -> &'static dyn Variant;
    fn version(&self) -> u32;
    fn shape(&self) -> [usize; 3];
    fn layers(&self) -> &'static [Layer];
    fn spans(&self) -> &'static [NumberSpan];
    /// The number of action numbers.
    fn numbers(&self) -> usize;
    /// The word of a number, and true if the number is a whole action.
    fn word(&self, number: u32) -> Option<(String, bool)>;
    fn start(&self, values: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn PositionQuery>, OptionError>;
    fn read(&self, values: &OptionValues, seats: u8, text: &str) -> Result<Box<dyn PositionQuery>, PositionReadError>;
    fn flock(&self, values: &OptionValues, seats: u8, size: usize, seed: Seed) -> Result<Box<dyn Flock>, OptionError>;
}

/// The reason for which a position cannot be read.
pub(crate) enum PositionReadError {
    Option(OptionError),
    Position(PositionError),
}

#[derive(Debug)]
struct Of<G>(PhantomData<fn() -> G>);

impl<G: Encode> VariantQuery for Of<G> {
    fn variant(&self) -> &'static dyn Variant {
        &G::ROW
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn shape(&self) -> [usize; 3] {
        encoding::shape::<G>()
    }

    fn layers(&self) -> &'static [Layer] {
        G::LAYERS
    }

    fn spans(&self) -> &'static [NumberSpan] {
        G::SPANS
    }

    fn numbers(&self) -> usize {
        encoding::count::<G>()
    }

    fn word(&self, number: u32) -> Option<(String, bool)> {
        G::word(number).map(|word| (word, G::action_at(number).is_some()))
    }

    fn start(&self, values: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn PositionQuery>, OptionError> {
        Ok(Box::new(Holder::new(G::start(&G::options(values)?, seats, seed))))
    }

    fn read(&self, values: &OptionValues, seats: u8, text: &str) -> Result<Box<dyn PositionQuery>, PositionReadError> {
        let options = G::options(values).map_err(PositionReadError::Option)?;
        let game = G::read(&options, seats, text).map_err(PositionReadError::Position)?;
        Ok(Box::new(Holder::new(game)))
    }

    fn flock(&self, values: &OptionValues, seats: u8, size: usize, seed: Seed) -> Result<Box<dyn Flock>, OptionError> {
        Ok(Box::new(Herd::<G>::new(G::options(values)?, seats, size, seed)))
    }
}

macro_rules! kinds {
    ($($name:ident: $game:ty,)*) => { &[$(&Of::<$game>(PhantomData)),*] };
}

/// All variants, in the order of the registry.
pub(crate) static KINDS: &[&dyn VariantQuery] = each_game!(kinds);
