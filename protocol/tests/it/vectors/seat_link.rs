//! The messages of the seat link as JSON.

use serde_json::Value;
use uvi::{FromBot, ToBot};

use super::meaning::{Fields, Meaning};

impl Meaning for ToBot {
    fn meaning(&self) -> Value {
        match self {
            Self::Uvi(version) => Fields::of("uvi").with("version", *version),
            Self::SetOption { name, value } => {
                Fields::of("setoption").with("name", name.as_str()).with("value", value.as_str())
            }
            Self::IsReady => Fields::of("isready"),
            Self::NewGame(game) => Fields::of("newgame")
                .with("variant", game.variant.as_str())
                .with("seats", game.seats)
                .with("seat", game.seat)
                .maybe("lots", game.lots.map(|lots| lots.to_string()))
                .options(&game.options),
            Self::Position(view) => Fields::of("position").words("position", view),
            Self::History { start, moves } => Fields::of("history").words("start", start).words("moves", moves),
            Self::Legal(actions) => Fields::of("legal").words("actions", actions),
            Self::Go(go) => Fields::of("go").go(go),
            Self::Stop => Fields::of("stop"),
            Self::GameOver(over) => Fields::of("gameover").over(over),
            Self::Error(text) => Fields::of("error").with("text", text.as_str()),
            Self::Quit => Fields::of("quit"),
            _ => panic!("{self} has no meaning here"),
        }
        .done()
    }
}

impl Meaning for FromBot {
    fn meaning(&self) -> Value {
        match self {
            Self::IdName(text) => Fields::of("id").with("key", "name").with("text", text.as_str()),
            Self::IdAuthor(text) => Fields::of("id").with("key", "author").with("text", text.as_str()),
            Self::Option(option) => Fields::of("option").option(option),
            Self::Variant(words) => Fields::of("variant").words("words", words),
            Self::Feature(words) => Fields::of("feature").words("words", words),
            Self::UviOk => Fields::of("uviok"),
            Self::ReadyOk => Fields::of("readyok"),
            Self::Info(text) => Fields::of("info").with("text", text.as_str()),
            Self::BestMove(actions) => Fields::of("bestmove").words("actions", actions),
            Self::Resign => Fields::of("resign"),
        }
        .done()
    }
}
