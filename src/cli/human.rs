//! A person at the terminal: prompts on stdout, and reads decisions from stdin.

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
    /// A new match begins. The person's requests go to this match.
    Play(Requests),
    /// This seat must decide.
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

    /// Begins a new match, which gets the person's requests from now on.
    pub(crate) fn play(&self, requests: Requests) {
        self.put(Question::Play(requests));
    }

    /// Asks the person to decide for a seat.
    pub(crate) fn ask(&self, seat: u32) {
        self.put(Question::Ask(seat));
    }

    /// Tells the person's thread that the match refused its last request, so that it prompts again.
    pub(crate) fn refused(&self) {
        self.refused.store(true, Ordering::Release);
    }

    fn put(&self, question: Question) {
        // The send fails only if the thread has ended. The thread ends with stdin, after it has aborted the match.
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
