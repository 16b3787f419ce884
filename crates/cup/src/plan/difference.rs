//! The differences between plans. Programs and their files are compared by content, so their paths do not matter.

use std::{collections::BTreeMap, fmt, path::Path};

use itertools::Itertools as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use toml::{Table, Value};
use uvi::Digest;
use uvi_games::game::commitment;

use super::{
    Entrant, Plan,
    file::{BotEntry, Content, File},
};
use crate::terms::Opening;

/// The most values of a key that are listed.
const LISTED: usize = 4;

/// A difference between two plans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// A key of the tournament file.
    Key {
        /// The path of the key, such as `options.maxrounds`.
        key: String,
        /// The old value, as TOML; `None` if the key was missing.
        then: Option<String>,
        /// The new value, as TOML; `None` if the key is missing.
        now: Option<String>,
    },
    /// The seed, which is not shown.
    Seed,
    /// The content of a file of a bot.
    Content {
        /// The name of the bot.
        bot: String,
        /// The word of the command line that names the file, in the new plan.
        word: String,
        /// The word in the old plan, if it names a file of another name.
        instead: Option<String>,
        /// True if the file is the program.
        program: bool,
        /// The old SHA-256.
        then: Digest,
        /// The new SHA-256.
        now: Digest,
    },
}

impl Difference {
    /// True if this is a difference in the content of a bot's file, not in a key or the seed.
    pub fn is_content(&self) -> bool {
        matches!(self, Self::Content { .. })
    }
}

impl Plan {
    /// The differences of this plan from an earlier plan, given as its file. Empty if the games and bots are the same.
    pub fn differences(&self, then: &File) -> Vec<Difference> {
        let mut found = differences(&self.as_found(then.clone()), &self.as_found(self.to_file()));
        // The user gives a gate a number of games, not of rounds.
        if let (Some(_), Some(_), Some(games)) = (self.gate, &then.gate, self.games_of_a_round()) {
            for difference in &mut found {
                if let Difference::Key { key, then, now } = difference
                    && key == "rounds"
                {
                    *key = "games".to_owned();
                    for rounds in [then, now].into_iter().flatten() {
                        *rounds = rounds
                            .parse()
                            .map_or_else(|_| rounds.clone(), |rounds: u32| rounds.saturating_mul(games).to_string());
                    }
                }
            }
        }
        found
    }

    /// The first of a bot's recorded files that is now missing or unreadable, in words. A file whose word in the command
    /// line has changed is one of the [differences](Self::differences) instead.
    pub fn missing(&self, then: &File) -> Option<String> {
        let then = self.as_found(then.clone());
        then.bot.iter().map(toml::Spanned::get_ref).find_map(|bot| {
            let here = self.entrants.iter().find(|entrant| entrant.name == *bot.name.get_ref())?;
            let (before, after) = (words(bot.command.get_ref()), words(here.found.as_str()));
            let is_gone = |content: &&Content| here.files.iter().all(|found| found.word != content.word);
            let gone = bot.files.iter().filter(is_gone).map(|content| content.word as usize);
            let mut same = gone.filter_map(|place| after.get(place).filter(|word| before.get(place) == Some(word)));
            // The bot now writes the file itself, so its content does not count.
            let is_written =
                |word: &str| here.writes.iter().any(|file| word == file || word.ends_with(&format!("={file}")));
            let word = same.find(|word| !is_written(word))?;
            let flaw = "which the plan has, found no such file, or one that cannot be read";
            Some(format!("bot {}: expected the file {word}, {flaw}", here.name))
        })
    }

    /// A SHA-256 of everything that determines the games. Plans without [differences](Self::differences) have the same
    /// id, whatever the paths of their programs. The id does not reveal the seed.
    pub fn id(&self) -> Digest {
        let mut file = self.to_sealed_file();
        (file.tie_breaks, file.anchor) = (Vec::new(), None);
        unname(&mut file);
        for (bot, entrant) in file.bot.iter_mut().map(toml::Spanned::get_mut).zip(&self.entrants) {
            if !entrant.files.is_empty() {
                *bot.command.get_mut() = shell_words::join(entrant.words_without_files());
            }
        }
        Digest(Sha256::digest(file.to_toml()).into())
    }

    /// Replaces commands as this plan has them by those that start the bots on this machine. Removes tags of openings.
    fn as_found(&self, mut file: File) -> File {
        unname(&mut file);
        for bot in file.bot.iter_mut().map(toml::Spanned::get_mut) {
            let here = self.entrants.iter().find(|entrant| entrant.name == *bot.name.get_ref());
            if let Some(here) = here.filter(|here| here.command.as_str() == bot.command.get_ref()) {
                *bot.command.get_mut() = here.found.to_string();
            }
        }
        file
    }

    /// The number of games of each round. `None` for a knockout.
    pub(crate) fn games_of_a_round(&self) -> Option<u32> {
        self.format.rounds().and_then(|rounds| self.total()?.checked_div(rounds))
    }
}

impl Entrant {
    /// True if both bots start the same program with the same arguments. Their files are compared by content.
    pub fn starts_the_same(&self, other: &Self) -> bool {
        self.files == other.files && self.words_without_files() == other.words_without_files()
    }

    /// The words of the command line, without the paths of the known files.
    fn words_without_files(&self) -> Vec<String> {
        let is_file = |place: u32| self.files.iter().any(|content| content.word == place);
        let words = (0u32..).zip(words(self.found.as_str()));
        let known = words.map(|(place, word)| match (is_file(place), option(&word)) {
            (false, _) => word,
            (true, None) => String::new(),
            (true, Some(name)) => format!("{name}="),
        });
        known.collect()
    }
}

/// Removes the tags of openings, which do not affect games.
fn unname(file: &mut File) {
    for line in file.openings.iter_mut().flat_map(|openings| &mut openings.positions) {
        *line.get_mut() = Opening::untagged(line.get_ref()).to_owned();
    }
}

fn differences(then: &File, now: &File) -> Vec<Difference> {
    let mut found = Vec::new();
    let seed = |file: &File| file.seed.as_ref().map(commitment).or(file.commitment);
    if seed(then) != seed(now) {
        found.push(Difference::Seed);
    }
    // The seed and the bots are compared apart, and the ranking does not determine games.
    let [before, after] = [then, now].map(|file| table(file, &["seed", "commitment", "bot", "tie-breaks", "anchor"]));
    keys("", &before, &after, &mut found);
    bots(then, now, &mut found);
    if found.len() > 1 {
        // Users do not write `grown`; the other differences say enough.
        found.retain(|difference| !matches!(difference, Difference::Key { key, .. } if key == "grown"));
    }
    found
}

/// The keys of a file or of a bot without these.
fn table(whole: &impl Serialize, omitted: &[&str]) -> Table {
    let mut table = Table::try_from(whole).expect("files and bots have only values that TOML can hold");
    table.retain(|key, _| !omitted.contains(&key));
    table
}

fn keys(path: &str, then: &Table, now: &Table, found: &mut Vec<Difference>) {
    for name in then.keys().chain(now.keys()).sorted().dedup() {
        let key = format!("{path}{name}");
        match (then.get(name), now.get(name)) {
            (Some(Value::Table(then)), Some(Value::Table(now))) => keys(&format!("{key}."), then, now, found),
            (then, now) if then == now => {}
            (Some(Value::Array(then)), Some(Value::Array(now))) if then.len() == now.len() && then.len() > LISTED => {
                let first = (1..).zip(then.iter().zip(now)).find(|(_, (then, now))| then != now);
                found.extend(first.map(|(number, (then, now))| Difference::Key {
                    key: format!("{key}, number {number}"),
                    then: Some(shown(then)),
                    now: Some(shown(now)),
                }));
            }
            (then, now) => found.push(Difference::Key { key, then: then.map(shown), now: now.map(shown) }),
        }
    }
}

/// A value as TOML, or the number of values if there are many.
fn shown(value: &Value) -> String {
    let many = |value: &Value| value.as_array().map(Vec::len).filter(|&len| len > LISTED);
    match value {
        Value::Array(values) if values.len() > LISTED => format!("{} of them", values.len()),
        Value::Table(table) => {
            let keys = table.iter().map(|(key, value)| match many(value) {
                Some(count) => format!("{key} = {count} of them"),
                None => format!("{key} = {value}"),
            });
            format!("{{ {} }}", keys.into_iter().join(", "))
        }
        value => value.to_string(),
    }
}

fn bots(then: &File, now: &File, found: &mut Vec<Difference>) {
    let names =
        |file: &File| -> Vec<String> { file.bot.iter().map(|bot| bot.get_ref().name.get_ref().clone()).collect() };
    let (before, after) = (names(then), names(now));
    if before != after {
        let (then, now) = (Some(before.join(", ")), Some(after.join(", ")));
        found.push(Difference::Key { key: "bots".to_owned(), then, now });
    }
    for now in &now.bot {
        let now = now.get_ref();
        let then = then.bot.iter().map(toml::Spanned::get_ref);
        if let Some(then) = then.into_iter().find(|then| then.name.get_ref() == now.name.get_ref()) {
            bot(then, now, found);
        }
    }
}

fn bot(then: &BotEntry, now: &BotEntry, found: &mut Vec<Difference>) {
    let name = now.name.get_ref();
    let path = format!("bot {name}: ");
    let [before, after] = [then, now].map(|bot| table(bot, &["name", "command", "files"]));
    keys(&path, &before, &after, found);
    let (before, after) = (words(then.command.get_ref()), words(now.command.get_ref()));
    let (held, holds) = (contents(then), contents(now));
    let mut same_words = before.len() == after.len();
    for (place, (before, after)) in (0u32..).zip(before.iter().zip(&after)) {
        match (held.get(&place), holds.get(&place)) {
            (Some(&then), Some(&now)) if option(before) == option(after) => {
                if then != now {
                    let (bot, word, program) = (name.clone(), after.clone(), place == 0);
                    let is_named_alike = Path::new(before).file_name() == Path::new(after).file_name();
                    let instead = (!is_named_alike).then(|| before.clone());
                    found.push(Difference::Content { bot, word, instead, program, then, now });
                }
            }
            _ => same_words &= before == after,
        }
    }
    if !same_words {
        let (then, now) = (Some(then.command.get_ref().clone()), Some(now.command.get_ref().clone()));
        found.push(Difference::Key { key: format!("{path}command"), then, now });
    }
}

/// The words of a command line. A line that cannot be split is one word.
fn words(command: &str) -> Vec<String> {
    shell_words::split(command).unwrap_or_else(|_| vec![command.to_owned()])
}

fn contents(bot: &BotEntry) -> BTreeMap<u32, Digest> {
    bot.files.iter().map(|content| (content.word, content.sha256)).collect()
}

/// The name in a word such as `--net=weights.bin`: the text between the first `-` and the `=`. `None` for other words.
fn option(word: &str) -> Option<&str> {
    word.strip_prefix('-').and_then(|rest| rest.split_once('=')).map(|(name, _)| name)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key { key, then, now } => {
                let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
                write!(f, "{key}: {} then, {} now", shown(then), shown(now))
            }
            Self::Seed => f.write_str("seed: another then"),
            Self::Content { bot, word, instead, program, then, now } => {
                let what = if *program { "program" } else { "file" };
                let [then, now] = [then, now].map(|digest| digest.to_string()[..12].to_owned());
                match instead {
                    Some(before) => write!(f, "bot {bot}: its {what} was {before}, and is {word} now: ")?,
                    None => write!(f, "bot {bot}: its {what} {word} has another content: ")?,
                }
                write!(f, "sha256 {then}… then, {now}… now")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::file;

    const FILE: &str = "variant = \"orwell\"\nrounds = 4\nseed = \"2a\"\n[options]\nmaxrounds = 200\n[[bot]]\nname = \"a\"\n\
                        command = \"/x/python3 --net=n.bin bot.py 3\"\n";

    /// The file with this text, in which the bot's program, net and script have these hashes.
    fn with(text: &str, held: [u8; 3]) -> File {
        let digest = |byte| Digest([byte; 32]);
        let files: Vec<String> = (0..)
            .zip(held)
            .map(|(word, held)| format!("[[bot.files]]\nword = {word}\nsha256 = \"{}\"\n", digest(held)))
            .collect();
        file::read(&format!("{text}{}", files.concat())).unwrap()
    }

    #[track_caller]
    fn check(now: &File, expected: &[&str]) {
        let then = with(FILE, [1, 2, 3]);
        let found = differences(&then, now).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(found, expected);
        let [one, other] = [&then, now].map(|file| file.bot[0].get_ref().entrant(&str::to_owned).expect("it is a bot"));
        assert_eq!(one.starts_the_same(&other), !found.iter().any(|told| told.starts_with("bot a: ")), "{found:?}");
    }

    #[test]
    fn what_differs_is_named() {
        check(&with(FILE, [1, 2, 3]), &[]);
        // A file that came later is not compared.
        assert_eq!(differences(&file::read(FILE).unwrap(), &with(FILE, [1, 2, 3])), []);
        check(&with(&FILE.replace("/x/python3 --net=n.bin bot", "/y/z/python4 --net=/o.bin b"), [1, 2, 3]), &[]);
        check(&with(&FILE.replace("rounds = 4", "rounds = 6"), [1, 2, 3]), &["rounds: 4 then, 6 now"]);
        check(&with(&FILE.replace("200", "100"), [1, 2, 3]), &["options.maxrounds: 200 then, 100 now"]);
        check(&with(&FILE.replace("rounds = 4\n", ""), [1, 2, 3]), &["rounds: 4 then, nothing now"]);
        // The ranking does not affect games.
        let ranked = FILE.replace("rounds = 4\n", "rounds = 4\nanchor = \"a\"\ntie-breaks = [\"wins\"]\n");
        check(&with(&ranked, [1, 2, 3]), &[]);
        check(&with(&FILE.replace("2a", "2b"), [1, 2, 3]), &["seed: another then"]);
        check(&with(&FILE.replace("\"a\"", "\"b\""), [1, 2, 3]), &["bots: a then, b now"]);
        check(
            &with(FILE, [9, 2, 4]),
            &[
                "bot a: its program /x/python3 has another content: sha256 010101010101… then, 090909090909… now",
                "bot a: its file bot.py has another content: sha256 030303030303… then, 040404040404… now",
            ],
        );
        check(
            &with(&FILE.replace("/x/python3", "/x/ruby"), [9, 2, 3]),
            &["bot a: its program was /x/python3, and is /x/ruby now: sha256 010101010101… then, 090909090909… now"],
        );
        check(
            &with(&FILE.replace("bot.py 3", "bot.py 4"), [1, 2, 3]),
            &["bot a: command: /x/python3 --net=n.bin bot.py 3 then, /x/python3 --net=n.bin bot.py 4 now"],
        );
        check(
            &with(&FILE.replace("--net", "--book"), [1, 2, 3]),
            &["bot a: command: /x/python3 --net=n.bin bot.py 3 then, /x/python3 --book=n.bin bot.py 3 now"],
        );
    }

    #[test]
    fn of_many_openings_the_first_that_differs_is_named() {
        let with = |openings: &[&str]| {
            let text = format!("[openings]\npositions = {openings:?}\n[[bot]]");
            file::read(&FILE.replace("[[bot]]", &text)).unwrap()
        };
        let five = with(&["a", "b", "c", "d", "e"]);
        let none = "openings: { order = \"sequential\", positions = 5 of them } then, nothing now";
        for (now, expected) in [
            (with(&["a", "b", "x", "d", "y"]), "openings.positions, number 3: \"c\" then, \"x\" now"),
            (with(&["a", "b", "c", "d", "e", "f"]), "openings.positions: 5 of them then, 6 of them now"),
            (file::read(FILE).unwrap(), none),
        ] {
            let found = differences(&five, &now);
            assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
        }
    }
}
