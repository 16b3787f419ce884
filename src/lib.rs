//! Arbiter, a headless referee for board games that no other referee can hold.
