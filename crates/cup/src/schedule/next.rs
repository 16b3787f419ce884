//! The answer to a request for what comes next.

/// The next item, such as a block or a game, or the reason why there is none now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next<T> {
    /// An item that can be played now.
    One(T),
    /// The next item depends on results that have not come yet.
    Wait,
    /// There are no more items.
    Over,
}

impl<T> Next<T> {
    /// Changes the item.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Next<U> {
        match self {
            Self::One(item) => Next::One(change(item)),
            Self::Wait => Next::Wait,
            Self::Over => Next::Over,
        }
    }
}
