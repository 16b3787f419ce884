//! The board as each seat sees it: pictures and legal actions from the arbiter, cached.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use uvi::{FromHost, ToHost};

use super::BoardTable;
use crate::{
    arbiter_link::{ArbiterLink, RequestError},
    talk::ActionEntry,
};

/// The board as a seat may see it, with the seat's legal actions.
#[derive(Debug)]
pub(super) struct Look {
    /// The seat; `None` for the spectators' view.
    pub(super) seat: Option<u32>,
    pub(super) picture: String,
    pub(super) legal: Vec<ActionEntry>,
    /// The version of the board: the number of changes before the request.
    pub(super) board: u64,
}

impl Look {
    /// The look of a table without a match.
    pub(super) fn none(seat: Option<u32>, board: u64) -> Self {
        Self { seat, picture: String::new(), legal: Vec::new(), board }
    }
}

/// The latest view of each seat, shared by the pages that show it. Requests for different seats do not wait.
#[derive(Debug, Default)]
pub(super) struct Looks(Mutex<HashMap<Option<u32>, Arc<Latest>>>);

type Latest = tokio::sync::Mutex<Option<Arc<Look>>>;

impl Looks {
    /// The current view of a seat. Asks the arbiter at most once per version of the board.
    pub(super) async fn at(
        &self,
        table: &BoardTable,
        link: &ArbiterLink,
        seat: Option<u32>,
    ) -> Result<Arc<Look>, RequestError> {
        let latest = self.0.lock().entry(seat).or_default().clone();
        let mut latest = latest.lock().await;
        // The version is read before the request. If the board changes during the request, another event follows, and
        // the pages ask again.
        let board = table.board();
        if let Some(look) = latest.as_ref().filter(|look| look.board == board) {
            return Ok(look.clone());
        }
        let name = &table.setting.name;
        let mut lines = vec![FromHost::Picture { name: name.clone(), seat }];
        lines.extend(seat.map(|seat| FromHost::LegalPlaces { name: name.clone(), seat }));
        let mut look = Look::none(seat, board);
        for answer in link.ask(lines).await? {
            match answer {
                ToHost::Picture { svg, .. } => look.picture = svg.as_str().to_owned(),
                ToHost::Places { action, at, words, text, .. } => look.legal.push(ActionEntry {
                    action: action.as_str().to_owned(),
                    at: at.iter().map(|place| place.as_str().to_owned()).collect(),
                    words: words
                        .iter()
                        .map(|(word, means)| (word.as_str().to_owned(), means.as_str().to_owned()))
                        .collect(),
                    text: text.as_str().to_owned(),
                }),
                _ => {}
            }
        }
        let look = Arc::new(look);
        *latest = Some(look.clone());
        Ok(look)
    }
}
