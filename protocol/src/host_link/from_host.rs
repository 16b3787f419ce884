//! The messages of a host to the arbiter (UVI 4.2).

use std::fmt;

use crate::{
    ClockWords, FaultWords, InfoDetail, Patience, Seed, Switch, Sync, Text, Value, Word, Words,
    seat_link::write_options, word_writer::WordWriter,
};

/// A message of a host to the arbiter (UVI 4.2). `name` is the name of a match, and `seat` the number of a seat.
#[expect(missing_docs, reason = "what `name` and `seat` are is said once")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FromHost {
    /// `uvi <version>`.
    Uvi(u32),
    /// `isready`.
    IsReady,
    /// `newmatch <match> variant <word> …`.
    NewMatch(NewMatch),
    /// `setposition <match> <position>`.
    SetPosition {
        name: Word,
        /// The start position.
        position: Words,
    },
    /// `seat <match> <n> bot <command line>` or `seat <match> <n> host`.
    Seat {
        name: Word,
        seat: u32,
        /// The player of the seat.
        player: SeatPlayer,
    },
    /// `seatoption <match> <n> name <word> value <value>`.
    SeatOption {
        name: Word,
        seat: u32,
        /// The name of the bot's option.
        option: Word,
        /// The new value.
        value: Value,
    },
    /// `seatset <match> <n> <key> <value>`. Some keys have no value (`clearenv`).
    SeatSet {
        name: Word,
        seat: u32,
        /// The key of the setting.
        key: Word,
        /// The new value.
        value: Option<Value>,
    },
    /// `clock <match> [seat <n>] …` or `clock <match> [seat <n>] none`.
    Clock {
        name: Word,
        /// The seat; `None` means all bots.
        seat: Option<u32>,
        /// The limits.
        clock: ClockWords,
    },
    /// `patience <match> [greet <ms>] [ready <ms>] [quit <ms>]`.
    Patience {
        name: Word,
        /// The waiting times that change.
        patience: Patience,
    },
    /// `onfault <match> forfeit|random` or `onfault <match> retry <n> [forfeit|random]`.
    OnFault {
        name: Word,
        /// The number of retries, and the consequence of a fault.
        policy: FaultWords,
    },
    /// `takebacks <match> on|off`.
    Takebacks {
        name: Word,
        /// On if decisions may be taken back in a match with bots.
        switch: Switch,
    },
    /// `undo <match> <plies>`.
    Undo {
        name: Word,
        /// The number of decisions to take back, from 1.
        plies: u32,
    },
    /// `undo <match> to <n>`.
    UndoTo {
        name: Word,
        /// The maximum number of `chance` and `played` lines to keep.
        to: u32,
    },
    /// `keep <match> on|off`.
    Keep {
        name: Word,
        /// On if the match, when the host leaves, stops with a log that can be resumed.
        switch: Switch,
    },
    /// `log <match> <path> …`.
    Log {
        name: Word,
        /// The path of the log and its settings.
        log: LogWords,
    },
    /// `resume <match> <path>`.
    Resume {
        name: Word,
        /// The log of an interrupted match.
        path: Value,
    },
    /// `watch <match> <path>`.
    Watch {
        name: Word,
        /// The log that another arbiter writes.
        path: Value,
    },
    /// `analyse <match>`.
    Analyse(Word),
    /// `start <match>`.
    Start(Word),
    /// `play <match> <n> <action>…`: at least one.
    Play {
        name: Word,
        /// The host seat.
        seat: u32,
        /// The actions, in order.
        actions: Words,
    },
    /// `resign <match> <n>`.
    Resign {
        name: Word,
        /// The host seat.
        seat: u32,
    },
    /// `show <match>`.
    Show(Word),
    /// `legal <match> <n>`.
    Legal { name: Word, seat: u32 },
    /// `legal <match> <n> places`.
    LegalPlaces { name: Word, seat: u32 },
    /// `picture <match> [<n>]`.
    Picture {
        name: Word,
        /// The seat whose view is asked for; `None` means the full view.
        seat: Option<u32>,
    },
    /// `position <match> [<n>]`.
    Position {
        name: Word,
        /// The seat whose view is asked for; `None` means the full view.
        seat: Option<u32>,
    },
    /// `history <match> [<n>]`.
    History {
        name: Word,
        /// The seat whose view is asked for; `None` means the full view.
        seat: Option<u32>,
    },
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

impl fmt::Display for FromHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = WordWriter::new(f);
        match self {
            Self::Uvi(version) => line.word("uvi").show(version),
            Self::IsReady => line.word("isready"),
            Self::NewMatch(new) => {
                line.word("newmatch").word(&new.name).word("variant").word(&new.variant);
                line.pair("seats", new.seats).pair("seed", new.seed);
                write_options(&mut line, &new.options);
                &mut line
            }
            Self::SetPosition { name, position } => line.word("setposition").word(name).word(position),
            Self::Seat { name, seat, player } => {
                line.word("seat").word(name).show(seat);
                match player {
                    SeatPlayer::Bot(command) => line.word("bot").word(command),
                    SeatPlayer::Host => line.word("host"),
                }
            }
            Self::SeatOption { name, seat, option, value } => {
                line.word("seatoption").word(name).show(seat);
                line.word("name").word(option).word("value").show(value)
            }
            Self::SeatSet { name, seat, key, value } => {
                line.word("seatset").word(name).show(seat).word(key).maybe(value.as_ref())
            }
            Self::Clock { name, seat, clock } => line.word("clock").word(name).pair("seat", *seat).show(clock),
            Self::Patience { name, patience } => line.word("patience").word(name).show(patience),
            Self::OnFault { name, policy } => line.word("onfault").word(name).show(policy),
            Self::Takebacks { name, switch } => line.word("takebacks").word(name).show(switch),
            Self::Undo { name, plies } => line.word("undo").word(name).show(plies),
            Self::UndoTo { name, to } => line.word("undo").word(name).word("to").show(to),
            Self::Keep { name, switch } => line.word("keep").word(name).show(switch),
            Self::Log { name, log } => line.word("log").word(name).show(log),
            Self::Resume { name, path } => line.word("resume").word(name).show(path),
            Self::Watch { name, path } => line.word("watch").word(name).show(path),
            Self::Analyse(name) => line.word("analyse").word(name),
            Self::Start(name) => line.word("start").word(name),
            Self::Play { name, seat, actions } => line.word("play").word(name).show(seat).word(actions),
            Self::Resign { name, seat } => line.word("resign").word(name).show(seat),
            Self::Show(name) => line.word("show").word(name),
            Self::Legal { name, seat } => line.word("legal").word(name).show(seat),
            Self::LegalPlaces { name, seat } => line.word("legal").word(name).show(seat).word("places"),
            Self::Picture { name, seat } => line.word("picture").word(name).maybe(*seat),
            Self::Position { name, seat } => line.word("position").word(name).maybe(*seat),
            Self::History { name, seat } => line.word("history").word(name).maybe(*seat),
            Self::Debug(switch) => line.word("debug").show(switch),
            Self::Stop(name) => line.word("stop").word(name),
            Self::Drop(name) => line.word("drop").word(name),
            Self::Wait(name) => line.word("wait").maybe(name.as_ref()),
            Self::Quit => line.word("quit"),
        }
        .finish()
    }
}

/// Writes the words after `log <match>`: `game.jsonl times off`.
impl fmt::Display for LogWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = WordWriter::new(f);
        line.show(&self.path).pair("times", self.times).pair("info", self.info).pair("sync", self.sync).finish()
    }
}
