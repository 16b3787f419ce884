//! A table: a match, and what those who look at it are shown.

mod look;
mod state;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::watch;
use uvi::{FromHost, ToHost, Word, Words};

pub use self::{look::Look, state::Held};
use self::{look::Looks, state::State};
use crate::{
    key::Key,
    link::{Failure, Link},
    talk::{Entry, Share, View},
};

/// Who sits on a chair.
#[derive(Debug, Clone)]
pub enum Sits {
    /// Somebody at the page that made the table.
    Here,
    /// Whoever holds this key.
    Link(Key),
    /// A bot.
    Bot,
}

/// A seat and who has it.
#[derive(Debug, Clone)]
pub struct Chair {
    /// What they are called.
    pub name: String,
    /// Who it is.
    pub sits: Sits,
}

/// What a table has from its beginning.
#[derive(Debug)]
pub struct Setting {
    /// The name of its match.
    pub name: Word,
    /// The word of its variant.
    pub variant: String,
    /// The title of its variant.
    pub title: String,
    /// The rule options that are set.
    pub options: BTreeMap<String, String>,
    /// The seats, in the order of play.
    pub chairs: Vec<Chair>,
    /// What is on every clock, and what is added after a decision, in milliseconds.
    pub clock: Option<(u64, u64)>,
    /// Whether actions may be taken back.
    pub takeback: bool,
    /// Where the log is.
    pub log: PathBuf,
}

/// What somebody may do at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// They have made it.
    Owner,
    /// They have this seat.
    Seat(u32),
    /// They look on.
    Watch,
}

/// A match that people look at and play in.
#[derive(Debug)]
pub struct Table {
    setting: Setting,
    watch: Key,
    state: Mutex<State>,
    looks: Looks,
    version: watch::Sender<u64>,
}

impl Table {
    /// A table whose match is about to start.
    pub fn new(setting: Setting) -> Self {
        let state = Mutex::new(State::new(&setting));
        Self { setting, watch: Key::draw(), state, looks: Looks::default(), version: watch::Sender::new(0) }
    }

    /// What it has from its beginning.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The keys to this table alone, and what each is for.
    pub fn keys(&self) -> Vec<(Key, Part)> {
        let seats = (1..).zip(&self.setting.chairs).filter_map(|(seat, chair)| match &chair.sits {
            Sits::Link(key) => Some((key.clone(), Part::Seat(seat))),
            Sits::Here | Sits::Bot => None,
        });
        seats.chain([(self.watch.clone(), Part::Watch)]).collect()
    }

    /// A number that changes with everything that can be seen here.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Whether there is nothing to come any more.
    pub fn is_over(&self) -> bool {
        self.state().is_over()
    }

    /// Something has happened in the match.
    pub fn hear(&self, message: &ToHost, now: Instant) {
        self.state().hear(message, now);
        self.changed();
    }

    /// The match cannot go on.
    pub fn fail(&self, text: &str) {
        self.state().fail(text);
        self.changed();
    }

    /// Whether what bots say is shown.
    pub fn debug(&self, on: bool) {
        self.state().debug(on);
        self.changed();
    }

    /// The seats that somebody may act for.
    pub fn own(&self, part: &Part) -> Vec<u32> {
        match part {
            Part::Seat(seat) => vec![*seat],
            Part::Watch => Vec::new(),
            Part::Owner => (1..)
                .zip(&self.setting.chairs)
                .filter_map(|(seat, chair)| matches!(chair.sits, Sits::Here).then_some(seat))
                .collect(),
        }
    }

    /// Plays for a seat.
    ///
    /// # Errors
    /// What the arbiter says against it.
    pub async fn play(&self, link: &Link, seat: u32, actions: Words) -> Result<(), Failure> {
        // In a choice that several make at the same time nobody is told that this one was made. The next question may
        // come before the answer to this.
        let asked = self.state().answered(seat);
        self.changed();
        let line = FromHost::Play { name: self.setting.name.clone(), seat, actions };
        let done = link.ask(vec![line]).await;
        if let (Err(_), Some(asked)) = (&done, asked) {
            self.state().ask_again(seat, asked);
            self.changed();
        }
        done.map(drop)
    }

    /// The table in the list of all.
    pub fn entry(&self) -> Entry {
        let state = self.state();
        Entry {
            id: self.setting.name.as_str().to_owned(),
            title: self.setting.title.clone(),
            names: state.names(),
            status: state.status(),
            plies: state.plies(),
        }
    }

    /// What somebody sees who looks as this seat, or as their own that is asked, without the actions that they have
    /// already; and what they have then.
    ///
    /// # Errors
    /// Where the arbiter does not show it.
    pub async fn view(
        &self,
        link: &Link,
        part: &Part,
        wanted: Option<u32>,
        has: Held,
    ) -> Result<(View, Held), Failure> {
        let own = self.own(part);
        let look = self.state().looking(&own, wanted);
        let look = self.looks.at(self, link, look).await?;
        let (mut view, has) = self.state().view(&self.setting, &own, has, Instant::now());
        view.owner = *part == Part::Owner;
        view.look = look.seat;
        view.picture.clone_from(&look.picture);
        if view.seats.iter().any(|seat| Some(seat.n) == look.seat && seat.asked && seat.mine) {
            view.legal.clone_from(&look.legal);
        }
        if view.owner {
            view.links = self.links();
        }
        Ok((view, has))
    }

    fn links(&self) -> Vec<Share> {
        let share = |(key, part): (Key, Part)| Share {
            name: match part {
                Part::Seat(seat) => format!("seat {seat}, {}", self.setting.chairs[seat as usize - 1].name),
                Part::Owner | Part::Watch => "to look on".to_owned(),
            },
            key: key.as_str().to_owned(),
        };
        self.keys().into_iter().map(share).collect()
    }

    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// A thread that has panicked has changed nothing by halves that matters more than that the game goes on.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
