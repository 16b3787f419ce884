//! A table: a match, and what those who look at it are shown.

mod advice;
mod look;
mod state;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use uvi::{FromHost, ToHost, Word, Words};

use self::{advice::Advice, look::Looks, state::State};
use crate::{
    key::Key,
    link::{Failure, Link},
    memory::Remembered,
    talk::{Entry, Share, View},
};

/// Who sits on a chair.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Sits {
    /// Somebody at the page that made the table.
    Here,
    /// Whoever holds this key.
    Link(Key),
    /// A program that the arbiter starts.
    Bot,
}

/// A seat and who has it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chair {
    /// What they are called.
    pub name: String,
    /// Who it is.
    pub sits: Sits,
}

/// What a table has from its beginning.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    /// The lines that have made the match, but for its start.
    pub lines: Vec<String>,
}

/// What a page has of a table already, and need not be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    moves: state::Shown,
    /// As which seat it has seen the board, and at which state of it.
    seen: Option<(Option<u32>, u64)>,
    /// Whether it knows what may be done.
    acts: bool,
}

impl Held {
    /// The page has forgotten what may be done.
    pub fn forget_look(&mut self) {
        self.seen = None;
    }
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
    /// What a bot says that is asked about the position.
    advice: Mutex<Option<Advice>>,
    looks: Looks,
    version: watch::Sender<u64>,
}

impl Table {
    /// A table whose match is about to start.
    pub fn new(setting: Setting) -> Self {
        Self::with_key(setting, Key::draw())
    }

    /// A table of a board that was there before.
    pub fn remembered(remembered: Remembered) -> Self {
        Self::with_key(remembered.setting, remembered.watch)
    }

    fn with_key(setting: Setting, watch: Key) -> Self {
        let state = Mutex::new(State::new(&setting));
        let advice = Mutex::default();
        Self { setting, watch, state, advice, looks: Looks::default(), version: watch::Sender::new(0) }
    }

    /// What is to be remembered of it.
    pub fn to_remember(&self, number: u64) -> Remembered {
        let begun = self.state().has_begun();
        Remembered { number, setting: self.setting.clone(), watch: self.watch.clone(), begun }
    }

    /// What its log tells, from the beginning, and how many of its actions stand, where that is known. False where the log
    /// tells of fewer.
    pub fn recall(&self, told: &[ToHost], stand: Option<usize>) -> bool {
        let mut state = self.state();
        *state = State::new(&self.setting);
        told.iter().for_each(|message| state.hear(message, Instant::now()));
        stand.is_none_or(|stand| state.go_on_from(stand))
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

    /// Takes actions back to before the last decision of these seats.
    ///
    /// # Errors
    /// In words, where there is none, or the arbiter refuses it.
    pub async fn undo(&self, link: &Link, own: &[u32]) -> Result<(), String> {
        let to = self.state().before_last_of(own).ok_or("you have no decision to take back")?;
        let name = self.setting.name.clone();
        let to = u32::try_from(to).map_err(|error| error.to_string())?;
        link.ask(vec![FromHost::UndoTo { name, to }]).await.map(drop).map_err(|failure| failure.to_string())
    }

    /// The position, of which this seat sees all.
    ///
    /// # Errors
    /// In words, where it does not, unless the match is over; or what the arbiter says against it.
    pub async fn whole_position(&self, link: &Link, seat: Option<u32>) -> Result<Words, String> {
        let ask = |seat| FromHost::Position { name: self.setting.name.clone(), seat };
        let answers = link.ask(vec![ask(None), ask(seat)]).await.map_err(|failure| failure.to_string())?;
        let mut positions = answers.into_iter().filter_map(|answer| match answer {
            ToHost::Position { position, .. } => Some(position),
            _ => None,
        });
        let whole = positions.next().ok_or("there is no position")?;
        if self.is_over() || positions.next().as_ref() == Some(&whole) {
            Ok(whole)
        } else {
            Err("a bot may not analyse what this seat cannot see".to_owned())
        }
    }

    /// Whether the match has a log.
    pub fn has_begun(&self) -> bool {
        self.state().has_begun()
    }

    /// A bot is about to be asked about the position. False where one is asked already.
    pub fn ask_advice(&self, name: Word, bot: &str) -> bool {
        {
            let mut advice = self.advice();
            if advice.as_ref().is_some_and(Advice::runs) {
                return false;
            }
            *advice = Some(Advice::new(name, bot.to_owned()));
        }
        self.changed();
        true
    }

    /// The bot that is asked about the position says something.
    pub fn hear_advice(&self, message: &ToHost) {
        if let (
            ToHost::Info { name, .. }
            | ToHost::Played { name, .. }
            | ToHost::Fault { name, .. }
            | ToHost::Over { name, .. },
            Some(advice),
        ) = (message, &mut *self.advice())
            && advice.is(name)
        {
            advice.hear(message);
        }
        self.changed();
    }

    /// The bot cannot be asked.
    pub fn fail_advice(&self, name: &Word, text: &str) {
        if let Some(advice) = self.advice().as_mut().filter(|advice| advice.is(name)) {
            advice.fail(text);
        }
        self.changed();
    }

    /// The match in which a bot is asked, where it is to be told to answer.
    pub fn hush(&self) -> Option<Word> {
        self.advice().as_mut()?.hush()
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
    /// If the arbiter does not show it.
    pub async fn view(
        &self,
        link: &Link,
        part: &Part,
        wanted: Option<u32>,
        has: Held,
    ) -> Result<(View, Held), Failure> {
        let own = self.own(part);
        let (mut view, moves, look) = loop {
            let look = self.state().looking(&own, wanted);
            let look = self.looks.at(self, link, look).await?;
            let state = self.state();
            // Where the board has changed while the arbiter answered, the picture is older than the rest. That must not be
            // what somebody acts upon, or the end of a match; of bots that are faster than pictures it is good enough.
            if look.board == state.board() || !state.stands_for(&own) {
                let (view, moves) = state.view(&self.setting, &own, has.moves, Instant::now());
                break (view, moves, look);
            }
        };
        view.owner = *part == Part::Owner;
        view.look = look.seat;
        let acts = view.seats.iter().any(|seat| Some(seat.n) == look.seat && seat.asked && seat.mine);
        let seen = Some((look.seat, look.board));
        if has.seen != seen {
            view.picture = Some(look.picture.clone());
        }
        if has.seen != seen || has.acts != acts {
            view.legal = Some(if acts { look.legal.clone() } else { Vec::new() });
        }
        if view.owner {
            view.links = self.links();
            view.advice = self.advice().as_ref().map(Advice::view);
        }
        Ok((view, Held { moves, seen, acts }))
    }

    fn links(&self) -> Vec<Share> {
        let share = |(key, part): (Key, Part)| Share {
            name: match part {
                Part::Seat(seat) => format!("seat {seat}, {}", self.setting.chairs[seat as usize - 1].name),
                Part::Owner | Part::Watch => "to watch".to_owned(),
            },
            key: key.as_str().to_owned(),
        };
        self.keys().into_iter().map(share).collect()
    }

    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// Each change of it is made in one piece.
    fn advice(&self) -> MutexGuard<'_, Option<Advice>> {
        self.advice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread that has panicked has changed nothing by halves that matters more than that the game goes on.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use super::*;
    use crate::link::Event;

    #[tokio::test]
    async fn whoever_is_to_act_and_the_end_are_shown_the_board_as_it_is() {
        let arbiter = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/moves-meanwhile"));
        let (link, mut events) = Link::start(arbiter).expect("the script");
        let table = Arc::new(Table::new(state::tests::setting()));
        let hearer = table.clone();
        tokio::spawn(async move {
            while let Some(Event::Told(_, message)) = events.recv().await {
                hearer.hear(&message, Instant::now());
            }
        });

        let (view, has) = table.view(&link, &Part::Seat(1), None, Held::default()).await.expect("a view");
        let legal: Vec<_> = view.legal.into_iter().flatten().map(|choice| choice.action).collect();
        assert_eq!(
            (view.plies, legal, view.picture.as_deref()),
            (1, vec!["g1f3".to_owned()], Some("<svg>after</svg>"))
        );

        let (view, _) = table.view(&link, &Part::Watch, None, has).await.expect("a view");
        assert_eq!((view.status, view.picture.as_deref()), ("over", Some("<svg>end</svg>")));
    }
}
