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
use uvi_games::game::{Seat, Variant};
use uvi_match::referee::Notation;

use super::{
    output::{print, prompt},
    rules,
    show::style,
};
use crate::driver::{Origin, Requests, Wish};

const HELP: &str = "\
type an action as the board or the list of legal actions shows it (several are played in order), or:
  legal    the legal actions
  board    the board
  rules    the rules; `rules end` has the section End only
  resign   give up
  stop     abort the match
  help     this text";

#[derive(Debug)]
pub(crate) struct Human {
    questions: Sender<HumanQuestion>,
    /// True if the match refused the person's last request.
    is_refused: Arc<AtomicBool>,
}

#[derive(Debug)]
enum HumanQuestion {
    /// A new match of this variant begins. The person's requests go to this match.
    Play(Requests, &'static dyn Variant),
    Ask(u32),
}

impl Human {
    pub(crate) fn start() -> std::io::Result<Self> {
        let (questions, asked) = unbounded();
        let is_refused = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&is_refused);
        thread::Builder::new().name("human".to_owned()).spawn(move || sit(&asked, &heard))?;
        Ok(Self { questions, is_refused })
    }

    pub(crate) fn play(&self, requests: Requests, variant: &'static dyn Variant) {
        self.put(HumanQuestion::Play(requests, variant));
    }

    pub(crate) fn ask(&self, seat: u32) {
        self.put(HumanQuestion::Ask(seat));
    }

    /// Tells the person's thread that the match refused its last request, so that it prompts again.
    pub(crate) fn refused(&self) {
        self.is_refused.store(true, Ordering::Release);
    }

    fn put(&self, question: HumanQuestion) {
        // The send fails only if the thread has ended. The thread ends with stdin, after it has aborted the match.
        let _ = self.questions.send(question);
    }
}

fn sit(questions: &Receiver<HumanQuestion>, is_refused: &AtomicBool) {
    let mut game: Option<(Requests, &'static dyn Variant)> = None;
    let mut lines = std::io::stdin().lock().split(b'\n');
    for question in questions {
        let seat = match question {
            HumanQuestion::Play(requests, variant) => {
                game = Some((requests, variant));
                continue;
            }
            HumanQuestion::Ask(seat) => seat,
        };
        let Some((game, variant)) = &game else { continue };
        let colour = Seat::new(seat).and_then(|seat| variant.colour(seat));
        let colour = colour.map(|colour| format!(", {colour}")).unwrap_or_default();
        let asked = format!("seat {seat}{colour} (or help) > ");
        let wish = |wish| {
            is_refused.store(false, Ordering::Release);
            game.put(Origin::default(), wish) && !is_refused.load(Ordering::Acquire)
        };
        if !wish(Wish::Show(style())) {
            continue;
        }
        loop {
            prompt(&asked);
            let Some(Ok(line)) = lines.next() else {
                print("nothing more can be read, so the match ends");
                wish(Wish::Stop);
                return;
            };
            // A terminal with another character set sends bytes that are not UTF-8.
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            if let Some(section) = line.strip_prefix("rules").filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
                match rules::show(*variant, section.trim()) {
                    Ok(()) => wish(Wish::Show(style())),
                    Err(error) => print(&error.to_string()),
                };
                continue;
            }
            let decided = match line {
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
                    Some(actions) => wish(Wish::Play(seat, actions, Notation::People)),
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
