//! The messages of the host link: what a host says to the arbiter, and what the arbiter says to a host (section 3).

use crate::{Digest, ErrorCode, Fault, Go, OptionSpec, Over, Seed, Text, Value, Word, Words};

/// What a host says to the arbiter (section 3.1).
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
        /// The match.
        name: Word,
        /// Where it starts.
        position: Words,
    },
    /// `seat <match> <n> bot <command line>` or `seat <match> <n> host`.
    Seat {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// Who plays it.
        player: Player,
    },
    /// `seatoption <match> <n> name <word> value <value>`.
    SeatOption {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// The bot's option.
        option: Word,
        /// What it is set to.
        value: Value,
    },
    /// `seatset <match> <n> <key> <value>`; the value may be left out (`clearenv`).
    SeatSet {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// How the bot is started: which thing.
        key: Word,
        /// What it is set to.
        value: Option<Value>,
    },
    /// `clock <match> [seat <n>] …` or `clock <match> [seat <n>] none`.
    Clock {
        /// The match.
        name: Word,
        /// The seat; all bots where none is named.
        seat: Option<u32>,
        /// The limits; `None` for `none`.
        clock: Option<ClockWords>,
    },
    /// `patience <match> [greet <ms>] [ready <ms>] [quit <ms>]`.
    Patience {
        /// The match.
        name: Word,
        /// Milliseconds for the greeting.
        greet: Option<u64>,
        /// Milliseconds for each `readyok`.
        ready: Option<u64>,
        /// Milliseconds to leave after `quit`.
        quit: Option<u64>,
    },
    /// `onfault <match> forfeit|random`.
    OnFault {
        /// The match.
        name: Word,
        /// What follows a fault.
        policy: OnFault,
    },
    /// `log <match> <path> …`.
    Log {
        /// The match.
        name: Word,
        /// Where and how.
        log: LogWords,
    },
    /// `resume <match> <path>`.
    Resume {
        /// The match.
        name: Word,
        /// The log that was cut off.
        path: Value,
    },
    /// `start <match>`.
    Start(Word),
    /// `play <match> <n> <action>…`: at least one.
    Play {
        /// The match.
        name: Word,
        /// The host seat.
        seat: u32,
        /// What it does.
        actions: Words,
    },
    /// `resign <match> <n>`.
    Resign {
        /// The match.
        name: Word,
        /// The host seat.
        seat: u32,
    },
    /// `show <match>`.
    Show(Word),
    /// `legal <match> <n>`.
    Legal {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
    },
    /// `position <match> [<n>]`.
    Position {
        /// The match.
        name: Word,
        /// The seat whose view is asked for.
        seat: Option<u32>,
    },
    /// `history <match> [<n>]`.
    History {
        /// The match.
        name: Word,
        /// The seat whose view is asked for.
        seat: Option<u32>,
    },
    /// `debug on|off`.
    Debug(bool),
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
    /// Its name.
    pub name: Word,
    /// Which variant.
    pub variant: Word,
    /// How many seats; the least number where it is left out.
    pub seats: Option<u32>,
    /// The seed; drawn where it is left out.
    pub seed: Option<Seed>,
    /// The rule options.
    pub options: Vec<(Word, Value)>,
}

/// Who plays a seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Player {
    /// A process, by its command line as given.
    Bot(Text),
    /// The host itself.
    Host,
}

/// The words of `clock`: limits for a seat. Times are whole milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ClockWords {
    /// A hard limit on each answer.
    pub movetime: Option<u64>,
    /// The time for the whole game.
    pub time: Option<u64>,
    /// Added after each answer.
    pub inc: Option<u64>,
    /// Passed on to the bot.
    pub nodes: Option<u64>,
    /// Passed on to the bot.
    pub depth: Option<u64>,
    /// What is forgiven beyond a limit.
    pub margin: Option<u64>,
}

/// What follows a fault (section 2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnFault {
    /// The seat forfeits.
    #[default]
    Forfeit,
    /// The arbiter plays a listed action for it.
    Random,
}

/// The words of `log`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LogWords {
    /// Where the log is written.
    pub path: Value,
    /// Whether times are written (`times on|off`).
    pub times: Option<bool>,
    /// What is kept of `info` lines.
    pub info: Option<InfoDetail>,
    /// When the file is synced to the disk.
    pub sync: Option<Sync>,
}

/// What a log keeps of `info` lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum InfoDetail {
    /// Nothing.
    Off,
    /// The last score, nodes and depth.
    #[default]
    Last,
    /// Every line.
    All,
}

/// When a log is synced to the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sync {
    /// At the end of the game.
    #[default]
    Game,
    /// At every event.
    Event,
}

/// What the arbiter says to a host (section 3.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ToHost {
    /// `id name <text>`.
    IdName(Text),
    /// `id author <text>`.
    IdAuthor(Text),
    /// `variant name <word> seats <n>… title <text>`.
    Variant {
        /// The variant's word.
        name: Word,
        /// The numbers of seats it can have.
        seats: Vec<u32>,
        /// Its title.
        title: Text,
    },
    /// `option variant <word> name <word> type …`.
    Option {
        /// The variant.
        variant: Word,
        /// The rule option.
        option: OptionSpec,
    },
    /// `uviok`.
    UviOk,
    /// `readyok`.
    ReadyOk,
    /// `created <match>`.
    Created(Word),
    /// `ready <match> <n> name <text>`.
    Ready {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// The bot's name.
        bot: Text,
    },
    /// `started <match> commitment <hex> position <position>`.
    Started {
        /// The match.
        name: Word,
        /// The commitment to the seed.
        commitment: Digest,
        /// The start position.
        position: Words,
    },
    /// `chance <match> <action>`.
    Chance {
        /// The match.
        name: Word,
        /// What chance did.
        action: Word,
    },
    /// `played <match> <n> <action> time <ms> text <text>`.
    Played {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// What it did.
        action: Word,
        /// The time it used, in whole milliseconds.
        time: u64,
        /// The action as people write it.
        text: Text,
    },
    /// `score <match> turn <n> points <n> total <n> chain <square>…`.
    Score {
        /// The match.
        name: Word,
        /// The turn.
        turn: u32,
        /// The points of this turn.
        points: u32,
        /// The points so far.
        total: u32,
        /// The witness.
        chain: Words,
    },
    /// `turn <match> <n> [<the words of go>]`.
    Turn {
        /// The match.
        name: Word,
        /// The host seat that must decide.
        seat: u32,
        /// Its limits.
        go: Go,
    },
    /// `info <match> <n> <text>`.
    Info {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// What its bot said.
        text: Text,
    },
    /// `fault <match> <n> <word> <text>`.
    Fault {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// What it did wrong.
        fault: Fault,
        /// What was expected and what came.
        text: Text,
    },
    /// `vacated <match> <n> reason <word>`.
    Vacated {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// A fault's word or `resign`.
        reason: Word,
    },
    /// `over <match> reason <word> …`.
    Over {
        /// The match.
        name: Word,
        /// How it ended.
        over: Over,
    },
    /// `board <match> <text>`; a line without text ends the board. Leading spaces of the text matter to people: it is
    /// written after exactly one space and read back trimmed on the right only.
    Board {
        /// The match.
        name: Word,
        /// A line of the board.
        line: String,
    },
    /// `legal <match> <n> <action>…`.
    Legal {
        /// The match.
        name: Word,
        /// The seat.
        seat: u32,
        /// Its legal actions.
        actions: Words,
    },
    /// `position <match> <position>`.
    Position {
        /// The match.
        name: Word,
        /// The position.
        position: Words,
    },
    /// `history <match> <position> moves <action>…`.
    History {
        /// The match.
        name: Word,
        /// The start.
        start: Words,
        /// What has happened since.
        moves: Words,
    },
    /// `error <code> <text>`.
    Error {
        /// Which error.
        code: ErrorCode,
        /// Where and what, beginning `line <n>`.
        text: Text,
    },
}
