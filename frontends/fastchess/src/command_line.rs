//! A command line with its defaults. Nothing is looked up here but the command line of a folder.

use std::collections::BTreeMap;

use super::{
    engine_entry::EngineEntry,
    options::{self, Pairs},
};

/// The name of cutechess's program. As the first word, it makes a command line one of cutechess.
pub(crate) const CUTECHESS: &str = "cutechess-cli";

/// The program whose defaults and rules a command line has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Dialect {
    #[default]
    Fastchess,
    Cutechess,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct CommandLine {
    pub(crate) dialect: Dialect,
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
    /// Reads the words after the program, or after [`CUTECHESS`]. `load` returns the words that a folder was played by.
    /// The error is the first option that cannot be understood, or that does not fit the others.
    pub(crate) fn read(words: &[String], load: &dyn Fn(&str) -> Result<Vec<String>, String>) -> Result<Self, String> {
        let mut line = Self::take(words, load)?;
        line.complete().map(|()| line)
    }

    fn take(words: &[String], load: &dyn Fn(&str) -> Result<Vec<String>, String>) -> Result<Self, String> {
        let (dialect, words) = match words {
            [first, words @ ..] if first == CUTECHESS => (Dialect::Cutechess, words),
            words => (Dialect::Fastchess, words),
        };
        let mut line = Self { dialect, games: 2, ..Self::default() };
        for (option, mut pairs) in options::split(words)? {
            if dialect == Dialect::Cutechess {
                as_fastchess_writes(&mut pairs);
            }
            let value = || pairs.last().map(|(_, value)| value.as_str()).unwrap_or_default();
            let wrong = |reason: String| options::refusal(option, value(), &reason);
            match option {
                "-engine" => line.engines.push(EngineEntry::new(&pairs).map_err(wrong)?),
                "-each" => line.engines.iter_mut().try_for_each(|engine| engine.add(&pairs)).map_err(wrong)?,
                "-quick" => line.quick(&pairs).map_err(wrong)?,
                // The later of the two counts.
                "-games" | "-repeat" => line.games = value().parse().ok().filter(|games| *games > 0).unwrap_or(2),
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

    pub(crate) fn number<T: std::str::FromStr>(&self, option: &str, key: &str) -> Option<T> {
        self.text(option, key)?.parse().ok()
    }

    pub(crate) fn is_on(&self, option: &str, key: &str) -> bool {
        self.text(option, key) == Some("true")
    }

    /// True if the output is that of fastchess, not of cutechess.
    pub(crate) fn is_fastchess(&self) -> bool {
        let named = self.text("-output", "format").map(|format| format == "fastchess");
        named.unwrap_or(self.dialect == Dialect::Fastchess) && !self.has("-quick")
    }

    /// True if the output is that of cutechess itself, not fastchess's form of it.
    pub(crate) fn is_cutechess(&self) -> bool {
        self.dialect == Dialect::Cutechess && !self.is_fastchess() && !self.has("-quick")
    }

    pub(crate) fn is_shuffled_chess(&self) -> bool {
        self.text("-variant", "") == Some("fischerandom")
    }

    pub(crate) fn is_gauntlet(&self) -> bool {
        self.text("-tournament", "") == Some("gauntlet")
    }

    pub(crate) fn recovers(&self) -> bool {
        self.has("-recover") || self.has("-quick")
    }

    pub(crate) fn book(&self) -> Option<&str> {
        self.text("-openings", "file").or_else(|| self.text("-quick", "book"))
    }

    /// The typed options and keys that change no game and are ignored, each with the reason.
    pub(crate) fn ignored(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let one_form = "results have one form";
        let options = [
            ("-wait", "a game begins when an earlier one has ended"),
            ("-resultformat", one_form),
            ("-outcomeinterval", one_form),
            ("-bookmode", "engines have no books of their own here"),
            ("-show-latency", "latency=true of -pgnout writes the latency of each move"),
        ];
        let given = options.into_iter().filter(|(option, _)| self.has(option) && self.text(option, "") != Some("0"));
        let has_file = self.engines.iter().any(|engine| !engine.text("stderr").is_empty());
        let is_other = self.text("-pgnout", "notation").is_some_and(|notation| notation != "san");
        given
            .chain(has_file.then_some(("stderr=", "the log of a game keeps what an engine at fault wrote")))
            .chain(is_other.then_some(("notation=", "the moves of the PGN are in SAN")))
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

    fn count(&mut self) -> Result<(), String> {
        let quick = if self.has("-quick") { 25_000 } else { 2 };
        self.rounds = self.number("-rounds", "").unwrap_or(quick);
        if self.games > 2 {
            std::mem::swap(&mut self.games, &mut self.rounds);
            if self.games > 2 {
                return refused("Error: Exceeded -game limit! Must be less than 2");
            }
        }
        Ok(())
    }

    /// Counts rounds and games as cutechess does: each pair of engines plays `-games` games, `-rounds` times over, and
    /// `-repeat` says how many games in a row have the same opening. (`projects/lib/src/tournament.cpp` of cutechess.)
    fn count_as_cutechess(&mut self) -> Result<(), String> {
        let once = |option| self.number::<u32>(option, "").unwrap_or(1);
        let each = once("-games");
        let all = each.saturating_mul(once("-rounds"));
        let by_round = self.text("-openings", "policy") == Some("round");
        let repeat = match self.text("-repeat", "") {
            _ if by_round => each,
            None => 1,
            Some("") => 2,
            Some(text) => {
                let repeat = text.parse().ok().filter(|repeat| *repeat > 0);
                repeat.ok_or_else(|| options::refusal("-repeat", text, "expected a number from 1"))?
            }
        };
        // Two engines take an opening along to their next round. Others have a new one when they meet again.
        let in_row = if self.engines.len() == 2 && !by_round { all } else { each };
        let has_starts = self.book().is_some() || self.is_shuffled_chess();
        let is_paired = repeat.min(in_row) == 2 && in_row.is_multiple_of(2) && (has_starts || !self.has("-noswap"));
        if has_starts && !is_paired && repeat.min(in_row) > 1 {
            return refused(
                "-repeat: Arbiter plays an opening once, or once with each colour; use -repeat 2 with an even number of \
                 games, or omit -repeat",
            );
        }
        (self.games, self.rounds) = if is_paired { (2, all / 2) } else { (1, all) };
        Ok(())
    }

    /// True if a sequential test has the model that knows no pairs.
    pub(crate) fn is_bayesian(&self) -> bool {
        self.text("-sprt", "model") == Some("bayesian")
    }

    /// True if results are to be counted in pairs of games.
    pub(crate) fn wants_pairs(&self) -> bool {
        self.text("-report", "penta") != Some("false") && self.is_fastchess() && self.games == 2
    }

    /// Checks the figures of a test, in the words of fastchess.
    fn check_sprt(&self) -> Result<(), String> {
        let figure = |key: &str| self.number("-sprt", key).unwrap_or(0.0);
        let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"].map(figure);
        let is_part = |figure: f64| 0.0 < figure && figure < 1.0;
        let reason = match () {
            () if !self.has("-sprt") => return Ok(()),
            () if elo0 >= elo1 => "elo0 must be less than elo1!",
            () if !is_part(alpha) => "alpha must be a decimal number between 0 and 1!",
            () if !is_part(beta) => "beta must be a decimal number between 0 and 1!",
            () if alpha + beta >= 1.0 => "sum of alpha and beta must be less than 1!",
            () => return Ok(()),
        };
        Err(format!("Error; SPRT: {reason}"))
    }

    /// Works out what several options decide, and gives each engine a name of its own.
    fn complete(&mut self) -> Result<(), String> {
        match self.dialect {
            Dialect::Cutechess if !self.has("-quick") => self.count_as_cutechess()?,
            Dialect::Cutechess | Dialect::Fastchess => self.count()?,
        }
        self.penta = self.wants_pairs() && !self.is_bayesian();
        if self.dialect == Dialect::Fastchess && self.is_shuffled_chess() && self.book().is_none() {
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
        match self.text("-debug", "") {
            None | Some("") => {}
            Some("all") => {
                let debug = vec![("debug".to_owned(), "true".to_owned())];
                self.engines.iter_mut().try_for_each(|engine| engine.add(&debug))?;
            }
            Some(value) => return Err(options::refusal("-debug", value, "expected all or no value")),
        }
        let is_two = self.engines.len() == 2;
        if self.has("-sprt") && !is_two {
            return refused("-sprt: Arbiter tests the first of two engines; name two engines, or omit -sprt");
        }
        self.check_sprt()?;
        if self.has("-noswap") && !(is_two && self.games == 1 && !self.has("-sprt")) {
            let once = if self.dialect == Dialect::Cutechess { "without -repeat" } else { "with -games 1" };
            return Err(format!(
                "-noswap: Arbiter keeps the colours of two engines {once} and without -sprt; otherwise both play each \
                 opening with both colours"
            ));
        }
        if self.is_gauntlet() && self.number::<u32>("-seeds", "").is_some_and(|seeds| seeds > 1) && !is_two {
            return refused("-seeds: the first engines of Arbiter's gauntlets do not meet; use -seeds 1 or roundrobin");
        }
        let mut names: Vec<String> = Vec::new();
        for engine in &mut self.engines {
            engine.complete(self.dialect)?;
            names.push(engine.name.clone());
            let again = names.iter().filter(|name| **name == engine.name).count();
            if again > 1 {
                engine.name = format!("{}_{again}", engine.name);
            }
        }
        Ok(())
    }
}

/// Rewrites the values that cutechess alone writes so.
fn as_fastchess_writes(pairs: &mut Pairs) {
    for (_, value) in pairs.iter_mut().filter(|(key, _)| key == "tc") {
        // No moves are those of a whole game.
        if let Some((moves, time)) = value.split_once('/')
            && (moves.is_empty() || moves.parse() == Ok(0_u32))
        {
            *value = time.to_owned();
        }
    }
}
