//! Wishes of a host to a match that runs, and their way to the thread of the match.

use std::{io, sync::Arc, time::Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use uvi::{ErrorCode, Text, ToHost, Value, Word, Words};
use uvi_games::game::{Choice, SeatSet, Style, Table};
use uvi_match::{
    record::GameCourse,
    referee::{self, HostError, LinePlace, Match, Notation},
};

use super::DenialError;
use crate::bot::Waker;

/// A wish of a host to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// A host seat decides.
    Play(u32, Words, Notation),
    /// A host seat gives up.
    Resign(u32),
    /// Takes this many decisions back.
    Undo(u32),
    /// Takes decisions back until at most this many actions and chance events stand.
    UndoTo(u32),
    /// Aborts the match.
    Stop,
    /// The host leaves: the match ends here, and its log is left as one that was cut off.
    Leave,
    /// Starts or stops the messages to the host about `info` lines of bots.
    Debug(bool),
    /// The legal actions of a seat.
    Legal(u32),
    /// The legal actions of a seat, each with its places and words.
    Places(u32),
    /// A picture of the board: the full one, or the view of a seat.
    Picture(Option<u32>),
    /// The full position, or the view of a seat.
    Position(Option<u32>),
    /// The start position, full or as a seat may see it, and all actions since.
    History(Option<u32>),
    /// The board as text for people, in this style.
    Show(Style),
}

impl Wish {
    /// Returns true if the wish is more than a look at the game.
    pub fn changes(&self) -> bool {
        use Wish::{Leave, Play, Resign, Stop, Undo, UndoTo};
        matches!(self, Play(..) | Resign(_) | Undo(_) | UndoTo(_) | Stop | Leave)
    }
}

/// The line of the host that a wish came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The number of the line, from 1; 0 if no line caused the wish.
    pub number: u64,
    /// The line.
    pub text: String,
}

impl Origin {
    /// An error in this line, in the form that all errors have: `line <n>`, for `bad-argument` also `column <n>`.
    pub fn error(&self, error: &DenialError) -> ToHost {
        let column = match error.code() {
            ErrorCode::BadArgument => format!(" column {}", self.column(error.place())),
            _ => String::new(),
        };
        // An error that no line of a host caused has no line number.
        let text = match self.number {
            0 => error.to_string(),
            number => format!("line {number}{column}: {error}"),
        };
        let text = Text::new(text);
        ToHost::Error { code: error.code(), text }
    }

    /// The column of a place in the line, in characters from 1: 1 for `None`, and the end of the line if the line has
    /// no such place.
    fn column(&self, place: Option<LinePlace>) -> usize {
        let words: Vec<_> = self.text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let number = match place {
            None => return 1,
            Some(LinePlace::Word(number)) => Some(number),
            Some(LinePlace::Keyword(keyword)) => words.iter().rposition(|word| *word == keyword),
        };
        let column = number.and_then(|number| uvi::column_of_word(&self.text, number));
        column.unwrap_or_else(|| self.text.chars().count() + 1)
    }
}

/// A wish on its way to the thread of a match.
#[derive(Debug)]
pub struct Request {
    /// The host's line.
    pub origin: Origin,
    /// The wish.
    pub wish: Wish,
    /// Wakes the sender, which waits for the answer.
    pub(super) done: Sender<()>,
}

/// The receiving end of the requests to a match.
#[derive(Debug)]
pub struct Inbox {
    pub(super) requests: Receiver<Request>,
    /// Wakes the match for a request. `None` if no request can come.
    pub(super) waker: Option<Arc<Waker>>,
}

/// The sending end of the requests to a match.
#[derive(Debug, Clone)]
pub struct Requests {
    requests: Sender<Request>,
    waker: Arc<Waker>,
}

/// Creates a sending and a receiving end for the requests to a match. Fails if no file descriptor is left.
pub fn requests() -> io::Result<(Requests, Inbox)> {
    let (sender, receiver) = unbounded();
    let waker = Arc::new(Waker::new()?);
    Ok((Requests { requests: sender, waker: Arc::clone(&waker) }, Inbox { requests: receiver, waker: Some(waker) }))
}

/// Creates an inbox to which no request can come. It needs no file descriptor.
pub fn no_requests() -> Inbox {
    Inbox { requests: crossbeam_channel::never(), waker: None }
}

impl Requests {
    /// Sends a wish to the match and waits until it has been answered. Returns false if the match takes none any more.
    pub fn put(&self, origin: Origin, wish: Wish) -> bool {
        self.post(origin, wish).is_some_and(|answered| answered.recv().is_ok())
    }

    /// Sends a wish without waiting for its answer.
    pub fn put_quietly(&self, wish: Wish) {
        // If the match takes no wishes any more, it is over.
        let _ = self.post(Origin::default(), wish);
    }

    /// Sends a wish to the match. The channel hears of its answer. `None` if the match takes no more.
    pub fn post(&self, origin: Origin, wish: Wish) -> Option<Receiver<()>> {
        let (done, answered) = bounded(1);
        self.requests.send(Request { origin, wish, done }).ok()?;
        self.waker.wake();
        Some(answered)
    }
}

/// Carries out a wish and tells the host the answer or the error.
pub fn answer(now: Instant, game: &mut Match, origin: &Origin, wish: &Wish, mut tell: impl FnMut(ToHost)) {
    // If no line of the host asks for the end of a match, nobody minds that it is over already.
    let is_own_end = origin.number == 0 && matches!(wish, Wish::Stop | Wish::Leave);
    if let Err(error) = try_answer(now, game, wish, &mut tell)
        && !is_own_end
    {
        tell(origin.error(&error.into()));
    }
}

fn try_answer(now: Instant, game: &mut Match, wish: &Wish, tell: &mut impl FnMut(ToHost)) -> Result<(), HostError> {
    match wish {
        Wish::Play(number, actions, notation) => game.play(now, *number, actions, *notation)?,
        Wish::Resign(number) => game.resign(now, *number)?,
        Wish::Undo(plies) => game.undo(now, *plies)?,
        Wish::UndoTo(to) => game.undo_to(now, *to)?,
        Wish::Stop | Wish::Leave => game.stop()?,
        Wish::Debug(on) => game.audience().debug = *on,
        Wish::Legal(_) | Wish::Places(_) | Wish::Picture(_) | Wish::Position(_) | Wish::History(_) | Wish::Show(_) => {
            let name = &game.settings().name;
            look(name, game.course(), game.chairs().asked(), wish, tell)?;
        }
    }
    Ok(())
}

/// Carries out a wish that only looks at a game, in which the seats `asked` decide. Refuses a wish that changes the
/// game. Fails with `bad-seat` if the game has no such seat, and with `not-running` if the wish changes the game.
pub fn look(
    name: &Word,
    course: &GameCourse,
    asked: SeatSet,
    wish: &Wish,
    mut tell: impl FnMut(ToHost),
) -> Result<(), HostError> {
    let name = name.clone();
    let seat = |number: u32| referee::seat(course.table().seats(), number);
    let eyes = |number: &Option<u32>| number.map(seat).transpose();
    let decides = |number: u32| seat(number).map(|seat| Some(seat).filter(|&seat| asked.contains(seat)));
    match wish {
        Wish::Legal(number) => {
            let legal = decides(*number)?.map(|seat| course.table().legal(seat));
            tell(ToHost::Legal { name, seat: *number, actions: legal.into_iter().flatten().collect() });
        }
        Wish::Places(number) => {
            let choices = decides(*number)?.map(|seat| course.table().choices(seat));
            list(&name, *number, choices.unwrap_or_default(), &mut tell);
        }
        Wish::Picture(number) => {
            let picture = course.picture(eyes(number)?).with_phase(course.table().phase());
            tell(ToHost::Picture { name, svg: Text::new(picture.to_line()) });
        }
        Wish::Position(number) => {
            let position = course.position(eyes(number)?);
            tell(ToHost::Position { name, position });
        }
        Wish::History(number) => {
            let (start, moves) = course.history(eyes(number)?);
            tell(ToHost::History { name, start, moves });
        }
        Wish::Show(style) => show(&name, course.table(), *style, tell),
        Wish::Debug(_) => {}
        Wish::Play(..) | Wish::Resign(_) | Wish::Undo(_) | Wish::UndoTo(_) | Wish::Stop | Wish::Leave => {
            return Err(HostError::NotRunning);
        }
    }
    Ok(())
}

/// Tells the host the parts of each legal action, then the list of the actions.
fn list(name: &Word, seat: u32, choices: Vec<Choice>, tell: &mut impl FnMut(ToHost)) {
    let actions = choices.iter().map(|choice| &choice.action).collect();
    choices.into_iter().map(|choice| places(name, seat, choice)).for_each(&mut *tell);
    tell(ToHost::Legal { name: name.clone(), seat, actions });
}

/// The parts of a legal action.
fn places(name: &Word, seat: u32, Choice { action, gesture, text }: Choice) -> ToHost {
    let word = |text: String| Word::new(text).expect("the laws say that what an action is made of is words");
    ToHost::Places {
        name: name.clone(),
        seat,
        action,
        at: gesture.places.into_iter().map(word).collect(),
        words: gesture.words.into_iter().map(|said| (word(said.word), Value::new(said.meaning))).collect(),
        text: Text::new(text),
    }
}

/// Tells the host the board, line by line; a line without text ends it.
pub fn show(name: &Word, table: &dyn Table, style: Style, mut tell: impl FnMut(ToHost)) {
    for line in table.board(style).into_iter().chain([String::new()]) {
        tell(ToHost::board(name.clone(), &line));
    }
}
