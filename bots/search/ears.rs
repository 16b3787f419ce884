//! Hearing while thinking: a thread reads what the arbiter says, answers `isready` at once while a question is open,
//! and tells the thinker when its question is over.

use std::{
    io::{self, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use uvi::{FromBot, LineReader, MAX_WRITTEN_LINE, OwnedLine, ToBot};

/// What has been heard and is not yet read, line by line.
#[derive(Debug)]
pub(crate) struct Ears {
    lines: Receiver<io::Result<String>>,
    line: io::Cursor<String>,
}

/// The questions of a conversation, counted from 1.
#[derive(Debug, Default)]
struct Questions {
    asked: AtomicU64,
    answered: AtomicU64,
    /// Up to this one they are over, answered or not.
    over: AtomicU64,
}

/// The questions as the thinker has them.
#[derive(Debug)]
pub(crate) struct Asked(Arc<Questions>);

/// A question that is open.
#[derive(Debug)]
pub(crate) struct Question {
    questions: Arc<Questions>,
    number: u64,
}

/// Begins to listen. The replies go to a writer of their own, a line in one write.
pub(crate) fn listen(input: impl Read + Send + 'static, replies: impl Write + Send + 'static) -> (Ears, Asked) {
    let (sender, lines) = channel();
    let questions = Arc::new(Questions::default());
    let asked = Asked(Arc::clone(&questions));
    thread::spawn(move || hear(LineReader::new(input, MAX_WRITTEN_LINE), replies, &questions, &sender));
    (Ears { lines, line: io::Cursor::default() }, asked)
}

/// Hears until the input ends or nobody wants to know.
fn hear<R: Read>(
    mut input: LineReader<R>,
    mut replies: impl Write,
    questions: &Questions,
    lines: &Sender<io::Result<String>>,
) {
    let mut playing = false;
    loop {
        let line = match input.read_line() {
            Ok(None) => break,
            Ok(Some(OwnedLine::Text(line))) => line,
            Ok(Some(OwnedLine::NotUtf8(_) | OwnedLine::TooLong { .. })) => continue,
            Err(error) => {
                questions.end();
                // Where the thinker is gone too, nobody is left to tell.
                let _ = lines.send(Err(error));
                return;
            }
        };
        match line.parse() {
            Ok(ToBot::IsReady) if questions.is_open() => {
                // A pipe that is closed is noticed when the answer is written.
                let _ = writeln!(replies, "{}", FromBot::ReadyOk).and_then(|()| replies.flush());
                continue;
            }
            Ok(ToBot::NewGame(_)) => playing = true,
            Ok(ToBot::Go(_)) if playing => {
                questions.asked.fetch_add(1, Ordering::SeqCst);
            }
            Ok(ToBot::GameOver(_)) => {
                playing = false;
                questions.end();
            }
            Ok(ToBot::Stop | ToBot::Quit) => questions.end(),
            Ok(_) | Err(_) => {}
        }
        if lines.send(Ok(line + "\n")).is_err() {
            return;
        }
    }
    questions.end();
}

impl Questions {
    fn is_open(&self) -> bool {
        self.asked.load(Ordering::SeqCst) > self.answered.load(Ordering::SeqCst)
    }

    /// Ends all that was asked so far.
    fn end(&self) {
        self.over.store(self.asked.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}

impl Asked {
    /// The question of this number, counted from 1.
    pub(crate) fn question(&self, number: u64) -> Question {
        Question { questions: Arc::clone(&self.0), number }
    }
}

impl Question {
    /// Whether the arbiter wants the answer now, or none any more.
    pub(crate) fn is_over(&self) -> bool {
        self.questions.over.load(Ordering::Relaxed) >= self.number
    }

    /// It has its answer.
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
