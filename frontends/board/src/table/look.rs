//! How the board looks to a seat, as the arbiter shows it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use uvi::{FromHost, ToHost};

use super::Table;
use crate::{
    link::{Failure, Link},
    talk::Choice,
};

/// The board as a seat may see it, and what it may do.
#[derive(Debug)]
pub(super) struct Look {
    /// Which seat; nobody's, who sees what all may see.
    pub(super) seat: Option<u32>,
    /// The picture, an SVG document.
    pub(super) picture: String,
    /// What the seat may do now.
    pub(super) legal: Vec<Choice>,
    /// How often the board had changed by then.
    pub(super) board: u64,
}

/// What was shown last to each seat, for all pages that look as it does. Who looks as another seat waits for nobody.
#[derive(Debug, Default)]
pub(super) struct Looks(Mutex<HashMap<Option<u32>, Arc<Latest>>>);

type Latest = tokio::sync::Mutex<Option<Arc<Look>>>;

impl Looks {
    /// How it looks to a seat. The arbiter is asked once for all who look as one seat.
    pub(super) async fn at(&self, table: &Table, link: &Link, seat: Option<u32>) -> Result<Arc<Look>, Failure> {
        let latest = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(seat).or_default().clone();
        let mut latest = latest.lock().await;
        // What changes while the arbiter answers is looked at by whoever hears of that change.
        let board = table.state().board();
        if let Some(look) = latest.as_ref().filter(|look| look.board == board) {
            return Ok(look.clone());
        }
        let name = &table.setting.name;
        let mut lines = vec![FromHost::Picture { name: name.clone(), seat }];
        lines.extend(seat.map(|seat| FromHost::LegalPlaces { name: name.clone(), seat }));
        let mut look = Look { seat, picture: String::new(), legal: Vec::new(), board };
        for answer in link.ask(lines).await? {
            match answer {
                ToHost::Picture { svg, .. } => look.picture = svg.as_str().to_owned(),
                ToHost::Places { action, at, words, text, .. } => look.legal.push(Choice {
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
