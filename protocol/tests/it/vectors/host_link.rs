//! The messages of the host link as JSON.

use serde_json::Value;
use uvi::{ClockWords, FromHost, InfoDetail, OnFault, Patience, SeatPlayer, Switch, Sync, ToHost, Word};

use super::meaning::{Fields, Meaning};

/// A message about a match.
fn about(verb: &str, name: &Word) -> Fields {
    Fields::of(verb).with("match", name.as_str())
}

impl Meaning for FromHost {
    fn meaning(&self) -> Value {
        match self {
            Self::Uvi(version) => Fields::of("uvi").with("version", *version),
            Self::IsReady => Fields::of("isready"),
            Self::Describe => Fields::of("describe"),
            Self::NewMatch(new) => about("newmatch", &new.name)
                .with("variant", new.variant.as_str())
                .maybe("seats", new.seats)
                .maybe("seed", new.seed.map(|seed| seed.to_string()))
                .options(&new.options),
            Self::SetPosition { name, position } => about("setposition", name).words("position", position),
            Self::Seat { name, seat, player } => {
                let fields = about("seat", name).with("seat", *seat);
                match player {
                    SeatPlayer::Bot(command) => fields.with("player", "bot").with("command", command.as_str()),
                    SeatPlayer::Host => fields.with("player", "host"),
                }
            }
            Self::SeatOption { name, seat, option, value } => about("seatoption", name)
                .with("seat", *seat)
                .with("name", option.as_str())
                .with("value", value.as_str()),
            Self::SeatSet { name, seat, key, value } => about("seatset", name)
                .with("seat", *seat)
                .with("key", key.as_str())
                .maybe("value", value.as_ref().map(uvi::Value::as_str)),
            Self::Clock { name, seat, clock } => {
                let fields = about("clock", name).maybe("seat", *seat);
                match clock {
                    clock if clock.is_none() => fields.with("none", true),
                    ClockWords { movetime, time, inc, movestogo, nodes, depth, margin } => fields
                        .maybe("movetime", *movetime)
                        .maybe("time", *time)
                        .maybe("inc", *inc)
                        .maybe("movestogo", *movestogo)
                        .maybe("nodes", *nodes)
                        .maybe("depth", *depth)
                        .maybe("margin", *margin),
                }
            }
            Self::Patience { name, patience: Patience { greet, ready, quit } } => {
                about("patience", name).maybe("greet", *greet).maybe("ready", *ready).maybe("quit", *quit)
            }
            Self::OnFault { name, policy } => {
                let then = match policy.then {
                    OnFault::Forfeit => "forfeit",
                    OnFault::Random => "random",
                };
                about("onfault", name).maybe("retry", policy.retry).with("policy", then)
            }
            Self::Takebacks { name, switch } => about("takebacks", name).with("on", switch.is_on()),
            Self::Undo { name, plies } => about("undo", name).with("plies", *plies),
            Self::UndoTo { name, to } => about("undo", name).with("to", *to),
            Self::Keep { name, switch } => about("keep", name).with("on", switch.is_on()),
            Self::Log { name, log } => {
                let info = |info| match info {
                    InfoDetail::Off => "off",
                    InfoDetail::Last => "last",
                    InfoDetail::All => "all",
                };
                let sync = |sync| match sync {
                    Sync::Game => "game",
                    Sync::Event => "event",
                    Sync::Off => "off",
                };
                about("log", name)
                    .with("path", log.path.as_str())
                    .maybe("times", log.times.map(Switch::is_on))
                    .maybe("info", log.info.map(info))
                    .maybe("sync", log.sync.map(sync))
            }
            Self::Resume { name, path } => about("resume", name).with("path", path.as_str()),
            Self::Watch { name, path } => about("watch", name).with("path", path.as_str()),
            Self::Analyse(name) => about("analyse", name),
            Self::Start(name) => about("start", name),
            Self::Play { name, seat, actions } => about("play", name).with("seat", *seat).words("actions", actions),
            Self::Resign { name, seat } => about("resign", name).with("seat", *seat),
            Self::Show(name) => about("show", name),
            Self::Legal { name, seat } => about("legal", name).with("seat", *seat),
            Self::LegalPlaces { name, seat } => about("legal", name).with("seat", *seat).with("places", true),
            Self::Picture { name, seat } => about("picture", name).maybe("seat", *seat),
            Self::Position { name, seat } => about("position", name).maybe("seat", *seat),
            Self::History { name, seat } => about("history", name).maybe("seat", *seat),
            Self::Debug(on) => Fields::of("debug").with("on", on.is_on()),
            Self::Stop(name) => about("stop", name),
            Self::Drop(name) => about("drop", name),
            Self::Wait(name) => Fields::of("wait").maybe("match", name.as_ref().map(Word::as_str)),
            Self::Quit => Fields::of("quit"),
        }
        .done()
    }
}

impl Meaning for ToHost {
    fn meaning(&self) -> Value {
        match self {
            Self::IdName(text) => Fields::of("id").with("key", "name").with("text", text.as_str()),
            Self::IdAuthor(text) => Fields::of("id").with("key", "author").with("text", text.as_str()),
            Self::Variant { name, seats, title } => Fields::of("variant")
                .with("name", name.as_str())
                .with("seats", seats.clone())
                .with("title", title.as_str()),
            Self::Option { variant, option } => Fields::of("option").with("variant", variant.as_str()).option(option),
            Self::About { variant, key, text } => Fields::of("about")
                .with("variant", variant.as_str())
                .with("key", key.as_str())
                .with("text", text.as_str()),
            Self::UviOk => Fields::of("uviok"),
            Self::ReadyOk => Fields::of("readyok"),
            Self::Created(name) => about("created", name),
            Self::Ready { name, seat, bot } => about("ready", name).with("seat", *seat).with("name", bot.as_str()),
            Self::Started { name, commitment, position } => {
                about("started", name).with("commitment", commitment.to_string()).words("position", position)
            }
            Self::Chance { name, action } => about("chance", name).with("action", action.as_str()),
            Self::Played { name, seat, action, time, text } => about("played", name)
                .with("seat", *seat)
                .with("action", action.as_str())
                .with("time", *time)
                .with("text", text.as_str()),
            Self::Score { name, turn, points, total, chain } => about("score", name)
                .with("turn", *turn)
                .with("points", *points)
                .with("total", *total)
                .words("chain", chain),
            Self::Turn { name, seat, go } => about("turn", name).with("seat", *seat).go(go),
            Self::Info { name, seat, text } => about("info", name).with("seat", *seat).with("text", text.as_str()),
            Self::Fault { name, seat, fault, text } => {
                about("fault", name).with("seat", *seat).with("fault", fault.word()).with("text", text.as_str())
            }
            Self::Try { name, seat, fault, left, time, text } => about("try", name)
                .with("seat", *seat)
                .with("fault", fault.word())
                .with("left", *left)
                .with("time", *time)
                .with("text", text.as_str()),
            Self::Vacated { name, seat, reason } => {
                about("vacated", name).with("seat", *seat).with("reason", reason.as_str())
            }
            Self::Undone { name, plies, to } => about("undone", name).with("plies", *plies).with("to", *to),
            Self::Over { name, over } => about("over", name).over(over),
            Self::Board { name, line } => about("board", name).with("text", line.as_str()),
            Self::Legal { name, seat, actions } => about("legal", name).with("seat", *seat).words("actions", actions),
            Self::Places { name, seat, action, at, words, text } => {
                let list = |words: &[Word]| words.iter().map(|word| word.as_str().to_owned()).collect::<Vec<_>>();
                let pairs: Vec<[&str; 2]> =
                    words.iter().map(|(word, meaning)| [word.as_str(), meaning.as_str()]).collect();
                about("places", name)
                    .with("seat", *seat)
                    .with("action", action.as_str())
                    .with("at", list(at))
                    .with("words", serde_json::json!(pairs))
                    .with("text", text.as_str())
            }
            Self::Picture { name, svg } => about("picture", name).with("svg", svg.as_str()),
            Self::Position { name, position } => about("position", name).words("position", position),
            Self::History { name, start, moves } => about("history", name).words("start", start).words("moves", moves),
            Self::Error { code, text } => Fields::of("error").with("code", code.word()).with("text", text.as_str()),
            _ => panic!("{self} has no meaning here"),
        }
        .done()
    }
}
