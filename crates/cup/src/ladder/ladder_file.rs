//! The file of a ladder as written: TOML in which every key is known.

use serde::Deserialize;
use toml::de::DeTable;
use uvi::Seed;

use crate::{
    plan::{
        Trouble,
        file::{BotEntry, File, FormatWord, LogKeys, spanned},
    },
    terms::words,
};

/// The default number of tables of a round.
const TABLES: u32 = 16;

const MOST_TABLES: u32 = 10_000;

/// The keys of a tournament that a ladder decides by itself.
const OWN: &str = "bot seed commitment format tables grown rounds adaptive self match-play sprt lead gate tie-breaks anchor \
                   hours outputs folder";

/// The file of a ladder, `ladder.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LadderFile {
    /// The number of tables of a round, each with one block. Default: 16.
    pub tables: Option<toml::Spanned<u32>>,
    /// The last rank of each league, such as `[4, 12]`. Default: no leagues.
    pub leagues: Vec<usize>,
    /// The seed of all luck, for tests: whoever reads it knows the dice. Default: each round draws its own.
    #[serde(deserialize_with = "words::seed")]
    pub seed: Option<Seed>,
    /// The games, each as a tournament file without bots and without a format. Required.
    pub game: Vec<File>,
}

impl LadderFile {
    /// Reads the file of a ladder.
    ///
    /// # Errors
    /// If `source` is no TOML, has an unknown key, lacks games, or has a key that the ladder itself decides.
    pub fn read(source: &str) -> Result<Self, Trouble> {
        let tree = DeTable::parse(source)?;
        let tree = tree.get_ref();
        if tree.get("game").is_some_and(|game| game.get_ref().is_table()) {
            return Err(at_key(tree, "game", "expected [[game]], found [game]"));
        }
        let file: Self = toml::from_str(source).map_err(|error| {
            let mut trouble = Trouble::from(error);
            let is_own = tree.keys().any(|key| Some(key.span()) == trouble.span);
            if is_own && trouble.flaw.starts_with("unknown field") && !trouble.flaw.contains("did you mean") {
                trouble.flaw.push_str("; the keys of a tournament belong under [[game]]");
            }
            trouble
        })?;
        if file.game.is_empty() {
            return Err(Trouble::whole("expected at least one [[game]] with a variant"));
        }
        if let Some(tables) = file.tables.as_ref().filter(|tables| !(1..=MOST_TABLES).contains(tables.get_ref())) {
            let flaw = format!("expected a number from 1 to {MOST_TABLES}, found {}", tables.get_ref());
            return Err(Trouble::at(tables.span(), flaw));
        }
        let rises = file.leagues.first() != Some(&0) && file.leagues.is_sorted_by(|one, next| one < next);
        if !rises {
            let flaw = format!("expected ranks from 1 that rise, such as [4, 12], found {:?}", file.leagues);
            return Err(at_key(tree, "leagues", &flaw));
        }
        let tables = tree.get("game").and_then(|games| games.get_ref().as_array());
        let tables = tables.into_iter().flat_map(|games| games.iter()).filter_map(|game| game.get_ref().as_table());
        for table in tables {
            if let Some(key) = table.keys().find(|key| OWN.split(' ').any(|own| own == key.get_ref())) {
                let flaw = format!("{}: a ladder decides that by itself; remove the key", key.get_ref());
                return Err(Trouble::at(key.span(), flaw));
            }
        }
        Ok(file)
    }

    /// The number of tables of a round.
    pub fn tables(&self) -> usize {
        self.tables.as_ref().map_or(TABLES, |tables| *tables.get_ref()) as usize
    }

    /// The names of the games: their variants, with a number if a variant comes again.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for game in &self.game {
            let word = game.variant.get_ref();
            let again = self.game[..names.len()].iter().filter(|other| other.variant.get_ref() == word).count();
            names.push(if again == 0 { word.clone() } else { format!("{word}-{}", again + 1) });
        }
        names
    }

    /// The settings of a game on which results may depend, as a file without bots. Other settings have their own table.
    pub fn settings(&self, game: usize) -> String {
        settings_of(&self.game[game])
    }

    /// The tournament file of a round of a game at these tables of bots' names.
    pub fn round(&self, game: usize, bots: Vec<BotEntry>, tables: &[Vec<String>], seed: Option<Seed>) -> File {
        let table = |names: &Vec<String>| names.iter().cloned().map(spanned).collect();
        File {
            format: FormatWord::Tables,
            tables: tables.iter().map(table).collect(),
            bot: bots.into_iter().map(spanned).collect(),
            seed,
            ..self.game[game].clone()
        }
    }
}

fn at_key(table: &DeTable<'_>, key: &str, flaw: &str) -> Trouble {
    let span = table.keys().find(|known| known.get_ref() == key).map(|known| known.span());
    Trouble { span, ..Trouble::whole(flaw) }
}

/// The settings of a game as text, the same for files that differ in nothing but their spelling.
pub(super) fn settings_of(file: &File) -> String {
    File { log: LogKeys::default(), ..file.clone() }.to_toml()
}
