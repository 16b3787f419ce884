//! The law kit: one function that any game passes through.
