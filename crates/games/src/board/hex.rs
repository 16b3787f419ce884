//! Hexagons by axial coordinates: distances, directions, arcs of sight, shortest paths, boards, and sets of spaces. The
//! module knows no height, no man and no turn.

mod grid;
mod set;

pub use grid::{Grid, Sight, Space};
pub use set::SpaceSet;

/// A hexagon by its axial coordinates, or the offset between two hexagons. In drawings `r` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hex {
    /// The column. Columns slant.
    pub q: i8,
    /// The row.
    pub r: i8,
}

impl Hex {
    /// The number of steps between neighbours from the origin to this hexagon.
    pub const fn distance(self) -> u32 {
        let (q, r) = (self.q as i32, self.r as i32);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The cross product: positive if `other` lies counter-clockwise of this offset by less than a half turn, negative
    /// if clockwise, 0 if both offsets are on one line.
    pub const fn cross(self, other: Self) -> i32 {
        self.r as i32 * other.q as i32 - self.q as i32 * other.r as i32
    }

    /// The shortest paths from the origin to this hexagon. A path is the list of its inner hexagons in order, without
    /// the two ends; empty at distance 0 or 1.
    pub fn ways(self) -> Vec<Vec<Self>> {
        if self.distance() < 2 {
            return vec![Vec::new()];
        }
        let nearer = |&direction: &HexDirection| (self - direction.offset()).distance() < self.distance();
        let onward = |direction: HexDirection| {
            let first = direction.offset();
            let shifted = move |rest: Vec<Self>| {
                std::iter::once(first).chain(rest.into_iter().map(|hex| first + hex)).collect::<Vec<_>>()
            };
            (self - first).ways().into_iter().map(shifted)
        };
        HexDirection::ALL.into_iter().filter(nearer).flat_map(onward).collect()
    }
}

operators! {
    [] Hex:
    Add add |one, other| Self { q: one.q + other.q, r: one.r + other.r };
    Sub sub |one, other| Self { q: one.q - other.q, r: one.r - other.r };
}

/// One of the six sides of a hexagon. Side 0 faces growing `q`; the sides count counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HexDirection(u8);

impl HexDirection {
    /// All six directions, by number.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction with this number. `None` unless the number is 0 to 5.
    pub const fn new(number: u32) -> Option<Self> {
        if number < 6 { Some(Self(number as u8)) } else { None }
    }

    /// The number of the direction, 0 to 5.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The direction after a turn by `sides` sides counter-clockwise.
    pub const fn turned(self, sides: u32) -> Self {
        Self(((self.number() + sides) % 6) as u8)
    }

    /// The offset to the neighbour in this direction.
    pub const fn offset(self) -> Hex {
        let (q, r) = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][self.0 as usize];
        Hex { q, r }
    }
}

/// The width of an arc of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// Two sides of the hexagon: a third of the circle.
    Two = 2,
    /// Three sides: half of the circle.
    Three = 3,
}

/// The area that is visible through two or three adjacent sides of a hexagon, including the edges of the area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arc {
    /// The first side; the other sides follow counter-clockwise.
    pub first: HexDirection,
    /// The number of sides.
    pub width: Width,
}

impl Arc {
    /// Returns true if the hexagon at this offset lies in the arc.
    pub fn contains(self, offset: Hex) -> bool {
        // An edge of the arc passes through a corner of the hexagon, halfway between two directions.
        let corner = |side: HexDirection| side.turned(5).offset() + side.offset();
        let (from, to) = (corner(self.first), corner(self.first.turned(self.width as u32)));
        from.cross(offset) >= 0 && offset.cross(to) >= 0
    }
}
