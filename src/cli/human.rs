//! A person at the terminal: asked for a decision, answered with lines of stdin.

use std::{
    io::BufRead,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use uvi::Words;

use super::{
    output::{print, prompt},
    show::style,
};
use crate::driver::{Origin, Requests, Wish};

const HELP: &str = "\
type an action (several are played in order), or:
  legal    the legal actions
  board    the board
  resign   give up
  stop     abort the match
  help     this text";

/// A person at the terminal, who may play several seats.
#[derive(Debug)]
pub(crate) struct Human {
    questions: Sender<Question>,
    refused: Arc<AtomicBool>,
}

#[derive(Debug)]
enum Question {
    /// A new match, and the way to it.
    Play(Requests),
    /// A seat is to decide.
    Ask(u32),
}

impl Human {
    /// Starts the thread that reads stdin.
    pub(crate) fn start() -> std::io::Result<Self> {
        let (questions, asked) = unbounded();
        let refused = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&refused);
        thread::Builder::new().name("human".to_owned()).spawn(move || sit(&asked, &flag))?;
        Ok(Self { questions, refused })
    }

    /// A new match begins.
    pub(crate) fn play(&self, requests: Requests) {
        self.put(Question::Play(requests));
    }

    /// A seat is to decide.
    pub(crate) fn ask(&self, seat: u32) {
        self.put(Question::Ask(seat));
    }

    /// What was asked for last is refused.
    pub(crate) fn refused(&self) {
        self.refused.store(true, Ordering::Release);
    }

    fn put(&self, question: Question) {
        // The thread ends with stdin; the match is aborted then.
        let _ = self.questions.send(question);
    }
}

fn sit(questions: &Receiver<Question>, refused: &AtomicBool) {
    let mut game: Option<Requests> = None;
    let mut lines = std::io::stdin().lock().lines();
    for question in questions {
        let seat = match question {
            Question::Play(requests) => {
                game = Some(requests);
                continue;
            }
            Question::Ask(seat) => seat,
        };
        let Some(game) = &game else { continue };
        let wish = |wish| {
            refused.store(false, Ordering::Release);
            game.put(Origin::default(), wish) && !refused.load(Ordering::Acquire)
        };
        if !wish(Wish::Show(style())) {
            continue;
        }
        loop {
            prompt(&format!("seat {seat} > "));
            let Some(Ok(line)) = lines.next() else {
                wish(Wish::Stop);
                return;
            };
            let decided = match line.trim() {
                "" => false,
                "help" | "?" => {
                    print(HELP);
                    false
                }
                "legal" => {
                    wish(Wish::Legal(seat));
                    false
                }
                "board" | "show" => {
                    wish(Wish::Show(style()));
                    false
                }
                "resign" => wish(Wish::Resign(seat)),
                "stop" | "quit" | "exit" => {
                    wish(Wish::Stop);
                    true
                }
                actions => match Words::new(actions) {
                    Some(actions) => wish(Wish::Play(seat, actions)),
                    None => {
                        print("expected words of printable ASCII");
                        false
                    }
                },
            };
            if decided {
                break;
            }
        }
    }
}
