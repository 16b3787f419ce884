//! The bot's side of the seat link. The author of a bot writes only the choice of an action.
//!
//! [`run`] speaks over stdin and stdout, [`serve`] over any reader and writer. Both call a closure for every decision.
//! Both are built on [`Dialogue`], which also lets a bot send `info` while it thinks. All work in one thread: a message
//! that comes while the bot thinks, such as `isready` or `stop`, is handled after the `bestmove`. The protocol allows
//! this.

use std::io::{self, Read, Write};

use crate::{
    FromBot, Go, LineReader, MAX_WRITTEN_LINE, NewGame, OptionSpec, OwnedLine, Text, ToBot, Value, Word, Words,
};

/// The contents of a bot's greeting: name, author, variants, features and options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    name: Text,
    author: Text,
    variants: Words,
    features: Words,
    options: Vec<OptionSpec>,
}

crate::spelled! {
    /// A feature that a bot can ask for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Feature {
        /// Every legal action before each `go`.
        Legal = "legal",
        /// The history of the game before each `go`.
        History = "history",
    }
}

/// A decision that the arbiter asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnRequest {
    /// The game: variant, number of seats, the bot's own seat, rule options.
    pub game: NewGame,
    /// The current values of the bot's own options, in the order of the greeting. Options without a value are omitted.
    pub settings: Vec<(Word, Value)>,
    /// The position as this seat may see it.
    pub position: Words,
    /// The legal actions of this seat. Empty unless the bot asked for [`Feature::Legal`].
    pub legal: Words,
    /// The history of the game. `None` unless the bot asked for [`Feature::History`].
    pub history: Option<History>,
    /// The limits of this decision.
    pub go: Go,
}

/// The history of a game as a seat may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The start position.
    pub start: Words,
    /// All actions since the start position, including those of chance.
    pub moves: Words,
}

/// A bot's answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Plays these actions, in order: `bestmove`.
    Play(Words),
    /// Gives the game up: `resign`.
    Resign,
}

/// A conversation with the arbiter, from the greeting to `quit`.
///
/// A closed pipe is no error: it means that the arbiter has gone, and ends the dialogue as `quit` does. Any other error of
/// the reader or writer is returned.
#[derive(Debug)]
pub struct Dialogue<R, W> {
    identity: Identity,
    settings: Vec<(Word, Value)>,
    input: LineReader<R>,
    output: W,
    unsent: String,
    state: State,
}

#[derive(Debug)]
enum State {
    Idle,
    Playing(Box<TurnRequest>),
    Ended,
}

/// Plays over stdin and stdout until the arbiter says `quit` or is gone. Calls `decide` for every decision.
///
/// # Errors
/// Any error of stdin or stdout, except a closed pipe, which ends the dialogue quietly.
pub fn run<A: Into<Answer>>(identity: Identity, decide: impl FnMut(&TurnRequest) -> A) -> io::Result<()> {
    serve(identity, io::stdin().lock(), io::stdout().lock(), decide)
}

/// Plays over any reader and writer until the arbiter says `quit` or the input ends. Lines sent together share a flush.
pub fn serve<A: Into<Answer>>(
    identity: Identity,
    input: impl Read,
    output: impl Write,
    mut decide: impl FnMut(&TurnRequest) -> A,
) -> io::Result<()> {
    let mut dialogue = Dialogue::new(identity, input, output);
    while let Some(turn) = dialogue.next_turn()? {
        let answer = decide(turn);
        dialogue.answer(answer)?;
    }
    Ok(())
}

impl Identity {
    /// Creates a bot that plays every variant, asks for no feature and has no options.
    pub fn new(name: &str, author: &str) -> Self {
        Self {
            name: Text::new(name),
            author: Text::new(author),
            variants: Words::default(),
            features: Words::default(),
            options: Vec::new(),
        }
    }

    /// Adds a variant that the bot plays. A bot that lists none may be asked to play any variant.
    #[must_use]
    pub fn plays(mut self, variant: &Word) -> Self {
        self.variants.push(variant);
        self
    }

    /// Asks for a feature.
    #[must_use]
    pub fn wants(mut self, feature: Feature) -> Self {
        self.features.push(&Word::new(feature.word()).expect("these are words"));
        self
    }

    /// Adds an option.
    #[must_use]
    pub fn option(mut self, option: OptionSpec) -> Self {
        self.options.push(option);
        self
    }

    fn default_settings(&self) -> Vec<(Word, Value)> {
        let setting = |option: &OptionSpec| Some((option.name.clone(), option.kind.default_value()?));
        self.options.iter().filter_map(setting).collect()
    }
}

impl TurnRequest {
    fn of_game(game: NewGame) -> Self {
        Self {
            game,
            settings: Vec::new(),
            position: Words::default(),
            legal: Words::default(),
            history: None,
            go: Go::default(),
        }
    }

    /// The value of one of the bot's own options: that from `setoption`, or else the declared default, if there is one.
    pub fn setting(&self, name: &str) -> Option<&str> {
        find(&self.settings, name)
    }

    /// The value of a rule option, if the value differs from the rule's default.
    pub fn rule_option(&self, name: &str) -> Option<&str> {
        find(&self.game.options, name)
    }
}

fn find<'a>(options: &'a [(Word, Value)], name: &str) -> Option<&'a str> {
    options.iter().find(|(known, _)| known.as_str() == name).map(|(_, value)| value.as_str())
}

/// No words resign.
impl From<Words> for Answer {
    fn from(actions: Words) -> Self {
        if actions.is_empty() { Self::Resign } else { Self::Play(actions) }
    }
}

impl From<Word> for Answer {
    fn from(action: Word) -> Self {
        Self::Play(action.into())
    }
}

/// `None` resigns.
impl From<Option<Word>> for Answer {
    fn from(action: Option<Word>) -> Self {
        action.map_or(Self::Resign, Self::from)
    }
}

impl<R: Read, W: Write> Dialogue<R, W> {
    /// A dialogue that has not begun. Reads and writes nothing yet.
    pub fn new(identity: Identity, input: R, output: W) -> Self {
        let settings = identity.default_settings();
        let input = LineReader::new(input, MAX_WRITTEN_LINE);
        Self { identity, settings, input, output, unsent: String::new(), state: State::Idle }
    }

    /// Handles messages of the arbiter until one asks for a decision. Returns `None` after the end of the dialogue.
    /// Lines that do not parse are ignored.
    pub fn next_turn(&mut self) -> io::Result<Option<&TurnRequest>> {
        let go = loop {
            if matches!(self.state, State::Ended) {
                return Ok(None);
            }
            match self.input.read_line()? {
                None => self.state = State::Ended,
                Some(OwnedLine::Text(line)) => {
                    let Ok(message) = line.parse() else { continue };
                    if let Some(go) = self.handle(message)? {
                        break go;
                    }
                }
                Some(OwnedLine::NotUtf8(_) | OwnedLine::TooLong { .. }) => {}
            }
        };
        let State::Playing(turn) = &mut self.state else { return Ok(None) };
        turn.go = go;
        turn.settings.clone_from(&self.settings);
        Ok(Some(turn))
    }

    /// Answers the question from [`next_turn`](Self::next_turn). An answer without actions resigns.
    pub fn answer(&mut self, answer: impl Into<Answer>) -> io::Result<()> {
        self.note(&match answer.into() {
            Answer::Play(actions) if !actions.is_empty() => FromBot::BestMove(actions),
            Answer::Play(_) | Answer::Resign => FromBot::Resign,
        })?;
        self.send()
    }

    /// Sends `info <text>` at once, to report the bot's thinking. Line ends become spaces, and other control characters
    /// are escaped.
    pub fn info(&mut self, text: &str) -> io::Result<()> {
        self.note(&FromBot::Info(Text::new(text)))?;
        self.send()
    }

    /// Carries out a message. Returns the limits of a `go` in a game.
    fn handle(&mut self, message: ToBot) -> io::Result<Option<Go>> {
        match (message, &mut self.state) {
            (ToBot::Uvi(_), _) => self.greet()?,
            (ToBot::IsReady, _) => {
                self.note(&FromBot::ReadyOk)?;
                self.send()?;
            }
            (ToBot::SetOption { name, value }, _) => self.set(name, value),
            (ToBot::NewGame(game), _) => self.state = State::Playing(Box::new(TurnRequest::of_game(game))),
            (ToBot::Position(position), State::Playing(turn)) => {
                turn.position = position;
                turn.legal = Words::default();
                turn.history = None;
            }
            (ToBot::History { start, moves }, State::Playing(turn)) => turn.history = Some(History { start, moves }),
            (ToBot::Legal(actions), State::Playing(turn)) => turn.legal = actions,
            (ToBot::Go(go), State::Playing(_)) => return Ok(Some(go)),
            (ToBot::GameOver(_), _) => self.state = State::Idle,
            (ToBot::Quit, _) => self.state = State::Ended,
            // Outside a game, a question has no answer. `stop` comes too late, because the bot has answered already.
            // `quit` follows `error`.
            (
                ToBot::Position(_) | ToBot::History { .. } | ToBot::Legal(_) | ToBot::Go(_),
                State::Idle | State::Ended,
            )
            | (ToBot::Stop | ToBot::Error(_), _) => {}
        }
        Ok(None)
    }

    fn greet(&mut self) -> io::Result<()> {
        let Identity { name, author, variants, features, options } = self.identity.clone();
        self.note(&FromBot::IdName(name))?;
        self.note(&FromBot::IdAuthor(author))?;
        for option in options {
            self.note(&FromBot::Option(option))?;
        }
        if !variants.is_empty() {
            self.note(&FromBot::Variant(variants))?;
        }
        if !features.is_empty() {
            self.note(&FromBot::Feature(features))?;
        }
        self.note(&FromBot::UviOk)?;
        self.send()
    }

    /// Sets an option, if the bot declared it.
    fn set(&mut self, name: Word, value: Value) {
        if !self.identity.options.iter().any(|option| option.name == name) {
            return;
        }
        match self.settings.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.settings.push((name, value)),
        }
    }

    fn note(&mut self, message: &FromBot) -> io::Result<()> {
        message.write_escaped_line(&mut self.unsent).map_err(io::Error::other)
    }

    /// Sends all unsent lines in one write.
    fn send(&mut self) -> io::Result<()> {
        let result = self.output.write_all(self.unsent.as_bytes()).and_then(|()| self.output.flush());
        self.unsent.clear();
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.state = State::Ended;
                Ok(())
            }
            result => result,
        }
    }
}
