//! A command line with its defaults. Nothing is looked up here but the command line of a folder.

use std::collections::BTreeMap;

use super::{
    engine_entry::EngineEntry,
    options::{self, Pairs},
};

/// A tournament as typed.
#[derive(Debug, Clone, Default)]
pub(crate) struct CommandLine {
    pub(crate) engines: Vec<EngineEntry>,
    /// The pairs of each other option, the last ones last.
    given: BTreeMap<String, Pairs>,
    pub(crate) rounds: u32,
    pub(crate) games: u32,
    /// True if results are counted in pairs of games.
    pub(crate) penta: bool,
    /// The folder whose command line this is, by `-config file=`.
    pub(crate) resumed: Option<String>,
}

fn refused<T>(text: &str) -> Result<T, String> {
    Err(text.to_owned())
}

const NO_DEBUG: &str = "The 'debug' option does not exist in fastchess. Use the 'log' option instead to write all \
                        engine input and output into a text file.";

impl CommandLine {
    /// Reads the words after the program. `load` returns the words that a folder was played by.
    ///
    /// # Errors
    /// The first option that cannot be understood, or that does not fit the others.
    pub(crate) fn read(words: &[String], load: &dyn Fn(&str) -> Result<Vec<String>, String>) -> Result<Self, String> {
        let mut line = Self::take(words, load)?;
        line.complete().map(|()| line)
    }

    fn take(words: &[String], load: &dyn Fn(&str) -> Result<Vec<String>, String>) -> Result<Self, String> {
        let mut line = Self::default();
        for (option, pairs) in options::split(words)? {
            let value = || pairs.last().map(|(_, value)| value.as_str()).unwrap_or_default();
            let wrong = |reason: String| options::refusal(option, value(), &reason);
            match option {
                "-engine" => line.engines.push(EngineEntry::new(&pairs).map_err(wrong)?),
                "-each" => line.engines.iter_mut().try_for_each(|engine| engine.add(&pairs)).map_err(wrong)?,
                "-quick" => line.quick(&pairs).map_err(wrong)?,
                "-config" if pairs.iter().all(|(key, value)| key != "discard" || value != "true") => {
                    if let Some((_, file)) = pairs.iter().find(|(key, _)| key == "file") {
                        let held = load(file).map_err(wrong)?;
                        line = Self { resumed: Some(file.clone()), ..Self::take(&held, load)? };
                    }
                }
                _ => {}
            }
            line.given.entry(option.to_owned()).or_default().extend(pairs);
        }
        Ok(line)
    }

    pub(crate) fn has(&self, option: &str) -> bool {
        self.given.contains_key(option)
    }

    /// All values of a key, in their order.
    pub(crate) fn all<'a>(&'a self, option: &str, key: &'a str) -> impl DoubleEndedIterator<Item = &'a str> {
        let pairs = self.given.get(option).into_iter().flatten();
        pairs.filter(move |(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    /// The last value of a key; of the option itself if the key is empty.
    pub(crate) fn text<'a>(&'a self, option: &str, key: &'a str) -> Option<&'a str> {
        self.all(option, key).next_back()
    }

    /// The last value of a key as a number.
    pub(crate) fn number<T: std::str::FromStr>(&self, option: &str, key: &str) -> Option<T> {
        self.text(option, key)?.parse().ok()
    }

    /// True if the last value of a key is `true`.
    pub(crate) fn is_on(&self, option: &str, key: &str) -> bool {
        self.text(option, key) == Some("true")
    }

    /// True if the output is that of fastchess, not of cutechess.
    pub(crate) fn is_fastchess(&self) -> bool {
        self.text("-output", "format") != Some("cutechess") && !self.has("-quick")
    }

    pub(crate) fn is_gauntlet(&self) -> bool {
        self.text("-tournament", "") == Some("gauntlet")
    }

    pub(crate) fn recovers(&self) -> bool {
        self.has("-recover") || self.has("-quick")
    }

    /// The file of openings.
    pub(crate) fn book(&self) -> Option<&str> {
        self.text("-openings", "file").or_else(|| self.text("-quick", "book"))
    }

    /// Two engines, with usual settings.
    fn quick(&mut self, pairs: &Pairs) -> Result<(), String> {
        let names: Vec<_> = pairs.iter().filter(|(key, _)| key == "cmd").map(|(_, name)| name).collect();
        let [first, second] = names.as_slice() else {
            return Err("Option \"-quick\" requires exactly two cmd entries.".to_owned());
        };
        let Some((_, book)) = pairs.iter().find(|(key, _)| key == "book") else {
            return Err("Option \"-quick\" requires a book=FILE entry.".to_owned());
        };
        if !book.ends_with(".pgn") && !book.ends_with(".epd") {
            return Err("Please include the .pgn or .epd file extension for the opening book.".to_owned());
        }
        for (number, cmd) in [("1", first), ("2", second)] {
            let name = if first == second { format!("{cmd}{number}") } else { (*cmd).clone() };
            let given = [("cmd", cmd.as_str()), ("name", &name), ("tc", "10+0.1")];
            let given = given.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
            self.engines.push(EngineEntry::new(&given)?);
        }
        Ok(())
    }

    /// Works out what several options decide, and gives each engine a name of its own.
    fn complete(&mut self) -> Result<(), String> {
        let quick = if self.has("-quick") { 25_000 } else { 2 };
        self.rounds = self.number("-rounds", "").unwrap_or(quick);
        let repeated = self.number("-repeat", "").filter(|games| *games > 0);
        self.games = self.number("-games", "").or(repeated).unwrap_or(2);
        if self.games > 2 {
            std::mem::swap(&mut self.games, &mut self.rounds);
            if self.games > 2 {
                return refused("Error: Exceeded -game limit! Must be less than 2");
            }
        }
        let is_bayesian = self.text("-sprt", "model") == Some("bayesian");
        let wants_pairs = self.text("-report", "penta") != Some("false");
        self.penta = wants_pairs && self.is_fastchess() && self.games == 2 && !is_bayesian;
        if self.text("-variant", "") == Some("fischerandom") && self.book().is_none() {
            return refused("Error: Please specify a Chess960 opening book");
        }
        if self.engines.len() < 2 {
            return refused("Error: Need at least two engines to start!");
        }
        if self.text("-use-affinity", "").is_some_and(|cores| !cores.is_empty()) {
            return refused("-use-affinity: start it by taskset -c CORES, and omit the list of cores");
        }
        if self.has("-debug") && self.is_fastchess() {
            return refused(NO_DEBUG);
        }
        let is_two = self.engines.len() == 2;
        if self.has("-sprt") && !is_two {
            return refused("-sprt: Arbiter tests the first of two engines; name two engines, or omit -sprt");
        }
        if self.has("-noswap") && !(is_two && self.games == 1 && !self.has("-sprt")) {
            return refused(
                "-noswap: Arbiter keeps the colours of two engines with -games 1 and without -sprt; otherwise both play \
                 each opening with both colours",
            );
        }
        if self.is_gauntlet() && self.number::<u32>("-seeds", "").is_some_and(|seeds| seeds > 1) && !is_two {
            return refused("-seeds: the first engines of Arbiter's gauntlets do not meet; use -seeds 1 or roundrobin");
        }
        let mut names: Vec<String> = Vec::new();
        for engine in &mut self.engines {
            engine.complete()?;
            names.push(engine.name.clone());
            let again = names.iter().filter(|name| **name == engine.name).count();
            if again > 1 {
                engine.name = format!("{}_{again}", engine.name);
            }
        }
        Ok(())
    }
}
