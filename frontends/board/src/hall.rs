//! All tables, and access to them.

mod order;
mod paper;
mod resume;
mod watched;

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    sync::Arc,
    time::Instant,
};

use parking_lot::Mutex;
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};
use uvi::{EngineOptionKind, FromHost, OptionSpec, Switch, ToHost, Word};

pub use self::paper::{Papers, TablePaper};
use self::{
    order::LONGEST_ADVICE,
    paper::PaperSource,
    watched::{GAME, WatchedGames},
};
use crate::{
    arbiter_link::{ArbiterLink, MatchEvent, RequestError},
    bots::ListedBot,
    key::Key,
    memory::TableStore,
    table::{BoardTable, TableRole},
    talk::{PageMessage, RuleOption, TableOrder, TournamentView, VariantEntry, VariantWords},
    watched_folder::WatchedFolder,
};

/// The maximum number of tables. A new table replaces the oldest finished one.
pub const MOST_TABLES: usize = 64;

/// The prefix of match names for advice; a number and the name of the table follow.
const ADVICE: &str = "advice-";

/// The rights of a key's holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    Owner,
    At(String, TableRole),
}

/// The shared state of the board: tables, bots, variants and documents.
#[derive(Debug)]
pub struct Hall {
    parts: HallParts,
    pub link: ArbiterLink,
    /// The key with all rights, for the owner's link.
    pub key: Key,
    variants: Vec<VariantEntry>,
    /// The words of people about each variant, by its word.
    pub words: BTreeMap<String, VariantWords>,
    tables: Mutex<Tables>,
    pub papers: Papers,
    /// The pictures of variants where they begin, by word.
    openings: Mutex<HashMap<String, String>>,
    watched: Mutex<WatchedGames>,
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Tables {
    by_name: BTreeMap<u64, Arc<BoardTable>>,
    next: u64,
    /// The number of matches beside the tables so far: advice, and games of the tournament.
    beside: u64,
}

#[derive(Debug)]
pub struct HallParts {
    /// The program of the arbiter, which also makes documents.
    pub arbiter: PathBuf,
    pub bots: Vec<ListedBot>,
    pub logs: PathBuf,
    pub memory: Option<TableStore>,
    pub folder: Option<WatchedFolder>,
}

impl Hall {
    /// A hall without tables. Asks the arbiter for its variants. Fails if the arbiter does not answer.
    pub async fn open(link: ArbiterLink, parts: HallParts) -> Result<Self, RequestError> {
        let greeting =
            link.ask(vec![FromHost::Uvi(uvi::VERSION), FromHost::Describe, FromHost::Debug(Switch::On)]).await?;
        let mut variants: Vec<VariantEntry> = Vec::new();
        let mut words: BTreeMap<String, VariantWords> = BTreeMap::new();
        for message in greeting {
            match message {
                ToHost::Variant { name, seats, title } => variants.push(VariantEntry {
                    word: name.to_string(),
                    title: title.as_str().to_owned(),
                    seats,
                    options: Vec::new(),
                }),
                ToHost::Option { variant, option } => {
                    if let Some(found) = variants.iter_mut().find(|known| known.word == variant.as_str()) {
                        found.options.extend(rule_option(&option));
                    }
                }
                ToHost::About { variant, key, text } if key.as_str() == "option" => {
                    let variants = variants.iter_mut().filter(|known| known.word == variant.as_str());
                    explain(variants.flat_map(|known| &mut known.options), text.as_str());
                }
                ToHost::About { variant, key, text } => {
                    words.entry(variant.to_string()).or_default().hear(key.as_str(), text.as_str());
                }
                _ => {}
            }
        }
        let past = parts.memory.as_ref().map(TableStore::past).unwrap_or_default();
        let tables = Mutex::new(Tables { next: past.next, ..Tables::default() });
        let key = past.key.unwrap_or_else(Key::draw);
        let (papers, changes) = (Papers::default(), watch::Sender::new(0));
        let (openings, watched) = (Mutex::default(), Mutex::default());
        Ok(Self { parts, link, key, variants, words, tables, papers, openings, watched, changes })
    }

    pub fn access(&self, key: &Key) -> Option<Access> {
        if *key == self.key {
            return Some(Access::Owner);
        }
        self.tables.lock().by_name.iter().find_map(|(number, table)| {
            let (_, part) = table.keys().find(|(known, _)| *known == key)?;
            Some(Access::At(name(*number), part))
        })
    }

    pub fn table(&self, name: &str) -> Option<Arc<BoardTable>> {
        if let Some(game) = name.strip_prefix(GAME) {
            return self.watched.lock().get(&game.parse().ok()?).cloned();
        }
        self.tables.lock().by_name.get(&number(name)?).cloned()
    }

    /// A number that changes when a table is added or removed, when one has news, and when the tournament has.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The words of people about a game; none if the arbiter tells none.
    fn words(&self, variant: &str) -> VariantWords {
        self.words.get(variant).cloned().unwrap_or_default()
    }

    pub fn list(&self) -> PageMessage {
        PageMessage::Hall {
            variants: self.variants.clone(),
            bots: self.parts.bots.clone(),
            tables: self.tables.lock().by_name.values().rev().map(|table| table.entry()).collect(),
        }
    }

    /// The state of the tournament; `None` if none is shown.
    pub fn course(&self) -> Option<TournamentView> {
        self.parts.folder.as_ref().map(|folder| folder.course(|variant| self.words(variant).rules))
    }

    /// The plot of the strengths by day of the ladder's game that is shown; `None` if there is none.
    pub fn strengths(&self) -> Option<Arc<str>> {
        self.parts.folder.as_ref()?.strengths()
    }

    /// The picture of the first listed table whose board has changed since a page got it; `None` if it has all. `has` is
    /// brought up to date: the numbers of changes before the pictures that the page has, by table.
    pub async fn next_picture(&self, has: &mut BTreeMap<String, u64>) -> Option<PageMessage> {
        let tables: Vec<Arc<BoardTable>> = self.tables.lock().by_name.values().rev().cloned().collect();
        has.retain(|name, _| tables.iter().any(|table| table.setting.name.as_str() == name));
        for table in tables {
            let (name, board) = (table.setting.name.to_string(), table.board());
            if has.insert(name.clone(), board) != Some(board)
                // A table without a board has no picture.
                && let Ok(Some(picture)) = table.card(&self.link).await
            {
                return Some(PageMessage::Picture { table: name, picture });
            }
        }
        None
    }

    pub async fn opening(&self, variant: &str) -> Option<String> {
        let openings = || self.openings.lock();
        let known = openings().get(variant).cloned();
        if known.is_some() {
            return known;
        }
        let variant = self.variants.iter().find(|known| known.word == variant)?;
        let new = order::opening(variant).ok()?;
        let picture = self.link.picture(new.name.clone(), FromHost::NewMatch(new), None).await.ok()??;
        openings().insert(variant.word.clone(), picture.clone());
        Some(picture)
    }

    /// The picture of a table's board after `plies` actions and chance events, as a seat may see it. Fails if there is
    /// no such board. The error is a text for the role.
    pub async fn past(
        &self,
        table: &BoardTable,
        part: &TableRole,
        seat: Option<u32>,
        plies: usize,
    ) -> Result<PageMessage, String> {
        let told = |error| if table.tells_all(part) { format!("{error:#}") } else { format!("{error}") };
        let picture = table.past(&self.link, &self.parts.logs, seat, plies).await;
        Ok(PageMessage::Past { plies, picture: picture.map_err(told)? })
    }

    /// Follows the tournament for ever. Returns at once if none is shown.
    pub async fn follow(&self) {
        if let Some(folder) = &self.parts.folder {
            let is_watched = || self.changes.receiver_count() > 0;
            folder.follow(&self.link, &self.parts.arbiter, is_watched, || self.changed()).await;
        }
    }

    /// Makes a table and starts its match. Fails if the order is malformed, no table is free, or the arbiter refuses.
    pub async fn make(&self, order: TableOrder) -> Result<Arc<BoardTable>, String> {
        let number = self.next_number();
        let (setting, lines) = order::understand(self, order, &name(number))?;
        let match_name = setting.name.clone();
        let asked = self.link.ask(lines).await.map_err(|failure| failure.to_string());
        // A finished table makes room only for one that the arbiter has accepted.
        match asked.and_then(|_| self.make_room()) {
            Ok(None) => {}
            Ok(Some(old)) => _ = self.link.ask(vec![FromHost::Drop(old.setting.name.clone())]).await,
            Err(failure) => {
                let _ = self.link.ask(vec![FromHost::Drop(match_name)]).await;
                self.remember();
                self.changed();
                return Err(failure);
            }
        }
        let table = Arc::new(BoardTable::new(setting));
        self.tables.lock().by_name.insert(number, table.clone());
        self.remember();
        if let Err(failure) = self.link.ask(vec![FromHost::Start(match_name)]).await {
            table.fail(&failure.to_string());
        }
        self.changed();
        Ok(table)
    }

    /// Removes a finished table from the list. Its log stays. Fails if there is none, or its match runs.
    pub async fn remove(&self, table: &str) -> Result<(), String> {
        let removed = {
            let mut tables = self.tables.lock();
            let number = number(table).filter(|number| tables.by_name.contains_key(number));
            let number = number.ok_or_else(|| format!("no table {table:?}"))?;
            if !tables.by_name[&number].is_over() {
                return Err("the game is not over; stop it first".to_owned());
            }
            tables.by_name.remove(&number)
        };
        if let Some(removed) = removed {
            let _ = self.link.ask(vec![FromHost::Drop(removed.setting.name.clone())]).await;
        }
        self.remember();
        self.changed();
        Ok(())
    }

    /// Asks a listed bot to analyse a table's position as this seat sees it; shows its output at the table. Fails if
    /// the bot is not listed, a part of the position is hidden from the seat, or a bot is already being asked. If the
    /// arbiter refuses, the table shows it. The error is a text.
    pub async fn analyse(&self, table: &BoardTable, bot: &str, seat: Option<u32>) -> Result<(), String> {
        let known = self.parts.bots.iter().find(|known| known.name == bot && known.plays(&table.setting.variant));
        let known = known.ok_or_else(|| format!("no bot called {bot:?} plays this game"))?;
        let position = table.whole_position(&self.link, seat).await?;
        let name = format!("{ADVICE}{}-{}", self.next_beside(), table.setting.name);
        let name = Word::new(name).ok_or("no such table")?;
        let lines = order::analysis(&table.setting, &name, position, known)?;
        if !table.ask_advice(name.clone(), bot) {
            return Err("a bot is already being asked; stop it first".to_owned());
        }
        let asked = match self.link.ask(lines).await {
            Ok(_) => self.link.ask(vec![FromHost::Analyse(name.clone())]).await,
            Err(failure) => Err(failure),
        };
        if let Err(failure) = asked {
            let _ = self.link.ask(vec![FromHost::Drop(name.clone())]).await;
            table.fail_advice(&name, &failure.to_string());
            return Ok(());
        }
        let link = self.link.clone();
        tokio::spawn(async move {
            sleep(LONGEST_ADVICE).await;
            // If the analysis is over, the arbiter refuses this.
            let _ = link.ask(vec![FromHost::Stop(name)]).await;
        });
        Ok(())
    }

    /// Asks the analysing bot of a table for its answer now.
    pub async fn hush(&self, table: &BoardTable) {
        if let Some(name) = table.hush() {
            let _ = self.link.ask(vec![FromHost::Stop(name)]).await;
        }
    }

    /// Prepares the report of the tournament and returns its path. Fails if there is no tournament. The error is a text.
    pub fn report(&self) -> Result<String, String> {
        let folder = self.parts.folder.as_ref().ok_or("this board shows no tournament")?;
        Ok(self.papers.keep(PaperSource::Report(folder.named.clone())))
    }

    /// The document at a path, which works for an hour. Fails if it is unknown or the document cannot be made.
    pub async fn fetch(&self, key: &Key) -> Result<TablePaper, String> {
        self.papers.fetch(&self.parts.arbiter, key).await
    }

    /// Handles events of matches until the arbiter ends. Then all tables fail.
    pub async fn attend(&self, mut events: mpsc::Receiver<MatchEvent>) {
        while let Some(event) = events.recv().await {
            match event {
                MatchEvent::Message(name, message) if name.as_str().starts_with(ADVICE) => {
                    self.advised(&name, &message)
                }
                MatchEvent::Message(name, message) => {
                    let Some(table) = self.table(name.as_str()) else { continue };
                    let (before, board) = ((table.has_begun(), table.is_over()), table.board());
                    table.hear(&message, Instant::now());
                    let is_other_stage = (table.has_begun(), table.is_over()) != before;
                    if is_other_stage {
                        self.remember();
                    }
                    if is_other_stage || table.board() != board {
                        self.changed();
                    }
                    // The analysed position is no longer on the board.
                    if let ToHost::Played { .. } | ToHost::Undone { .. } = message
                        && let Some(name) = table.hush()
                    {
                        self.later(FromHost::Stop(name));
                    }
                }
                MatchEvent::Refused(name, text) if name.as_str().starts_with(ADVICE) => {
                    if let Some(table) = self.advises(&name) {
                        table.fail_advice(&name, &text);
                    }
                    self.later(FromHost::Drop(name));
                }
                MatchEvent::Refused(name, text) => {
                    if let Some(table) = self.table(name.as_str()) {
                        table.fail(&text);
                        self.changed();
                    }
                }
            }
        }
        let tables: Vec<_> = self.tables.lock().by_name.values().cloned().collect();
        for table in tables {
            table.fail(&format!("the arbiter has ended; the log is in {}", table.setting.log.display()));
        }
        self.changed();
    }

    fn advised(&self, name: &Word, message: &ToHost) {
        if let Some(table) = self.advises(name) {
            table.hear_advice(name, message);
        }
        if let ToHost::Over { .. } = message {
            self.later(FromHost::Drop(name.clone()));
        }
    }

    fn advises(&self, name: &Word) -> Option<Arc<BoardTable>> {
        let (_, table) = name.as_str().strip_prefix(ADVICE)?.split_once('-')?;
        self.table(table)
    }

    /// Sends a line in the background, without its answer. The event loop must not wait for answers.
    fn later(&self, line: FromHost) {
        let link = self.link.clone();
        tokio::spawn(async move { link.ask(vec![line]).await });
    }

    fn remember(&self) {
        let Some(memory) = &self.parts.memory else { return };
        let (next, tables) = {
            let tables = self.tables.lock();
            let remembered = tables.by_name.iter().map(|(number, table)| table.to_remember(*number));
            (tables.next, remembered.collect())
        };
        memory.change(|past| {
            past.key = Some(self.key.clone());
            past.next = next;
            past.tables = tables;
        });
    }

    fn next_number(&self) -> u64 {
        let mut tables = self.tables.lock();
        tables.next += 1;
        tables.next
    }

    fn next_beside(&self) -> u64 {
        let mut tables = self.tables.lock();
        tables.beside += 1;
        tables.beside
    }

    /// Removes the oldest finished table if there is no room for another, and returns it.
    fn make_room(&self) -> Result<Option<Arc<BoardTable>>, String> {
        let mut tables = self.tables.lock();
        if tables.by_name.len() < MOST_TABLES {
            return Ok(None);
        }
        let oldest = tables.by_name.iter().find(|(_, table)| table.is_over()).map(|(number, _)| *number);
        let oldest = oldest.ok_or_else(|| format!("all {MOST_TABLES} tables are in use; wait until a game is over"))?;
        Ok(tables.by_name.remove(&oldest))
    }

    fn changed(&self) {
        self.changes.send_modify(|version| *version += 1);
    }
}

fn name(number: u64) -> String {
    format!("table-{number}")
}

fn number(name: &str) -> Option<u64> {
    name.strip_prefix("table-")?.parse().ok()
}

/// An option in the form for a new table. `None` for a button, which has no value.
fn rule_option(option: &OptionSpec) -> Option<RuleOption> {
    let (values, min, max) = match &option.kind {
        EngineOptionKind::Combo { vars, .. } => {
            (vars.iter().map(|value| value.as_str().to_owned()).collect(), None, None)
        }
        EngineOptionKind::Spin { min, max, .. } => (Vec::new(), *min, *max),
        EngineOptionKind::Check { .. } | EngineOptionKind::String { .. } => (Vec::new(), None, None),
        EngineOptionKind::Button => return None,
    };
    let default = option.kind.default_value().map_or_else(String::new, |value| value.as_str().to_owned());
    let (name, about) = (option.name.to_string(), String::new());
    Some(RuleOption { name, kind: option.kind.word(), default, values, min, max, about })
}

/// Adds the explanation of a rule option, its name and a text.
fn explain<'o>(mut options: impl Iterator<Item = &'o mut RuleOption>, told: &str) {
    let Some((name, about)) = told.split_once(' ') else { return };
    if let Some(option) = options.find(|known| known.name == name) {
        about.clone_into(&mut option.about);
    }
}
