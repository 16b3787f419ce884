//! Shared geometry: squares, rays, steps. It knows no game by name.
