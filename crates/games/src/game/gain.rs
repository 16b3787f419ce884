//! The gain of an action, for programs that look no further.

/// The worth of what an action wins at once, in units of the game. Captures are compared first, then promotions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Gain {
    /// The worth of the man that the action takes.
    pub taken: u32,
    /// The worth of the man that the action promotes to, or of the place that it reaches.
    pub promoted: u32,
}
