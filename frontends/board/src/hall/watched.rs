//! Games of the tournament that pages look at, as tables without anybody's seat.

use std::{collections::BTreeMap, sync::Arc};

use parking_lot::Mutex;
use uvi::{FromHost, Value, Word};

use super::Hall;
use crate::{
    game_log::GameLog,
    regular_file,
    table::{BoardTable, ChairPlayer, Setting, TableSeat, WatchedGame},
};

/// The prefix of match names for games of the tournament; a number of the board follows.
pub(super) const GAME: &str = "watched-";

/// The maximum number of games that are followed. A further game replaces one that no page shows.
const MOST_GAMES: usize = 32;

/// The games of the tournament that are followed, by the numbers in their names. After a ladder's next round, or a new start
/// of the tournament, the tournament's own numbers belong to other games.
pub(super) type WatchedGames = BTreeMap<u64, Arc<BoardTable>>;

impl Hall {
    /// The table of a game of the tournament, which follows the game's log. Fails if there is no tournament, no such
    /// game, or no room. The error is a text.
    pub async fn watch(&self, game: u64) -> Result<Arc<BoardTable>, String> {
        let folder = self.parts.folder.as_ref().ok_or("this board shows no tournament")?;
        let path = folder.log(game).ok_or_else(|| format!("game {game} has no log"))?;
        let known = self.watched.lock().values().find(|known| known.follows(&path)).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let file = regular_file::open(&path).map_err(|error| error.to_string())?;
        let mut log = GameLog::new(&path);
        log.read_news().map_err(|error| error.to_string())?;
        let head = log.head().cloned().ok_or_else(|| format!("game {game} has not begun"))?;
        let number = self.next_beside();
        let name = Word::new(format!("{GAME}{number}")).ok_or("no such game")?;
        let value = path.to_str().map(Value::new).ok_or("the path of the log is not UTF-8")?;
        let title = self.variants.iter().find(|known| known.word == head.variant);
        let chair = |name| TableSeat { name, sits: ChairPlayer::Bot };
        let setting = Setting {
            name: name.clone(),
            title: title.map_or_else(|| head.variant.clone(), |known| known.title.clone()),
            rules: self.words(&head.variant).rules,
            variant: head.variant,
            options: head.options,
            chairs: log.names().into_iter().map(chair).collect(),
            clock: None,
            takeback: false,
            log: path,
            lines: Vec::new(),
            again: None,
        };
        let table = Arc::new(BoardTable::watched(setting, WatchedGame { number: game, log: Mutex::new(log), file }));
        let old = {
            let mut games = self.watched.lock();
            if let Some(known) = games.values().find(|known| known.follows(&table.setting.log)) {
                return Ok(known.clone());
            }
            let unseen = games.iter().find(|(_, table)| table.is_unseen()).map(|(number, _)| *number);
            let old = if games.len() < MOST_GAMES { None } else { Some(unseen.ok_or("too many games are shown")?) };
            // The table is there before its first event.
            games.insert(number, table.clone());
            old.and_then(|old| games.remove(&old))
        };
        if let Some(old) = old {
            let _ = self.link.ask(vec![FromHost::Drop(old.setting.name.clone())]).await;
        }
        if let Err(failure) = self.link.ask(vec![FromHost::Watch { name, path: value }]).await {
            self.watched.lock().remove(&number);
            return Err(failure.to_string());
        }
        Ok(table)
    }
}
