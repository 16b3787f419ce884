//! What a keeper is made of, as one number: an arbiter uses the keeper beside it only where both are of one form.

/// The sources of which a keeper is made.
const SOURCES: &[&str] = &[
    include_str!("cgroup.rs"),
    include_str!("cores.rs"),
    include_str!("exec.rs"),
    include_str!("exit.rs"),
    include_str!("filter.rs"),
    include_str!("guard.rs"),
    include_str!("hidden.rs"),
    include_str!("isolation.rs"),
    include_str!("keep.rs"),
    include_str!("keeper.rs"),
    include_str!("launch.rs"),
    include_str!("limits.rs"),
    include_str!("nurse.rs"),
    include_str!("offspring.rs"),
    include_str!("order.rs"),
    include_str!("plan.rs"),
    include_str!("progress.rs"),
    include_str!("resources.rs"),
    include_str!("sandbox.rs"),
    include_str!("signals.rs"),
    include_str!("terminals.rs"),
    include_str!("tree.rs"),
    include_str!("usage.rs"),
];

const FORM: u64 = {
    let mut form = fnv(0xcbf2_9ce4_8422_2325, env!("CARGO_PKG_VERSION").as_bytes());
    let mut place = 0;
    while place < SOURCES.len() {
        form = fnv(form, SOURCES[place].as_bytes());
        place += 1;
    }
    form
};

/// Fowler, Noll and Vo's hash, of words of eight bytes and what is left.
const fn fnv(mut hash: u64, mut bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x100_0000_01b3;
    while let Some((word, rest)) = bytes.split_first_chunk::<8>() {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME);
        hash ^= hash >> 32;
        bytes = rest;
    }
    while let Some((byte, rest)) = bytes.split_first() {
        hash = (hash ^ *byte as u64).wrapping_mul(PRIME);
        bytes = rest;
    }
    hash
}

/// The first word of the command line that asks for it.
pub(super) const COMMAND: &str = "__form";

/// It, in words.
pub(super) fn form() -> String {
    format!("{FORM:016x}")
}
