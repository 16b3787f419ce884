//! Hearing during a search: a thread reads the arbiter's messages, answers `isready` at once while a question is thought
//! about, and tells the search when its question is over.

use std::{
    io::{self, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use uvi::{FromBot, Go, LineReader, MAX_WRITTEN_LINE, OwnedLine, ToBot};

/// A reader of the lines that the thread has received and the dialogue has not read yet.
#[derive(Debug)]
pub(crate) struct Ears {
    lines: Receiver<io::Result<String>>,
    line: io::Cursor<String>,
}

/// The questions of a conversation, by number from 1.
#[derive(Debug, Default)]
pub(crate) struct Questions {
    asked: AtomicU64,
    answered: AtomicU64,
    /// The number of the last question that is over: stopped or refused, or its game or the conversation has ended. The
    /// search answers such a question at once, or not at all.
    over: AtomicU64,
    /// The most time that the bot had left in this game, in milliseconds.
    most_time: AtomicU64,
}

#[derive(Debug)]
pub(crate) struct SearchQuestion {
    pub(crate) questions: Arc<Questions>,
    pub(crate) number: u64,
}

/// Starts the thread that reads `input`. Replies to `isready` during a search go to `replies`, one line in each write.
pub(crate) fn listen(
    input: impl Read + Send + 'static,
    replies: impl Write + Send + 'static,
) -> (Ears, Arc<Questions>) {
    let (sender, lines) = channel();
    let questions = Arc::<Questions>::default();
    let asked = Arc::clone(&questions);
    thread::spawn(move || hear(LineReader::new(input, MAX_WRITTEN_LINE), replies, &questions, &sender));
    (Ears { lines, line: io::Cursor::default() }, asked)
}

/// The time that a seat has left; `None` if it has no clock.
pub(crate) fn left(go: &Go, seat: u32) -> Option<Duration> {
    figure(&go.clocks.as_ref()?.time, seat)
}

/// The figure of a seat in milliseconds, out of those of all seats.
pub(crate) fn figure(figures: &[Option<u64>], seat: u32) -> Option<Duration> {
    figures.get(seat.checked_sub(1)? as usize).copied().flatten().map(Duration::from_millis)
}

/// Writes a message at once. An error is ignored, because a closed pipe is noticed when the answer is written.
pub(crate) fn say(message: &FromBot, to: &mut impl Write) {
    let mut line = String::new();
    let _ = message
        .write_line(&mut line)
        .map_err(io::Error::other)
        .and_then(|()| to.write_all(line.as_bytes()))
        .and_then(|()| to.flush());
}

/// Reads lines until the input ends or the reader is gone.
fn hear<R: Read>(
    mut input: LineReader<R>,
    mut replies: impl Write,
    questions: &Questions,
    lines: &Sender<io::Result<String>>,
) {
    let mut playing = false;
    let mut seat = 0;
    loop {
        let line = match input.read_line() {
            Ok(None) => break,
            Ok(Some(OwnedLine::Text(line))) => line,
            Ok(Some(OwnedLine::NotUtf8(_) | OwnedLine::TooLong { .. })) => continue,
            Err(error) => {
                questions.end();
                // If the reader is gone too, the error cannot be reported.
                let _ = lines.send(Err(error));
                return;
            }
        };
        match line.parse() {
            // After `stop` or `error` it promises that no answer follows, so it waits for the answer.
            Ok(ToBot::IsReady) if questions.is_thought_about() => {
                say(&FromBot::ReadyOk, &mut replies);
                continue;
            }
            Ok(ToBot::NewGame(game)) => {
                playing = true;
                seat = game.seat;
                questions.most_time.store(0, Ordering::SeqCst);
            }
            Ok(ToBot::Go(go)) if playing => {
                let left = left(&go, seat).map_or(0, |left| left.as_millis() as u64);
                questions.most_time.fetch_max(left, Ordering::SeqCst);
                questions.asked.fetch_add(1, Ordering::SeqCst);
            }
            Ok(ToBot::GameOver(_)) => {
                playing = false;
                questions.end();
            }
            Ok(ToBot::Stop | ToBot::Error(_) | ToBot::Quit) => questions.end(),
            Ok(_) | Err(_) => {}
        }
        if lines.send(Ok(line + "\n")).is_err() {
            return;
        }
    }
    questions.end();
}

impl Questions {
    /// True if the last question is open and not over.
    fn is_thought_about(&self) -> bool {
        let done = self.answered.load(Ordering::SeqCst).max(self.over.load(Ordering::SeqCst));
        self.asked.load(Ordering::SeqCst) > done
    }

    fn end(&self) {
        self.over.store(self.asked.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

impl SearchQuestion {
    /// True if the search must end: the arbiter wants the answer at once, or no longer wants it.
    pub(crate) fn is_over(&self) -> bool {
        self.questions.over.load(Ordering::Relaxed) >= self.number
    }

    /// The most time that the bot had left in this game.
    pub(crate) fn most_time(&self) -> Duration {
        Duration::from_millis(self.questions.most_time.load(Ordering::SeqCst))
    }

    pub(crate) fn answered(self) {
        self.questions.answered.store(self.number, Ordering::SeqCst);
    }
}

impl Read for Ears {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.line.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let Ok(line) = self.lines.recv() else { return Ok(0) };
        self.line = io::Cursor::new(line?);
        self.line.read(buffer)
    }
}
