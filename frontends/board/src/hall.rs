//! All tables, and who may sit down at them.

mod order;
mod paper;

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::{mpsc, watch};
use uvi::{FromHost, OptionKind, OptionSpec, Switch, ToHost};

use self::{order::Made, paper::Papers};
pub use self::{order::NoTable, paper::Sheet};
use crate::{
    bots::Bot,
    folder::Folder,
    key::Key,
    link::{Event, Failure, Link},
    table::{Part, Table},
    talk::{Order, Paper, RuleOption, Said, Seatable, Variant},
};

/// How many tables there are at most. The oldest that is over makes room for another.
pub const MOST_TABLES: usize = 64;

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
}

impl Hall {
    /// A hall without tables. The arbiter is asked what it can referee; logs go into this folder.
    ///
    /// # Errors
    /// Where the arbiter does not answer.
    pub async fn open(
        arbiter: PathBuf,
        link: Link,
        bots: Vec<Bot>,
        logs: PathBuf,
        folder: Option<Folder>,
    ) -> Result<Self, Failure> {
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
        let tables = Mutex::default();
        let changes = watch::Sender::new(0);
        Ok(Self {
            arbiter,
            link,
            key: Key::draw(),
            variants,
            bots,
            logs,
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
    /// Where the order cannot be understood, or the arbiter refuses it.
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
        {
            let mut tables = self.tables();
            tables.keys.extend(table.keys().into_iter().map(|(key, part)| (key, (number, part))));
            tables.by_name.insert(number, table.clone());
        }
        if let Err(failure) = self.link.ask(vec![FromHost::Start(match_name)]).await {
            table.fail(&failure.to_string());
        }
        self.changed();
        Ok(table)
    }

    /// Makes a paper of a table ready, and gives the path where it can be had.
    ///
    /// # Errors
    /// Where it cannot be had now, in words.
    pub fn paper(&self, table: &Table, what: Paper) -> Result<String, String> {
        self.papers.put(table, what)
    }

    /// Makes a page of the tournament ready: the report, or the replay of a game.
    ///
    /// # Errors
    /// Where there is no tournament or no such game, in words.
    pub fn page(&self, game: Option<u64>) -> Result<String, String> {
        let folder = self.folder.as_ref().ok_or("no tournament is looked on at")?;
        self.papers.put_page(folder, game)
    }

    /// The paper behind a path, once.
    ///
    /// # Errors
    /// Where there is none, in words.
    pub async fn fetch(&self, key: &Key) -> Result<Sheet, String> {
        self.papers.take(&self.arbiter, key).await
    }

    /// Hears what happens in matches, until the arbiter ends.
    pub async fn attend(&self, mut events: mpsc::Receiver<Event>) {
        while let Some(event) = events.recv().await {
            match event {
                Event::Told(name, message) => {
                    let Some(table) = self.table(name.as_str()) else { continue };
                    let was_over = table.is_over();
                    table.hear(&message, Instant::now());
                    if table.is_over() != was_over {
                        self.changed();
                    }
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
            table.fail(&format!("the arbiter has ended; the log is {}", table.setting().log.display()));
        }
        self.changed();
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
