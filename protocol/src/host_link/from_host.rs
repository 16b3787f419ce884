//! The messages of a host to the arbiter (UVI 4.2).

use std::fmt;

use crate::{
    ClockWords, FaultWords, InfoDetail, Patience, Seed, Switch, Sync, Text, Value, Word, Words, WriteProblemError,
    grammar::is_reserved,
    word_writer::{WordWriter, messages, shown},
};

/// A message of a host to the arbiter (UVI 4.2). `name` is the name of a match, and `seat` the number of a seat.
#[expect(missing_docs, reason = "the line of each message names its fields")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FromHost {
    /// `uvi <version>`.
    Uvi(u32),
    /// `isready`.
    IsReady,
    /// `describe`.
    Describe,
    /// `newmatch <match> variant <word> …`.
    NewMatch(NewMatch),
    /// `setposition <match> <position>`.
    SetPosition { name: Word, position: Words },
    /// `seat <match> <n> bot <command line>` or `seat <match> <n> host`.
    Seat { name: Word, seat: u32, player: SeatPlayer },
    /// `seatoption <match> <n> name <word> value <value>`.
    SeatOption { name: Word, seat: u32, option: Word, value: Value },
    /// `seatset <match> <n> <key> <value>`. Some keys have no value (`clearenv`).
    SeatSet { name: Word, seat: u32, key: Word, value: Option<Value> },
    /// `clock <match> [seat <n>] …` or `clock <match> [seat <n>] none`. Without a seat, for all bots.
    Clock { name: Word, seat: Option<u32>, clock: ClockWords },
    /// `patience <match> [greet <ms>] [ready <ms>] [quit <ms>]`.
    Patience { name: Word, patience: Patience },
    /// `onfault <match> forfeit|random` or `onfault <match> retry <n> [forfeit|random]`.
    OnFault { name: Word, policy: FaultWords },
    /// `takebacks <match> on|off`: if decisions may be taken back in a match with bots.
    Takebacks { name: Word, switch: Switch },
    /// `undo <match> <plies>`: the number of decisions, from 1.
    Undo { name: Word, plies: u32 },
    /// `undo <match> to <n>`: the most `chance` and `played` lines to keep.
    UndoTo { name: Word, to: u32 },
    /// `keep <match> on|off`: if the match, when the host leaves, stops with a log that can be resumed.
    Keep { name: Word, switch: Switch },
    /// `log <match> <path> …`.
    Log { name: Word, log: LogWords },
    /// `resume <match> <path>`: the log of an interrupted match.
    Resume { name: Word, path: Value },
    /// `watch <match> <path>`: a log that another arbiter writes.
    Watch { name: Word, path: Value },
    /// `analyse <match>`.
    Analyse(Word),
    /// `start <match>`.
    Start(Word),
    /// `play <match> <n> <action>…`: at least one.
    Play { name: Word, seat: u32, actions: Words },
    /// `resign <match> <n>`.
    Resign { name: Word, seat: u32 },
    /// `show <match>`.
    Show(Word),
    /// `legal <match> <n>`.
    Legal { name: Word, seat: u32 },
    /// `legal <match> <n> places`.
    LegalPlaces { name: Word, seat: u32 },
    /// `picture <match> [<n>]`: the view of a seat, or the full view.
    Picture { name: Word, seat: Option<u32> },
    /// `position <match> [<n>]`: the view of a seat, or the full view.
    Position { name: Word, seat: Option<u32> },
    /// `history <match> [<n>]`: the view of a seat, or the full view.
    History { name: Word, seat: Option<u32> },
    /// `debug on|off`.
    Debug(Switch),
    /// `stop <match>`.
    Stop(Word),
    /// `drop <match>`.
    Drop(Word),
    /// `wait [<match>]`.
    Wait(Option<Word>),
    /// `quit`.
    Quit,
}

/// The words of `newmatch`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NewMatch {
    /// The name of the match, for later lines.
    pub name: Word,
    /// The variant's word.
    pub variant: Word,
    /// The number of seats. `None` means the least number.
    pub seats: Option<u32>,
    /// The seed. `None` means that the arbiter draws one.
    pub seed: Option<Seed>,
    /// The rule options.
    pub options: Vec<(Word, Value)>,
}

/// The player of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SeatPlayer {
    /// A bot process, by its command line as given.
    Bot(Text),
    /// The host itself.
    Host,
}

/// The words of `log`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LogWords {
    /// The path of the log file.
    pub path: Value,
    /// The `times` word: on if the log has times.
    pub times: Option<Switch>,
    /// The `info` word: the `info` lines that the log keeps.
    pub info: Option<InfoDetail>,
    /// The `sync` word: the moment when the file is synced to the disk.
    pub sync: Option<Sync>,
}

messages!(FromHost);
shown!(LogWords);

impl FromHost {
    fn words(&self, line: &mut WordWriter<'_, impl fmt::Write>) {
        match self {
            Self::Uvi(version) => line.verb("uvi").show(version),
            Self::IsReady => line.verb("isready"),
            Self::Describe => line.verb("describe"),
            Self::NewMatch(new) => {
                line.verb("newmatch").word(&new.name).word("variant").word(&new.variant);
                line.pair("seats", new.seats).pair("seed", new.seed).options(&new.options, is_reserved)
            }
            Self::SetPosition { name, position } => line.verb("setposition").word(name).some("position", position),
            Self::Seat { name, seat, player } => {
                line.verb("seat").word(name).show(seat);
                match player {
                    SeatPlayer::Bot(command) => line.word("bot").some_text("command", command, "a command line"),
                    SeatPlayer::Host => line.word("host"),
                }
            }
            Self::SeatOption { name, seat, option, value } => {
                line.verb("seatoption").word(name).show(seat);
                line.word("name").word(option).word("value").value("value", value)
            }
            Self::SeatSet { name, seat, key, value } => {
                line.verb("seatset").word(name).show(seat).word(key);
                match value {
                    Some(value) => line.value("value", value),
                    None => line,
                }
            }
            Self::Clock { name, seat, clock } => clock.words(line.verb("clock").word(name).pair("seat", *seat)),
            Self::Patience { name, patience } => patience.words(line.verb("patience").word(name)),
            Self::OnFault { name, policy } => policy.words(line.verb("onfault").word(name)),
            Self::Takebacks { name, switch } => line.verb("takebacks").word(name).show(switch),
            Self::Undo { name, plies } => {
                let fits = WriteProblemError::Unfit("a number from 1");
                line.verb("undo").word(name).expect(*plies > 0, "plies", fits).show(plies)
            }
            Self::UndoTo { name, to } => line.verb("undo").word(name).word("to").show(to),
            Self::Keep { name, switch } => line.verb("keep").word(name).show(switch),
            Self::Log { name, log } => log.words(line.verb("log").word(name)),
            Self::Resume { name, path } => line.verb("resume").word(name).value("path", path),
            Self::Watch { name, path } => line.verb("watch").word(name).value("path", path),
            Self::Analyse(name) => line.verb("analyse").word(name),
            Self::Start(name) => line.verb("start").word(name),
            Self::Play { name, seat, actions } => line.verb("play").word(name).show(seat).some("actions", actions),
            Self::Resign { name, seat } => line.verb("resign").word(name).show(seat),
            Self::Show(name) => line.verb("show").word(name),
            Self::Legal { name, seat } => line.verb("legal").word(name).show(seat),
            Self::LegalPlaces { name, seat } => line.verb("legal").word(name).show(seat).word("places"),
            Self::Picture { name, seat } => line.verb("picture").word(name).maybe(*seat),
            Self::Position { name, seat } => line.verb("position").word(name).maybe(*seat),
            Self::History { name, seat } => line.verb("history").word(name).maybe(*seat),
            Self::Debug(switch) => line.verb("debug").show(switch),
            Self::Stop(name) => line.verb("stop").word(name),
            Self::Drop(name) => line.verb("drop").word(name),
            Self::Wait(name) => line.verb("wait").maybe(name.as_ref()),
            Self::Quit => line.verb("quit"),
        };
    }
}

impl LogWords {
    fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        line.value("path", &self.path).pair("times", self.times).pair("info", self.info).pair("sync", self.sync)
    }
}
