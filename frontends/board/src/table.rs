//! A table: a match, and the views of the people at it.

mod advice;
mod look;
mod past;
mod state;

use std::{
    collections::BTreeMap,
    fs::{self, File, Metadata},
    io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use uvi::{FromHost, ToHost, TurnRules, Word, Words};

use self::{
    advice::Advice,
    look::{Look, Looks},
    state::TableState,
};
use crate::{
    arbiter_link::{ArbiterLink, RequestError},
    game_log::GameLog,
    key::Key,
    memory::SavedTable,
    talk::{Share, TableEntry, TableOrder, TableStage, View},
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum ChairPlayer {
    /// A person at the page that made the table.
    Here,
    Link(Key),
    Bot,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TableSeat {
    pub name: String,
    pub sits: ChairPlayer,
}

/// The fixed data of a table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setting {
    /// The name of the match.
    pub name: Word,
    pub variant: String,
    pub title: String,
    /// The rows of the list of moves.
    #[serde(default)]
    pub rules: TurnRules,
    pub options: BTreeMap<String, String>,
    pub chairs: Vec<TableSeat>,
    /// The time on every clock and the increment per decision, in milliseconds.
    pub clock: Option<(u64, u64)>,
    /// True if actions may be taken back.
    pub takeback: bool,
    pub log: PathBuf,
    /// The lines that create the match, except `start`.
    pub lines: Vec<String>,
    /// The order for the next game of the same players. `None` for games of tournaments, if people have links, and for
    /// tables of an older board.
    pub again: Option<TableOrder>,
}

/// The parts of a table that a page already has, which need not be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageCopy {
    moves: state::ShownActions,
    /// The seat whose view the page has, and the version of the board in that view.
    pub seen: Option<(Option<u32>, u64)>,
    /// True if the page has the list of legal actions.
    acts: bool,
}

impl Setting {
    pub fn names(&self) -> Vec<String> {
        self.chairs.iter().map(|chair| chair.name.clone()).collect()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableRole {
    Owner,
    Seat(u32),
    Watch,
}

/// A match with people who watch and play.
#[derive(Debug)]
pub struct BoardTable {
    pub setting: Setting,
    watch: Key,
    state: Mutex<TableState>,
    advice: Mutex<Option<Advice>>,
    looks: Looks,
    version: watch::Sender<u64>,
    game: Option<WatchedGame>,
    /// True if the match had begun in an earlier run.
    had_begun: bool,
    /// True while the arbiter is about to resume the match of an earlier run. Until then pages wait.
    is_awaited: AtomicBool,
}

/// A game of a tournament, which another process plays.
#[derive(Debug)]
pub struct WatchedGame {
    /// The number of the game in its tournament.
    pub number: u64,
    pub log: Mutex<GameLog>,
    /// The log, kept open so that it can be told from a later one at its path.
    pub file: File,
}

impl BoardTable {
    /// A table whose match is about to start.
    pub fn new(setting: Setting) -> Self {
        Self::with_key(setting, Key::draw())
    }

    pub fn remembered(remembered: SavedTable) -> Self {
        let SavedTable { setting, watch, begun, .. } = remembered;
        Self { had_begun: begun, is_awaited: true.into(), ..Self::with_key(setting, watch) }
    }

    pub fn watched(setting: Setting, game: WatchedGame) -> Self {
        Self { game: Some(game), ..Self::new(setting) }
    }

    fn with_key(setting: Setting, watch: Key) -> Self {
        Self {
            state: Mutex::new(TableState::new(&setting)),
            setting,
            watch,
            advice: Mutex::default(),
            looks: Looks::default(),
            version: watch::Sender::new(0),
            game: None,
            had_begun: false,
            is_awaited: false.into(),
        }
    }

    /// Returns true while the match of an earlier run is not yet resumed.
    pub fn is_awaited(&self) -> bool {
        self.is_awaited.load(Ordering::Relaxed)
    }

    /// Records that the match was resumed, or has failed.
    pub fn has_come(&self) {
        self.is_awaited.store(false, Ordering::Relaxed);
        self.changed();
    }

    /// Returns true if people in this role may know details of this machine: command lines, folders, and the stderr of
    /// bots. Only the owner's link shows games of a tournament.
    pub fn tells_all(&self, part: &TableRole) -> bool {
        self.is_of_tournament() || *part == TableRole::Owner
    }

    /// Returns true if the match could not be resumed. A later start of the board may resume it.
    pub fn has_failed(&self) -> bool {
        self.state.lock().stage == TableStage::Failed
    }

    pub fn is_of_tournament(&self) -> bool {
        self.game.is_some()
    }

    /// Returns true if the table follows the log that is at this path now.
    pub fn follows(&self, path: &Path) -> bool {
        self.is_of_tournament() && self.log().is_ok_and(|log| log == path)
    }

    /// The path of the log. Fails if the log of another game may have taken its place. The error is a text.
    pub fn log(&self) -> Result<&Path, String> {
        let file = |found: Metadata| (found.dev(), found.ino());
        let is_at = |path, own: &File| Ok::<_, io::Error>(file(fs::metadata(path)?) == file(own.metadata()?));
        match &self.game {
            Some(game) if !is_at(&self.setting.log, &game.file).unwrap_or(false) => {
                Err("the tournament was begun anew, without this game".to_owned())
            }
            Some(_) | None => Ok(&self.setting.log),
        }
    }

    /// The seat whose view a role is shown: `wanted` if it is the role's own, else one that must act, else the first.
    pub fn looks_from(&self, part: &TableRole, wanted: Option<u32>) -> Option<u32> {
        self.state.lock().looking(&self.own(part), wanted)
    }

    /// Returns true if no page shows the table.
    pub fn is_unseen(&self) -> bool {
        self.version.receiver_count() == 0
    }

    /// The data to store for the next start.
    pub fn to_remember(&self, number: u64) -> SavedTable {
        let begun = self.has_begun();
        SavedTable { number, setting: self.setting.clone(), watch: self.watch.clone(), begun }
    }

    /// Restores the state from the messages of the log. If `stand` is given, keeps only that many actions. Returns
    /// false if the log has fewer actions than `stand`.
    pub fn recall(&self, told: &[ToHost], stand: Option<usize>) -> bool {
        let mut state = self.state.lock();
        *state = TableState::new(&self.setting);
        told.iter().for_each(|message| state.hear(message, Instant::now()));
        stand.is_none_or(|stand| state.go_on_from(stand))
    }

    /// The keys to this table, with the role that each gives.
    pub fn keys(&self) -> impl Iterator<Item = (&Key, TableRole)> {
        let seats = (1..).zip(&self.setting.chairs).filter_map(|(seat, chair)| match &chair.sits {
            ChairPlayer::Link(key) => Some((key, TableRole::Seat(seat))),
            ChairPlayer::Here | ChairPlayer::Bot => None,
        });
        seats.chain([(&self.watch, TableRole::Watch)])
    }

    /// A number that changes whenever a view of the table may have changed.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub fn is_over(&self) -> bool {
        self.state.lock().is_over()
    }

    pub fn hear(&self, message: &ToHost, now: Instant) {
        self.state.lock().hear(message, now);
        self.changed();
    }

    pub fn fail(&self, text: &str) {
        self.state.lock().fail(text);
        self.changed();
    }

    pub fn debug(&self, on: bool) {
        self.state.lock().debug = on;
        self.changed();
    }

    /// The seats that a role may act for.
    pub fn own(&self, part: &TableRole) -> Vec<u32> {
        match part {
            TableRole::Seat(seat) => vec![*seat],
            TableRole::Watch => Vec::new(),
            TableRole::Owner => (1..)
                .zip(&self.setting.chairs)
                .filter_map(|(seat, chair)| matches!(chair.sits, ChairPlayer::Here).then_some(seat))
                .collect(),
        }
    }

    /// Takes back all actions from the last decision of these seats on. Fails if there is no such decision, or the
    /// arbiter refuses. The error is a text.
    pub async fn undo(&self, link: &ArbiterLink, own: &[u32]) -> Result<(), String> {
        let to = {
            let state = self.state.lock();
            // UVI 4.7 can forget such a choice only together with the decision before it.
            if state.has_chosen_in_secret(own) {
                return Err("your choice can be taken back when all have chosen".to_owned());
            }
            state.before_last_of(own).ok_or("you have no decision to take back")?
        };
        let name = self.setting.name.clone();
        let to = u32::try_from(to).map_err(|error| error.to_string())?;
        link.ask(vec![FromHost::UndoTo { name, to }]).await.map(drop).map_err(|failure| failure.to_string())
    }

    /// The position, if this seat sees all of it or the match is over. Fails if a part is hidden from the seat, or the
    /// arbiter refuses. The error is a text.
    pub async fn whole_position(&self, link: &ArbiterLink, seat: Option<u32>) -> Result<Words, String> {
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

    /// Returns true if the match has a log.
    pub fn has_begun(&self) -> bool {
        self.had_begun || self.state.lock().has_begun()
    }

    /// Starts an analysis. Returns false if one is already running.
    pub fn ask_advice(&self, name: Word, bot: &str) -> bool {
        {
            let mut advice = self.advice.lock();
            if advice.as_ref().is_some_and(|advice| advice.shown.runs) {
                return false;
            }
            *advice = Some(Advice::new(name, bot.to_owned()));
        }
        self.changed();
        true
    }

    pub fn hear_advice(&self, name: &Word, message: &ToHost) {
        if let Some(advice) = self.advice.lock().as_mut().filter(|advice| advice.name == *name) {
            advice.hear(message);
        }
        self.changed();
    }

    pub fn fail_advice(&self, name: &Word, text: &str) {
        if let Some(advice) = self.advice.lock().as_mut().filter(|advice| advice.name == *name) {
            advice.fail(text);
        }
        self.changed();
    }

    /// The name of the analysis match, which the caller must stop. `None` if none runs, or it has been returned before.
    pub fn hush(&self) -> Option<Word> {
        self.advice.lock().as_mut()?.hush()
    }

    /// Plays actions for a seat. Fails if the arbiter refuses them.
    pub async fn play(&self, link: &ArbiterLink, seat: u32, actions: Words) -> Result<(), RequestError> {
        // The question is removed before the request: for a simultaneous choice no event reports the move, and the next
        // question may arrive before the answer.
        let asked = self.state.lock().answered(seat, Instant::now());
        self.changed();
        let line = FromHost::Play { name: self.setting.name.clone(), seat, actions };
        let done = link.ask(vec![line]).await;
        if let (Err(_), Some(asked)) = (&done, asked) {
            self.state.lock().ask_again(seat, asked);
            self.changed();
        }
        done.map(drop)
    }

    pub fn entry(&self) -> TableEntry {
        let state = self.state.lock();
        TableEntry {
            id: self.setting.name.as_str().to_owned(),
            variant: self.setting.variant.clone(),
            title: self.setting.title.clone(),
            names: self.setting.names(),
            status: state.stage,
            plies: state.plies(),
        }
    }

    pub fn board(&self) -> u64 {
        self.state.lock().board
    }

    /// The picture of the board for the owner's list of tables. `None` if people at the owner's page see different
    /// boards. Fails if the arbiter refuses to show the board.
    pub async fn card(&self, link: &ArbiterLink) -> Result<Option<String>, RequestError> {
        let own: Vec<Option<u32>> = self.own(&TableRole::Owner).into_iter().map(Some).collect();
        let mut shown: Option<String> = None;
        // The spectators' view is for tables at which the owner does not play.
        for seat in if own.is_empty() { vec![None] } else { own } {
            let picture = &self.looks.at(self, link, seat).await?.picture;
            if shown.get_or_insert_with(|| picture.clone()) != picture {
                return Ok(None);
            }
        }
        Ok(shown)
    }

    /// The table as the role may see it, from seat `wanted`. Without `wanted`, from a seat of the role, preferably one
    /// that must act. Omits the parts that the page has. Also returns the parts that the page has afterwards. Fails if
    /// the arbiter refuses to show the board.
    pub async fn view(
        &self,
        link: &ArbiterLink,
        part: &TableRole,
        wanted: Option<u32>,
        has: PageCopy,
    ) -> Result<(View, PageCopy), RequestError> {
        let own = self.own(part);
        let (mut view, counted, moves, notices, look) = loop {
            let look = self.state.lock().looking(&own, wanted);
            let look = match self.looks.at(self, link, look).await {
                // The arbiter has no match: the notices say why.
                Err(_) if self.has_failed() => Arc::new(Look::none(look, self.board())),
                shown => shown?,
            };
            let state = self.state.lock();
            // If the board changed during the request, the picture is outdated. People who must act, or see the end,
            // need a new one; for fast moves of bots the outdated picture suffices.
            if look.board == state.board || !state.stands_for(&own) {
                let (view, moves) = state.view(&self.setting, &own, has.moves, Instant::now());
                let counted = state.counted(view.from);
                break (view, counted, moves, state.notices(self.tells_all(part)), look);
            }
        };
        if let Some(game) = &self.game {
            view.game = Some(game.number);
            let mut log = game.log.lock();
            if self.log().is_ok() {
                // A log that cannot be read is reported by the arbiter.
                let _ = log.read_news();
            }
            for seat in &mut view.seats {
                (seat.left, seat.score) = (log.left(seat.n), log.score(seat.n));
                seat.full = log.time(seat.n);
            }
            let known = log.plies.iter().skip(counted);
            for (told, ply) in view.moves.iter_mut().filter(|told| told.counts).zip(known) {
                (told.left, told.score) = (ply.left, ply.score);
            }
        }
        view.notices = notices;
        view.owner = *part == TableRole::Owner;
        view.look = look.seat;
        let acts = view.seats.iter().any(|seat| Some(seat.n) == look.seat && seat.asked && seat.mine);
        let seen = Some((look.seat, look.board));
        if has.seen != seen {
            view.picture = Some(look.picture.clone()).filter(|picture| !picture.is_empty());
        }
        if has.seen != seen || has.acts != acts {
            view.legal = Some(if acts { look.legal.clone() } else { Vec::new() });
        }
        if view.owner {
            view.links = self.links();
            view.advice = self.advice.lock().as_ref().map(|advice| advice.shown.clone());
        }
        Ok((view, PageCopy { moves, seen, acts }))
    }

    fn links(&self) -> Vec<Share> {
        let named = |seat: u32| {
            let (nameless, name) = (format!("seat {seat}"), &self.setting.chairs[seat as usize - 1].name);
            if *name == nameless { nameless } else { format!("{nameless}, {name}") }
        };
        let share = |(key, part): (&Key, TableRole)| Share {
            name: match part {
                TableRole::Seat(seat) => named(seat),
                TableRole::Owner | TableRole::Watch => "to watch".to_owned(),
            },
            key: key.as_str().to_owned(),
        };
        self.keys().map(share).collect()
    }

    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use super::*;
    use crate::arbiter_link::MatchEvent;

    #[test]
    fn a_link_names_its_seat_once() {
        let mut setting = state::tests::setting();
        for (chair, name) in setting.chairs.iter_mut().zip(["Ann", "seat 2"]) {
            *chair = TableSeat { name: name.to_owned(), sits: ChairPlayer::Link(Key::draw()) };
        }
        let names: Vec<_> = BoardTable::new(setting).links().into_iter().map(|link| link.name).collect();
        assert_eq!(names, ["seat 1, Ann", "seat 2", "to watch"]);
    }

    #[tokio::test]
    async fn whoever_is_to_act_and_the_end_are_shown_the_board_as_it_is() {
        let arbiter = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/moves-meanwhile"));
        let (link, mut events) = ArbiterLink::start(arbiter).expect("the script");
        let table = Arc::new(BoardTable::new(state::tests::setting()));
        let hearer = table.clone();
        tokio::spawn(async move {
            while let Some(MatchEvent::Message(_, message)) = events.recv().await {
                hearer.hear(&message, Instant::now());
            }
        });

        let (view, has) = table.view(&link, &TableRole::Seat(1), None, PageCopy::default()).await.expect("a view");
        let legal: Vec<_> = view.legal.into_iter().flatten().map(|choice| choice.action).collect();
        assert_eq!(
            (view.plies, legal, view.picture.as_deref()),
            (1, vec!["g1f3".to_owned()], Some("<svg>after</svg>"))
        );

        let (view, _) = table.view(&link, &TableRole::Watch, None, has).await.expect("a view");
        assert_eq!((view.status, view.picture.as_deref()), (TableStage::Over, Some("<svg>end</svg>")));
    }
}
