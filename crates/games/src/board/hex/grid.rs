//! A board of hexagons, with data of its shape: names, neighbours and lines of sight. The module knows no man or rule.

use arrayvec::{ArrayString, ArrayVec};
use nom::{IResult, Parser, combinator::map_opt};

use super::{Arc, Hex, HexDirection, SpaceSet, Width};
use crate::board::square::coordinates;

/// A space of a board, stored as an index. Spaces are counted row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u16);

impl Space {
    /// The index on the board, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The space of a bit of a [`SpaceSet`]. Unchecked, because such a set has bits only for spaces of the board.
    pub(super) const fn of_bit(bit: usize) -> Self {
        Self(bit as u16)
    }
}

/// A space at distance 1 to [`Grid::FAR`] from another space, with the spaces that can block the sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// The space that is seen.
    pub to: Space,
    /// The inner spaces of each shortest path; a single space is stored twice. Empty if some path has no inner space on
    /// the board, because nothing can block that path.
    ways: ArrayVec<[Space; 2], 3>,
}

impl Sight {
    /// Returns true if the sight is clear along some shortest path: `open` returns true for all its inner spaces.
    pub fn is_clear(&self, open: impl Fn(Space) -> bool) -> bool {
        self.ways.is_empty() || self.ways.iter().any(|way| way.iter().all(|&space| open(space)))
    }
}

/// The number of hexagons at distance 1 to [`Grid::FAR`].
const OFFSETS: usize = 36;

/// A board of hexagons. A space is named by a letter for its column and a number for its row, both counted from the
/// lowest coordinate on the board.
#[derive(Debug, Clone)]
pub struct Grid {
    hexes: Vec<Hex>,
    names: Vec<ArrayString<4>>,
    neighbours: Vec<ArrayVec<Space, 6>>,
    /// For each space, an entry for each of the [`OFFSETS`], nearest first; `None` if the target is off the board.
    sights: Vec<[Option<Sight>; OFFSETS]>,
    /// The offsets in each arc as bit masks, by width and first side of the arc.
    arcs: [[u64; 6]; 2],
    least: Hex,
}

impl Grid {
    /// The maximum distance of precomputed sight.
    pub const FAR: u32 = 3;

    /// The board of these hexagons. No hexagon may occur twice.
    ///
    /// # Panics
    /// If `hexes` is empty, or has more than [`SpaceSet::MOST`] hexagons or more than 26 columns.
    pub fn new(hexes: impl IntoIterator<Item = Hex>) -> Self {
        let mut hexes: Vec<Hex> = hexes.into_iter().collect();
        assert!((1..=SpaceSet::MOST).contains(&hexes.len()), "a board has 1 to {} spaces", SpaceSet::MOST);
        hexes.sort_unstable_by_key(|hex| (hex.r, hex.q));
        let least = hexes.iter().fold(hexes[0], |least, hex| Hex { q: least.q.min(hex.q), r: least.r.min(hex.r) });
        let name = |hex: &Hex| {
            let column = (hex.q - least.q) as u8;
            assert!(column < 26, "a board has at most 26 columns, one for each letter");
            let text = format!("{}{}", char::from(b'a' + column), i32::from(hex.r - least.r) + 1);
            ArrayString::from(&text).expect("a letter and a number below 256 have at most four characters")
        };
        let mut grid = Self {
            names: hexes.iter().map(name).collect(),
            neighbours: Vec::new(),
            sights: Vec::new(),
            arcs: [[0; 6]; 2],
            least,
            hexes,
        };
        grid.neighbours = grid.spaces().map(|space| grid.beside(space)).collect();
        let offsets = offsets();
        let ways: Vec<Vec<Vec<Hex>>> = offsets.iter().map(|offset| offset.ways()).collect();
        let sights = |space| std::array::from_fn(|number| grid.sight(space, offsets[number], &ways[number]));
        grid.sights = grid.spaces().map(sights).collect();
        for width in [Width::Two, Width::Three] {
            for first in HexDirection::ALL {
                let seen = |(number, offset): (usize, &Hex)| {
                    if (Arc { first, width }).contains(*offset) { 1 << number } else { 0 }
                };
                grid.arcs[width as usize - 2][first.number() as usize] = offsets.iter().enumerate().map(seen).sum();
            }
        }
        grid
    }

    fn beside(&self, space: Space) -> ArrayVec<Space, 6> {
        HexDirection::ALL.into_iter().filter_map(|direction| self.at(self.hex(space) + direction.offset())).collect()
    }

    fn sight(&self, space: Space, offset: Hex, ways: &[Vec<Hex>]) -> Option<Sight> {
        let from = self.hex(space);
        let to = self.at(from + offset)?;
        let mut between = ArrayVec::new();
        for way in ways {
            let mut on_board = way.iter().filter_map(|&hex| self.at(from + hex));
            // A hexagon off the board cannot block sight.
            let Some(first) = on_board.next() else { return Some(Sight { to, ways: ArrayVec::new() }) };
            between.push([first, on_board.next().unwrap_or(first)]);
        }
        Some(Sight { to, ways: between })
    }

    /// All spaces, row by row.
    pub fn spaces(&self) -> impl DoubleEndedIterator<Item = Space> + ExactSizeIterator + Clone + use<> {
        (0..self.hexes.len()).map(Space::of_bit)
    }

    /// The spaces of each row.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Space> + Clone + use<>> {
        let mut end = 0;
        self.hexes.chunk_by(|one, next| one.r == next.r).map(move |row| {
            end += row.len();
            (end - row.len()..end).map(Space::of_bit)
        })
    }

    /// The coordinates of a space.
    pub fn hex(&self, space: Space) -> Hex {
        self.hexes[space.index()]
    }

    /// The space with these coordinates. `None` if the hexagon is off the board.
    pub fn at(&self, hex: Hex) -> Option<Space> {
        self.hexes.binary_search_by_key(&(hex.r, hex.q), |hex| (hex.r, hex.q)).ok().map(Space::of_bit)
    }

    /// The name of a space, such as `c12`.
    pub fn name(&self, space: Space) -> &str {
        &self.names[space.index()]
    }

    /// `space = column row`, `column = %x61-7A`, `row = nonzero *DIGIT`, on the board.
    pub fn space<'a>(&self, input: &'a str) -> IResult<&'a str, Space> {
        map_opt(coordinates, |(column, row)| {
            let coordinate = |number: u8, least: i8| i8::try_from(i16::from(number) + i16::from(least)).ok();
            self.at(Hex { q: coordinate(column, self.least.q)?, r: coordinate(row, self.least.r)? })
        })
        .parse(input)
    }

    /// The neighbours of a space on the board.
    pub fn neighbours(&self, space: Space) -> &[Space] {
        &self.neighbours[space.index()]
    }

    /// The spaces in an arc at distance 1 to `reach`, nearest first, clear or not. `reach` is at most [`Grid::FAR`].
    pub fn sights(&self, space: Space, arc: Arc, reach: u32) -> impl Iterator<Item = &Sight> {
        let within = (1_u64 << (3 * reach * (reach + 1))) - 1;
        let mut bits = self.arcs[arc.width as usize - 2][arc.first.number() as usize] & within;
        let sights = &self.sights[space.index()];
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(sights[bit as usize].as_ref())
        })
        .flatten()
    }
}

/// The offsets at distance 1 to [`Grid::FAR`], nearest first.
fn offsets() -> Vec<Hex> {
    let far = Grid::FAR as i8;
    let square = (-far..=far).flat_map(|q| (-far..=far).map(move |r| Hex { q, r }));
    let mut offsets: Vec<Hex> = square.filter(|hex| (1..=Grid::FAR).contains(&hex.distance())).collect();
    offsets.sort_by_key(|hex| hex.distance());
    offsets
}
