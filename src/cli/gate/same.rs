//! Compares two command lines that start bots.

use std::{fs, path::Path};

use crate::{
    bot::{find_program, split_command},
    cli::seats,
    world::regular,
};

/// True if both programs have the same content, and the arguments agree one by one: equal words, or two files with the
/// same content. An unreadable file counts as different; the start of the bot reports the error.
pub(super) fn start_the_same(new: &str, old: &str) -> bool {
    let words = |command: &str| split_command(&seats::command_line(command)).unwrap_or_default();
    let (new, old) = (words(new), words(old));
    let (Some(new_program), Some(old_program)) = (new.first(), old.first()) else { return false };
    let found = |name: &str| find_program(name, None, std::env::var_os("PATH")).ok();
    let same_program =
        found(new_program).zip(found(old_program)).is_some_and(|(new, old)| have_the_same_content(&new, &old));
    let is_same = |(new, old): (&String, &String)| new == old || have_the_same_content(Path::new(new), Path::new(old));
    same_program && new.len() == old.len() && new[1..].iter().zip(&old[1..]).all(is_same)
}

fn have_the_same_content(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|found| found.is_file());
    if !is_file(one) || !is_file(other) {
        return false;
    }
    let same_length =
        fs::metadata(one).ok().map(|found| found.len()) == fs::metadata(other).ok().map(|found| found.len());
    same_length && matches!((regular::read(one), regular::read(other)), (Ok(one), Ok(other)) if one == other)
}
