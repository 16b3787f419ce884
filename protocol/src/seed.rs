//! The seed of a match and the digest that commits to it (section 5).

/// The 16 bytes from which all chance of a match comes. Printed as 32 lower-case hex digits; a shorter text is padded
/// with zeros on the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 16]);

/// A SHA-256 digest: 64 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);
