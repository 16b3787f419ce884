//! The bot's side of the seat link, so that a bot is its choice of an action and little else.
//!
//! [`run`] speaks over stdin and stdout, [`serve`] over any reader and writer; both call a closure for every decision.
//! [`Dialogue`] is what they are made of, for a bot that wants to say `info` while it thinks. All work in one thread:
//! `isready` and `stop` that come while the bot thinks are answered after its `bestmove`, which the protocol allows.

use std::{
    fmt::Write as _,
    io::{self, Read, Write},
};

use crate::{
    FromBot, Go, LineReader, MAX_WRITTEN_LINE, NewGame, OptionSpec, OwnedLine, Text, ToBot, Value, Word, Words,
};

/// Who a bot is, what it plays, what it wants and which options it has: all that it says in its greeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    name: Text,
    author: Text,
    variants: Words,
    features: Words,
    options: Vec<OptionSpec>,
}

/// What a bot can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// Every legal action before each `go`.
    Legal,
    /// All that has happened before each `go`.
    History,
}

/// A decision that the arbiter asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The game: its variant, how many seats it has, which one is yours, its rule options.
    pub game: NewGame,
    /// The bot's own options as they are set now, in the order of the greeting; those without a value are left out.
    pub settings: Vec<(Word, Value)>,
    /// The position as this seat may see it.
    pub position: Words,
    /// The legal actions of this seat; empty unless the bot asked for [`Feature::Legal`].
    pub legal: Words,
    /// What has happened; `None` unless the bot asked for [`Feature::History`].
    pub history: Option<History>,
    /// The limits of this decision.
    pub go: Go,
}

/// What has happened in a game, as a seat may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The start position.
    pub start: Words,
    /// The actions since, those of chance included.
    pub moves: Words,
}

/// What a bot decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// These actions, in order: `bestmove`.
    Play(Words),
    /// To give the game up: `resign`.
    Resign,
}

/// A conversation with the arbiter, from the greeting to `quit`.
///
/// A closed pipe is no error: the arbiter has gone, and the dialogue ends as it does after `quit`.
#[derive(Debug)]
pub struct Dialogue<R, W> {
    identity: Identity,
    settings: Vec<(Word, Value)>,
    input: LineReader<R>,
    output: W,
    /// Lines that are not sent yet.
    unsent: String,
    state: State,
}

#[derive(Debug)]
enum State {
    Idle,
    Playing(Box<Turn>),
    Ended,
}

/// Plays over stdin and stdout until the arbiter says `quit` or is gone. `decide` is called for every decision.
///
/// # Errors
/// What stdin or stdout report, except a closed pipe, which ends the dialogue quietly.
pub fn run<A: Into<Answer>>(identity: Identity, decide: impl FnMut(&Turn) -> A) -> io::Result<()> {
    serve(identity, io::stdin().lock(), io::stdout().lock(), decide)
}

/// Plays over any reader and writer until the arbiter says `quit` or the input ends. What the bot has to say at one
/// time is one write and one flush.
///
/// # Errors
/// What reader or writer report, except a closed pipe, which ends the dialogue quietly.
pub fn serve<A: Into<Answer>>(
    identity: Identity,
    input: impl Read,
    output: impl Write,
    mut decide: impl FnMut(&Turn) -> A,
) -> io::Result<()> {
    let mut dialogue = Dialogue::new(identity, input, output);
    while let Some(turn) = dialogue.next_turn()? {
        let answer = decide(turn);
        dialogue.answer(answer)?;
    }
    Ok(())
}

impl Identity {
    /// A bot of this name and author, which plays every variant, wants nothing and has no options.
    pub fn new(name: &str, author: &str) -> Self {
        Self {
            name: Text::new(name),
            author: Text::new(author),
            variants: Words::default(),
            features: Words::default(),
            options: Vec::new(),
        }
    }

    /// Adds a variant that the bot plays; without any it is asked to play anything.
    #[must_use]
    pub fn plays(mut self, variant: &Word) -> Self {
        self.variants.push(variant);
        self
    }

    /// Asks for a feature.
    #[must_use]
    pub fn wants(mut self, feature: Feature) -> Self {
        self.features.push(&feature.word());
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

impl Feature {
    /// The word on the line.
    pub fn word(self) -> Word {
        let word = match self {
            Self::Legal => "legal",
            Self::History => "history",
        };
        Word::new(word).expect("these are words")
    }
}

impl Turn {
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

    /// The value of one of the bot's own options: the one that was set, else the default that the bot declared.
    pub fn setting(&self, name: &str) -> Option<&str> {
        find(&self.settings, name)
    }

    /// The value of a rule option, where it differs from the rule's default.
    pub fn rule_option(&self, name: &str) -> Option<&str> {
        find(&self.game.options, name)
    }
}

fn find<'a>(options: &'a [(Word, Value)], name: &str) -> Option<&'a str> {
    options.iter().find(|(known, _)| known.as_str() == name).map(|(_, value)| value.as_str())
}

/// No words are no decision: the bot resigns.
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

/// `None` is no decision: the bot resigns.
impl From<Option<Word>> for Answer {
    fn from(action: Option<Word>) -> Self {
        action.map_or(Self::Resign, Self::from)
    }
}

impl<R: Read, W: Write> Dialogue<R, W> {
    /// A dialogue that has not begun. Nothing is read or written yet.
    pub fn new(identity: Identity, input: R, output: W) -> Self {
        let settings = identity.default_settings();
        let input = LineReader::new(input, MAX_WRITTEN_LINE);
        Self { identity, settings, input, output, unsent: String::new(), state: State::Idle }
    }

    /// Handles what the arbiter says until it asks for a decision; `None` when the dialogue is over. A line that this
    /// bot cannot read is ignored.
    ///
    /// # Errors
    /// What reader or writer report, except a closed pipe.
    pub fn next_turn(&mut self) -> io::Result<Option<&Turn>> {
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

    /// Answers the question that [`next_turn`](Self::next_turn) gave.
    ///
    /// # Errors
    /// What the writer reports, except a closed pipe.
    pub fn answer(&mut self, answer: impl Into<Answer>) -> io::Result<()> {
        self.note(&match answer.into() {
            Answer::Play(actions) if !actions.is_empty() => FromBot::BestMove(actions),
            Answer::Play(_) | Answer::Resign => FromBot::Resign,
        });
        self.send()
    }

    /// Says something about the bot's thinking, at once: `info <text>`.
    ///
    /// # Errors
    /// What the writer reports, except a closed pipe.
    pub fn info(&mut self, text: &str) -> io::Result<()> {
        self.note(&FromBot::Info(Text::new(text)));
        self.send()
    }

    /// Does what a message asks for; a `go` in a game is given back.
    fn handle(&mut self, message: ToBot) -> io::Result<Option<Go>> {
        match (message, &mut self.state) {
            (ToBot::Uvi(_), _) => self.greet()?,
            (ToBot::IsReady, _) => {
                self.note(&FromBot::ReadyOk);
                self.send()?;
            }
            (ToBot::SetOption { name, value }, _) => self.set(name, value),
            (ToBot::NewGame(game), _) => self.state = State::Playing(Box::new(Turn::of_game(game))),
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
            // Outside a game there is no question; what stopped a thought is already answered; an error is followed
            // by `quit`.
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
        self.note(&FromBot::IdName(name));
        self.note(&FromBot::IdAuthor(author));
        for option in options {
            self.note(&FromBot::Option(option));
        }
        if !variants.is_empty() {
            self.note(&FromBot::Variant(variants));
        }
        if !features.is_empty() {
            self.note(&FromBot::Feature(features));
        }
        self.note(&FromBot::UviOk);
        self.send()
    }

    /// Sets an option that the bot declared.
    fn set(&mut self, name: Word, value: Value) {
        if !self.identity.options.iter().any(|option| option.name == name) {
            return;
        }
        match self.settings.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.settings.push((name, value)),
        }
    }

    fn note(&mut self, message: &FromBot) {
        writeln!(self.unsent, "{message}").expect("writing to a string cannot fail");
    }

    /// Sends what was noted in one write.
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
