//! All tables, and who may sit down at them.

mod again;
mod order;
mod paper;

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::{mpsc, watch};
use uvi::{FromHost, OptionKind, OptionSpec, Switch, ToHost, Word};

use self::{order::Made, paper::Papers};
pub use self::{order::NoTable, paper::Sheet};
use crate::{
    bots::Bot,
    folder::Folder,
    key::Key,
    link::{Event, Failure, Link},
    memory::Memory,
    table::{Part, Table},
    talk::{Order, Paper, RuleOption, Said, Seatable, Variant},
};

/// How many tables there are at most. The oldest that is over makes room for another.
pub const MOST_TABLES: usize = 64;

/// How the names of matches begin in which a bot is asked about a position: then come a number and the table.
const ADVICE: &str = "advice-";

/// What somebody may do who holds a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// Everything.
    Owner,
    /// This, at one table.
    At(String, Part),
}

/// Everything that pages are shown.
#[derive(Debug)]
pub struct Hall {
    arbiter: PathBuf,
    link: Link,
    key: Key,
    variants: Vec<Variant>,
    bots: Vec<Bot>,
    logs: PathBuf,
    /// Where tables are remembered.
    memory: Option<Memory>,
    tables: Mutex<Tables>,
    papers: Papers,
    folder: Option<Folder>,
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Tables {
    by_name: BTreeMap<u64, Arc<Table>>,
    keys: HashMap<Key, (u64, Part)>,
    /// The number of the next one.
    next: u64,
    /// How often a bot was asked about a position.
    asked: u64,
}

/// What a hall is made of.
#[derive(Debug)]
pub struct Ground {
    /// The arbiter's program, which prints papers.
    pub arbiter: PathBuf,
    /// The bots that may be seated.
    pub bots: Vec<Bot>,
    /// Where logs are written.
    pub logs: PathBuf,
    /// Where tables are remembered.
    pub memory: Option<Memory>,
    /// The tournament that is looked on at.
    pub folder: Option<Folder>,
}

impl Hall {
    /// A hall without tables. The arbiter is asked what it can referee.
    ///
    /// # Errors
    /// If the arbiter does not answer.
    pub async fn open(link: Link, ground: Ground) -> Result<Self, Failure> {
        let Ground { arbiter, bots, logs, memory, folder } = ground;
        let greeting = link.ask(vec![FromHost::Uvi(uvi::VERSION), FromHost::Debug(Switch::On)]).await?;
        let mut variants: Vec<Variant> = Vec::new();
        for message in greeting {
            match message {
                ToHost::Variant { name, seats, title } => variants.push(Variant {
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
                _ => {}
            }
        }
        let past = memory.as_ref().map(Memory::past).unwrap_or_default();
        let tables = Mutex::new(Tables { next: past.next, ..Tables::default() });
        let changes = watch::Sender::new(0);
        Ok(Self {
            arbiter,
            link,
            key: past.key.unwrap_or_else(Key::draw),
            variants,
            bots,
            logs,
            memory,
            tables,
            papers: Papers::default(),
            folder,
            changes,
        })
    }

    /// The key to everything, for the link of who has started the board.
    pub fn key(&self) -> &Key {
        &self.key
    }

    /// The arbiter.
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// What a key is for.
    pub fn access(&self, key: &Key) -> Option<Access> {
        if *key == self.key {
            return Some(Access::Owner);
        }
        let tables = self.tables();
        tables.keys.get(key).map(|(number, part)| Access::At(name(*number), part.clone()))
    }

    /// A table by its name.
    pub fn table(&self, name: &str) -> Option<Arc<Table>> {
        self.tables().by_name.get(&number(name)?).cloned()
    }

    /// A number that changes when tables come or go.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The list of all.
    pub fn list(&self) -> Said {
        let seatable = |bot: &Bot| Seatable { name: bot.name.clone(), variants: bot.variants.clone() };
        Said::Hall {
            variants: self.variants.clone(),
            bots: self.bots.iter().map(seatable).collect(),
            tables: self.tables().by_name.values().rev().map(|table| table.entry()).collect(),
        }
    }

    /// How the tournament stands that is looked on at.
    pub fn course(&self) -> Option<Said> {
        self.folder.as_ref().map(|folder| Said::Course(Box::new(folder.course())))
    }

    /// Follows that tournament, for ever; without one there is nothing to do.
    pub async fn follow(&self) {
        if let Some(folder) = &self.folder {
            folder.follow(&self.link, || self.changes.receiver_count() > 0, || self.changed()).await;
        }
    }

    /// Makes a table and starts its match.
    ///
    /// # Errors
    /// If the order cannot be understood, or the arbiter refuses it.
    pub async fn make(&self, order: Order) -> Result<Arc<Table>, NoTable> {
        let (number, old) = self.place()?;
        if let Some(old) = old {
            let _ = self.link.ask(vec![FromHost::Drop(old.setting().name.clone())]).await;
        }
        let Made { setting, lines } = order::understand(self, order, &name(number))?;
        let match_name = setting.name.clone();
        if let Err(failure) = self.link.ask(lines).await {
            let _ = self.link.ask(vec![FromHost::Drop(match_name)]).await;
            return Err(failure.into());
        }
        let table = Arc::new(Table::new(setting));
        self.put(number, table.clone());
        self.remember();
        if let Err(failure) = self.link.ask(vec![FromHost::Start(match_name)]).await {
            table.fail(&failure.to_string());
        }
        self.changed();
        Ok(table)
    }

    /// Asks a bot of the list about the position of a table, which this seat sees. What it says, the table shows.
    ///
    /// # Errors
    /// In words: where the seat does not see all, which a bot would be told; or what the arbiter says against it.
    pub async fn analyse(&self, table: &Table, bot: &str, seat: Option<u32>) -> Result<(), String> {
        let known = self.bots.iter().find(|known| known.name == bot && known.plays(&table.setting().variant));
        let known = known.ok_or_else(|| format!("no bot called {bot:?} plays this game"))?;
        let position = table.whole_position(&self.link, seat).await?;
        let name = {
            let mut tables = self.tables();
            tables.asked += 1;
            Word::new(format!("{ADVICE}{}-{}", tables.asked, table.setting().name)).ok_or("no such table")?
        };
        let lines = order::analysis(table.setting(), &name, position, known).map_err(|error| error.to_string())?;
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
        }
        Ok(())
    }

    /// Has the bot answer that is asked about the position of a table.
    pub async fn hush(&self, table: &Table) {
        if let Some(name) = table.hush() {
            let _ = self.link.ask(vec![FromHost::Stop(name)]).await;
        }
    }

    /// Makes a paper of a table ready, and gives the path where it can be had.
    ///
    /// # Errors
    /// If it cannot be had now, in words.
    pub fn paper(&self, table: &Table, what: Paper) -> Result<String, String> {
        self.papers.put(table, what)
    }

    /// Makes a page of the tournament ready: the report, or the replay of a game.
    ///
    /// # Errors
    /// If there is no tournament or no such game, in words.
    pub fn page(&self, game: Option<u64>) -> Result<String, String> {
        let folder = self.folder.as_ref().ok_or("this board shows no tournament")?;
        self.papers.put_page(folder, game)
    }

    /// The paper behind a path, once.
    ///
    /// # Errors
    /// If there is none, in words.
    pub async fn fetch(&self, key: &Key) -> Result<Sheet, String> {
        self.papers.take(&self.arbiter, key).await
    }

    /// Hears what happens in matches, until the arbiter ends.
    pub async fn attend(&self, mut events: mpsc::Receiver<Event>) {
        while let Some(event) = events.recv().await {
            match event {
                Event::Told(name, message) if name.as_str().starts_with(ADVICE) => self.advised(&name, &message),
                Event::Told(name, message) => {
                    let Some(table) = self.table(name.as_str()) else { continue };
                    let before = (table.has_begun(), table.is_over());
                    table.hear(&message, Instant::now());
                    if (table.has_begun(), table.is_over()) != before {
                        self.remember();
                        self.changed();
                    }
                    // What was asked about was the board as it was.
                    if let ToHost::Played { .. } | ToHost::Undone { .. } = message
                        && let Some(name) = table.hush()
                    {
                        self.later(FromHost::Stop(name));
                    }
                }
                Event::Refused(name, text) if name.as_str().starts_with(ADVICE) => {
                    if let Some(table) = self.advises(&name) {
                        table.fail_advice(&name, &text);
                    }
                    self.later(FromHost::Drop(name));
                }
                Event::Refused(name, text) => {
                    if let Some(table) = self.table(name.as_str()) {
                        table.fail(&text);
                        self.changed();
                    }
                }
                Event::Gone => break,
            }
        }
        let tables: Vec<_> = self.tables().by_name.values().cloned().collect();
        for table in tables {
            table.fail(&format!("the arbiter has ended; the log is in {}", table.setting().log.display()));
        }
        self.changed();
    }

    /// A bot that is asked about a position says something.
    fn advised(&self, name: &Word, message: &ToHost) {
        if let Some(table) = self.advises(name) {
            table.hear_advice(message);
        }
        if let ToHost::Over { .. } = message {
            self.later(FromHost::Drop(name.clone()));
        }
    }

    /// The table about which a bot is asked in this match.
    fn advises(&self, name: &Word) -> Option<Arc<Table>> {
        let (_, table) = name.as_str().strip_prefix(ADVICE)?.split_once('-')?;
        self.table(table)
    }

    /// Says a line of which the answer does not matter. Whoever hears events must not wait for answers.
    fn later(&self, line: FromHost) {
        let link = self.link.clone();
        tokio::spawn(async move { link.ask(vec![line]).await });
    }

    /// A table is there for those who have a key to it.
    fn put(&self, number: u64, table: Arc<Table>) {
        let mut tables = self.tables();
        tables.keys.extend(table.keys().into_iter().map(|(key, part)| (key, (number, part))));
        tables.by_name.insert(number, table);
    }

    /// Remembers all tables as they are now.
    fn remember(&self) {
        let Some(memory) = &self.memory else { return };
        let (next, tables) = {
            let tables = self.tables();
            let remembered = tables.by_name.iter().map(|(number, table)| table.to_remember(*number));
            (tables.next, remembered.collect())
        };
        memory.change(|past| {
            past.key = Some(self.key.clone());
            past.next = next;
            past.tables = tables;
        });
    }

    /// The number of the next table, and the one that must go for it.
    fn place(&self) -> Result<(u64, Option<Arc<Table>>), NoTable> {
        let mut tables = self.tables();
        let mut old = None;
        if tables.by_name.len() >= MOST_TABLES {
            let oldest = tables.by_name.iter().find(|(_, table)| table.is_over()).map(|(number, _)| *number);
            let oldest = oldest.ok_or(NoTable::TooMany)?;
            tables.keys.retain(|_, (number, _)| *number != oldest);
            old = tables.by_name.remove(&oldest);
        }
        tables.next += 1;
        Ok((tables.next, old))
    }

    fn changed(&self) {
        self.changes.send_modify(|version| *version += 1);
    }

    /// Each change of it is made in one piece.
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a table, which is that of its match.
fn name(number: u64) -> String {
    format!("table-{number}")
}

fn number(name: &str) -> Option<u64> {
    name.strip_prefix("table-")?.parse().ok()
}

/// An option as a form shows it. A button sets nothing.
fn rule_option(option: &OptionSpec) -> Option<RuleOption> {
    let (values, min, max) = match &option.kind {
        OptionKind::Combo { vars, .. } => (vars.iter().map(|value| value.as_str().to_owned()).collect(), None, None),
        OptionKind::Spin { min, max, .. } => (Vec::new(), *min, *max),
        OptionKind::Check { .. } | OptionKind::String { .. } => (Vec::new(), None, None),
        OptionKind::Button => return None,
    };
    let default = option.kind.default_value().map_or_else(String::new, |value| value.as_str().to_owned());
    Some(RuleOption { name: option.name.to_string(), kind: option.kind.word(), default, values, min, max })
}
