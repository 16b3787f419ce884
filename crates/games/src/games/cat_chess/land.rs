//! The land: three hills of hexagons, their heights and their peaks.

use std::{fmt, sync::LazyLock};

use nom::IResult;

use crate::board::{
    hex::{Grid, Hex, Space},
    text::{TextResult, wrong},
};

/// The centres of the hills, which are their peaks: f11, q6, k17. Rules page, Coordinates.
pub const PEAKS: [Hex; 3] = [Hex { q: 0, r: 0 }, Hex { q: 11, r: -5 }, Hex { q: 5, r: 6 }];

const RADIUS: u32 = 5;

/// The height of a peak, which is the greatest height of a space.
pub(super) const TOP: u8 = 6;

/// Rules page, Tiles: the greatest height that a tile can raise.
const RAISED: u8 = 4;

pub(super) const SPACES: usize = 273;

/// The board. Rules page, Board: all spaces within distance 5 of a peak.
pub fn land() -> &'static Grid {
    static LAND: LazyLock<Grid> = LazyLock::new(|| {
        let around = |peak: Hex| {
            let far = RADIUS as i8;
            let square = (-far..=far).flat_map(move |q| (-far..=far).map(move |r| Hex { q, r }));
            square.filter(|offset| offset.distance() <= RADIUS).map(move |offset| peak + offset)
        };
        Grid::new(PEAKS.into_iter().flat_map(around))
    });
    &LAND
}

/// `space = column row`: rules page, Coordinates.
pub(super) fn space(input: &str) -> IResult<&str, Space> {
    land().space(input)
}

/// The heights of all spaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Heights([u8; SPACES]);

impl Heights {
    /// The heights at the start. Rules page, Board: 6 less the distance to the peak.
    pub fn of_hills() -> Self {
        let mut heights = Self([0; SPACES]);
        for space in land().spaces() {
            let distances = PEAKS.map(|peak| (land().hex(space) - peak).distance());
            heights.0[space.index()] = TOP - distances.into_iter().min().unwrap_or_default() as u8;
        }
        heights
    }

    /// The heights of the spaces in the order of the board.
    pub const fn of(heights: [u8; SPACES]) -> Self {
        Self(heights)
    }

    /// The height of a space.
    pub const fn at(&self, space: Space) -> u8 {
        self.0[space.index()]
    }

    /// Returns true if a tile can be put on a space.
    pub const fn takes_tile(&self, space: Space) -> bool {
        self.at(space) <= RAISED
    }

    /// Puts a tile on a space that takes one.
    pub const fn raise(&mut self, space: Space) {
        self.0[space.index()] += 1;
    }

    /// The number of tiles that the land can still take.
    pub fn room(&self) -> u32 {
        self.0.iter().map(|&height| u32::from((RAISED + 1).saturating_sub(height))).sum()
    }
}

/// Writes the heights row by row, a digit for each space.
impl fmt::Display for Heights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(2 * SPACES);
        for row in land().rows() {
            text.extend((!text.is_empty()).then_some('/'));
            text.extend(row.map(|space| char::from(b'0' + self.at(space))));
        }
        f.write_str(&text)
    }
}

/// `heights = row 21("/" row)`, `row = 1*height`, as many as the row has spaces; `height = "1" / … / "6"`
pub(super) fn heights(input: &str) -> TextResult<'_, Heights> {
    let mut rest = input;
    let mut heights = [0; SPACES];
    for (number, row) in land().rows().enumerate() {
        if number > 0 {
            rest = rest.strip_prefix('/').ok_or_else(|| wrong(rest, "the end of the row, /"))?;
        }
        for space in row {
            let height = rest.chars().next().and_then(|digit| digit.to_digit(10)).map(|digit| digit as u8);
            let fits = height.filter(|height| (1..=TOP).contains(height));
            heights[space.index()] = fits.ok_or_else(|| wrong(rest, "the height of a space, 1 to 6"))?;
            rest = &rest[1..];
        }
    }
    Ok((rest, Heights(heights)))
}

/// A set of peaks. Rules page, Position: f11 = 1, q6 = 2, k17 = 4, added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Peaks(u8);

impl Peaks {
    /// No peak.
    pub const NONE: Self = Self(0);

    /// The set with this number, 0 to 7. `None` for a greater number.
    pub const fn new(number: u32) -> Option<Self> {
        if number < 8 { Some(Self(number as u8)) } else { None }
    }

    /// The number of the set, 0 to 7: f11 is 1, q6 is 2, k17 is 4, added.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The set of the peak on a space; empty if the space is no peak.
    pub fn on(space: Space) -> Self {
        let bit = PEAKS.into_iter().position(|peak| land().hex(space) == peak);
        bit.map_or(Self::NONE, |bit| Self(1 << bit))
    }

    /// The number of peaks.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The peaks of both sets.
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// The peaks of this set that are not in the other.
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The spaces of the peaks.
    pub fn spaces(self) -> impl Iterator<Item = Space> + Clone {
        let peaks = PEAKS.into_iter().enumerate().filter(move |(bit, _)| self.0 & 1 << bit != 0);
        peaks.filter_map(|(_, peak)| land().at(peak))
    }
}
