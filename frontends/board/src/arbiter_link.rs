//! The host link: one arbiter as a child process, shared by many tasks.

use std::{
    collections::VecDeque,
    io::{self, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
};

use nom::{Parser as _, bytes::complete::tag, character::complete, sequence::preceded};
use tokio::sync::{mpsc, oneshot};
use uvi::{FromHost, LineReader, MAX_WRITTEN_LINE, OwnedLine, ToHost, Word, WriteError};

/// The capacity of each queue, in messages. If the queue of its messages is full, the arbiter blocks.
const WAITING: usize = 1024;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    #[error("{0}")]
    Refused(String),
    /// A field of a line would not read back as itself. Nothing was sent.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    #[error("the arbiter has ended")]
    Gone,
}

/// An event in a match that does not belong to the answer of a request. None follows the end of the arbiter.
#[derive(Debug)]
pub enum MatchEvent {
    /// A message that the arbiter sent by itself, with the name of its match.
    Message(Word, ToHost),
    /// An error that came after the answer, such as a failed start, with the name of its match.
    Refused(Word, String),
}

/// A handle for requests to the arbiter. Clones share the arbiter.
#[derive(Debug, Clone)]
pub struct ArbiterLink {
    requests: mpsc::Sender<LinkRequest>,
}

#[derive(Debug)]
struct LinkRequest {
    lines: Vec<FromHost>,
    hears: Option<Word>,
    answer: oneshot::Sender<Result<Vec<ToHost>, RequestError>>,
}

impl ArbiterLink {
    /// Starts an arbiter, which makes files for its own account only. Events arrive at the receiver. The arbiter ends when all links are dropped.
    pub fn start(program: &Path) -> io::Result<(Self, mpsc::Receiver<MatchEvent>)> {
        let mut child = spawn_private(Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the arbiter has no pipes"));
        };
        let (requests, asked) = mpsc::channel(WAITING);
        let (told, heard) = mpsc::channel(WAITING);
        let (events, happened) = mpsc::channel(WAITING);
        let (lines, written) = std::sync::mpsc::channel();
        thread::spawn(move || write(input, &written));
        thread::spawn(move || read(child, output, &told));
        tokio::spawn(
            LinkDesk { lines, events, waiting: VecDeque::new(), starts: Vec::new(), said: 0 }.serve(asked, heard),
        );
        Ok((Self { requests }, happened))
    }

    /// Sends lines and returns the answers, without events. Fails if a line cannot be written or is refused, or the
    /// arbiter has ended. Of several errors the first is returned. The lines after a refused line are sent too.
    pub async fn ask(&self, lines: Vec<FromHost>) -> Result<Vec<ToHost>, RequestError> {
        self.listen(None, lines).await
    }

    /// Sends lines and returns the answers, together with the events of match `hears` that arrive before the last
    /// answer. The event receiver does not get these events. Fails as [`ArbiterLink::ask`] does.
    pub async fn listen(&self, hears: Option<Word>, lines: Vec<FromHost>) -> Result<Vec<ToHost>, RequestError> {
        let (answer, answered) = oneshot::channel();
        self.requests.send(LinkRequest { lines, hears, answer }).await.map_err(|_| RequestError::Gone)?;
        answered.await.unwrap_or(Err(RequestError::Gone))
    }

    /// The picture of a match that is made by a line, for a moment: full, or the view of a seat. `None` if there is no
    /// picture. Nobody else hears of the match. Fails as [`ArbiterLink::ask`] does.
    pub async fn picture(&self, name: Word, made: FromHost, seat: Option<u32>) -> Result<Option<String>, RequestError> {
        let lines = vec![made, FromHost::Picture { name: name.clone(), seat }, FromHost::Drop(name.clone())];
        Ok(self.listen(Some(name), lines).await?.into_iter().find_map(|answer| match answer {
            ToHost::Picture { svg, .. } => Some(svg.as_str().to_owned()),
            _ => None,
        }))
    }
}

/// Starts a program that makes files for its own account only: logs have what is secret while a match runs.
fn spawn_private(command: &mut Command) -> io::Result<Child> {
    // A child inherits the mask. That of this process comes back, because the browser inherits it too.
    let mask = rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let child = command.spawn();
    rustix::process::umask(mask);
    child
}

fn write(mut input: ChildStdin, lines: &std::sync::mpsc::Receiver<String>) {
    while let Ok(line) = lines.recv() {
        // The thread that reads from the arbiter detects the arbiter's end.
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(mut child: Child, output: ChildStdout, told: &mpsc::Sender<ToHost>) {
    let mut reader = LineReader::new(output, MAX_WRITTEN_LINE);
    while let Ok(Some(line)) = reader.read_line() {
        let parsed = match line {
            OwnedLine::Text(text) => text.parse().map_err(|error| format!("{error}: {text}")),
            other => Err(format!("{other:?}")),
        };
        match parsed {
            Ok(message) => {
                if told.blocking_send(message).is_err() {
                    break;
                }
            }
            // A newer arbiter may send messages unknown to this program.
            Err(error) => log::warn!("cannot parse a line of the arbiter: {error}"),
        }
    }
    drop(reader);
    match child.wait() {
        Ok(status) => log::info!("the arbiter has ended: {status}"),
        Err(error) => log::warn!("the arbiter: {error}"),
    }
}

/// Turns requests into lines, and incoming lines into answers and events.
struct LinkDesk {
    lines: std::sync::mpsc::Sender<String>,
    events: mpsc::Sender<MatchEvent>,
    waiting: VecDeque<WaitingRequest>,
    /// The line numbers of pending `start` lines, with the name of the match.
    starts: Vec<(usize, Word)>,
    said: usize,
}

struct WaitingRequest {
    first: usize,
    last: usize,
    /// The match whose events belong to the answer.
    hears: Option<Word>,
    answers: Vec<ToHost>,
    refused: Option<RequestError>,
    answer: oneshot::Sender<Result<Vec<ToHost>, RequestError>>,
}

impl LinkDesk {
    async fn serve(mut self, mut asked: mpsc::Receiver<LinkRequest>, mut heard: mpsc::Receiver<ToHost>) {
        loop {
            tokio::select! {
                request = asked.recv() => match request {
                    Some(request) => self.say(request),
                    None => break,
                },
                message = heard.recv() => match message {
                    Some(message) => self.hear(message).await,
                    None => break,
                },
            }
        }
    }

    /// Sends a request. An `isready` after its lines marks the end of the answer (UVI 4.2).
    fn say(&mut self, LinkRequest { lines, hears, answer }: LinkRequest) {
        let first = self.said + 1;
        let mut text = String::new();
        if let Err(error) = lines.iter().chain([&FromHost::IsReady]).try_for_each(|line| line.write_line(&mut text)) {
            let _ = answer.send(Err(error.into()));
            return;
        }
        for line in &lines {
            self.said += 1;
            if let FromHost::Start(name) | FromHost::Analyse(name) = line {
                self.starts.push((self.said, name.clone()));
            }
        }
        self.said += 1;
        let _ = self.lines.send(text);
        self.waiting.push_back(WaitingRequest {
            first,
            last: self.said,
            hears,
            answers: Vec::new(),
            refused: None,
            answer,
        });
    }

    async fn hear(&mut self, message: ToHost) {
        if let ToHost::Started { name, .. } | ToHost::Over { name, .. } = &message {
            self.starts.retain(|(_, starting)| starting != name);
        }
        match message {
            ToHost::Error { text, .. } => self.refuse(text.as_str()).await,
            ToHost::ReadyOk => {
                if let Some(done) = self.waiting.pop_front() {
                    let _ = done.answer.send(done.refused.map_or(Ok(done.answers), Err));
                }
            }
            ToHost::Ready { ref name, .. }
            | ToHost::Started { ref name, .. }
            | ToHost::Chance { ref name, .. }
            | ToHost::Played { ref name, .. }
            | ToHost::Score { ref name, .. }
            | ToHost::Turn { ref name, .. }
            | ToHost::Info { ref name, .. }
            | ToHost::Fault { ref name, .. }
            | ToHost::Try { ref name, .. }
            | ToHost::Vacated { ref name, .. }
            | ToHost::Undone { ref name, .. }
            | ToHost::Over { ref name, .. } => {
                match self.waiting.front_mut().filter(|waiting| waiting.hears.as_ref() == Some(name)) {
                    Some(waiting) => waiting.answers.push(message),
                    None => drop(self.events.send(MatchEvent::Message(name.clone(), message)).await),
                }
            }
            _ => {
                if let Some(waiting) = self.waiting.front_mut() {
                    waiting.answers.push(message);
                }
            }
        }
    }

    async fn refuse(&mut self, text: &str) {
        let (number, text) = numbered(text).unwrap_or((0, text));
        if let Some(waiting) = self.waiting.front_mut()
            && (waiting.first..=waiting.last).contains(&number)
        {
            waiting.refused.get_or_insert_with(|| RequestError::Refused(text.to_owned()));
            self.starts.retain(|(line, _)| *line != number);
            return;
        }
        match self.starts.iter().position(|(line, _)| *line == number) {
            Some(place) => {
                let (_, name) = self.starts.swap_remove(place);
                let _ = self.events.send(MatchEvent::Refused(name, text.to_owned())).await;
            }
            None => log::warn!("the arbiter refused a request that nobody waits for: {text}"),
        }
    }
}

/// Splits an error into line number and text: `line 9: it is over` or `line 9 column 4: it is no number` (UVI 4.4).
fn numbered(text: &str) -> Option<(usize, &str)> {
    let column = preceded(tag::<_, _, nom::error::Error<&str>>(" column "), complete::usize);
    let number = preceded(tag("line "), complete::usize);
    let (rest, (number, _, _)) = (number, nom::combinator::opt(column), tag(": ")).parse(text).ok()?;
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_number_of_their_line() {
        assert_eq!(numbered("line 9: c3d5 is not legal"), Some((9, "c3d5 is not legal")));
        assert_eq!(numbered("line 12 column 4: it is no number"), Some((12, "it is no number")));
        assert_eq!(numbered("nothing of the kind"), None);
    }
}
