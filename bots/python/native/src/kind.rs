//! A variant with its type erased, for the variants that are encoded as numbers.

use uvi_games::{
    each_game,
    game::{
        OptionError, OptionValues, PositionError, Seed, Variant,
        encoding::{Encode, Layer, NumberSpan},
    },
};

use crate::{
    flock::{Flock, Herd},
    held::{Holder, PositionQuery},
};

type Begun<T, E = OptionError> = Result<Box<T>, E>;

#[derive(Debug)]
pub(crate) struct EncodedVariant {
    pub(crate) variant: &'static dyn Variant,
    pub(crate) version: u32,
    /// The rows and columns of a plane.
    cells: [usize; 2],
    pub(crate) layers: &'static [Layer],
    pub(crate) spans: &'static [NumberSpan],
    /// True if a seat that resigns can leave the game.
    pub(crate) vacating: bool,
    /// The word of a number, and true if the number is a whole action.
    pub(crate) word: fn(u32) -> Option<(String, bool)>,
    pub(crate) start: fn(&OptionValues, u8, &Seed) -> Begun<dyn PositionQuery>,
    pub(crate) read: fn(&OptionValues, u8, &str) -> Begun<dyn PositionQuery, PositionError>,
    pub(crate) flock: fn(&OptionValues, u8, usize, Seed) -> Begun<dyn Flock>,
}

impl EncodedVariant {
    const fn of<G: Encode>() -> Self {
        Self {
            variant: &G::ROW,
            version: G::VERSION,
            cells: G::CELLS,
            layers: G::LAYERS,
            spans: G::SPANS,
            vacating: G::VACATING,
            word: |number| G::word(number).map(|word| (word, G::action_at(number).is_some())),
            start: |values, seats, seed| Ok(Box::new(Holder::new(G::start(&G::options(values)?, seats, seed)))),
            read: |values, seats, text| {
                let options = G::options(values).map_err(|error| PositionError::Refused(error.to_string().into()))?;
                Ok(Box::new(Holder::new(G::read(&options, seats, text)?)))
            },
            flock: |values, seats, size, seed| Ok(Box::new(Herd::<G>::new(G::options(values)?, seats, size, seed))),
        }
    }

    /// The shape of an observation: planes, rows, columns.
    pub(crate) fn shape(&self) -> [usize; 3] {
        let [rows, columns] = self.cells;
        [self.layers.iter().map(|layer| layer.count).sum(), rows, columns]
    }

    /// The number of action numbers.
    pub(crate) fn numbers(&self) -> usize {
        self.spans.iter().map(|span| span.count).sum()
    }
}

macro_rules! kinds {
    ($($name:ident: $game:ty,)*) => { &[$(EncodedVariant::of::<$game>()),*] };
}

/// All variants, in the order of the registry.
pub(crate) static KINDS: &[EncodedVariant] = each_game!(kinds);
