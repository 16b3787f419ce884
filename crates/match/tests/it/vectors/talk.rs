//! The complete dialogue of a game: the real referee, random bots, and a time that the test controls.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    time::{Duration, Instant},
};

use testkit::{boards::Board, walk};
use uvi::{FromBot, Line, SeatPlayer, Text, ToBot, Value, Word, Words};
use uvi_games::game::{Actor, BySeat, OptionValues, Seat, Seed, Stream, Variant};
use uvi_match::referee::{Match, MatchSpec, Output};

/// The number of games that are tried. The chosen game has the most shapes of actions among those with at most `SHORT`
/// questions, or else is the shortest.
const TRIED: u32 = 48;
const SHORT: usize = 32;

/// Returns the dialogue of a short game of a variant, with the fewest seats.
pub(crate) fn of(variant: &'static dyn Variant) -> String {
    let board = Board { variant, seats: variant.seats()[0] };
    let mut options = OptionValues::defaults(variant.options());
    for (name, value) in board.short() {
        options.set(name, &value).unwrap();
    }
    let rank = |&number: &u32| {
        let (questions, shapes) = measure(board, &options, &walk::seed(number));
        if questions <= SHORT { (0, Reverse(shapes), questions) } else { (1, Reverse(0), questions) }
    };
    let number = (1..=TRIED).min_by_key(rank).unwrap();
    let mut talk = Talk::new(board, options, walk::seed(number));
    talk.play();
    talk.text
}

/// Returns the number of questions in a game, and the number of shapes of its actions.
fn measure(board: Board, options: &OptionValues, seed: &Seed) -> (usize, usize) {
    let mut table = board.variant.start(options, board.seats, seed).unwrap();
    let (mut questions, mut shapes) = (0, BTreeSet::new());
    loop {
        let due = walk::due(&*table, seed);
        shapes.extend(walk::shapes(&*table));
        if due.is_empty() {
            return (questions, shapes.len());
        }
        if table.forced().is_none() {
            questions += due.iter().filter(|(actor, _)| *actor != Actor::Chance).count();
        }
        for (actor, action) in due {
            table.play(actor, action.as_str()).unwrap();
        }
    }
}

/// A match, and the knowledge of its bots.
struct Talk {
    game: Match,
    seed: Seed,
    /// The time since the start.
    passed: Duration,
    origin: Instant,
    /// The last position and legal actions that each bot was told.
    questions: BTreeMap<u32, (Words, Words)>,
    /// The planned messages of bots, with their times.
    answers: Vec<(Duration, Seat, FromBot)>,
    text: String,
}

impl Talk {
    fn new(board: Board, options: OptionValues, seed: Seed) -> Self {
        let Board { variant, seats } = board;
        let mut text = format!(
            "# A game of {} ({}), told by a test: what each bot hears (>) and says (<), with the seconds since the start.\n",
            variant.title(),
            variant.word(),
        );
        let changed = walk::changed(variant, &options);
        let told = changed.iter().fold(String::new(), |text, (name, value)| format!("{text} {name}={value}"));
        let told = if told.is_empty() { " the defaults" } else { &told };
        writeln!(text, "# Seed {seed}; options:{told}.").unwrap();
        let word = |text: &str| Word::new(text).unwrap();
        let changed: Vec<_> = changed.iter().map(|(name, value)| (word(name), Value::new(value.as_str()))).collect();
        let mut spec = MatchSpec::new(word("m"), variant, Some(seats.into()), seed, &changed).unwrap();
        spec.set_clock(None, "time 60000 inc 500".parse().unwrap()).unwrap();
        for seat in 1..=seats.into() {
            spec.set_player(seat, &SeatPlayer::Bot(Text::new("bot"))).unwrap();
        }
        let settings = spec.settings(spec.table().unwrap()).unwrap();
        Self {
            game: Match::new(settings, BySeat::new(seats, |_| None)),
            seed,
            passed: Duration::ZERO,
            origin: Instant::now(),
            questions: BTreeMap::new(),
            answers: Vec::new(),
            text,
        }
    }

    fn now(&self) -> Instant {
        self.origin + self.passed
    }

    fn play(&mut self) {
        self.game.start(self.now());
        self.carry_out();
        while let Some(place) = (0..self.answers.len()).min_by_key(|&place| (self.answers[place].0, place)) {
            let (when, seat, said) = self.answers.remove(place);
            self.passed = when;
            self.write('<', seat, &said.to_string());
            self.game.line(self.now(), seat, Line::Text(&said.to_string()));
            self.carry_out();
        }
        assert!(self.game.is_over(), "{}", self.text);
        // The driver says this if no other game follows.
        for seat in Seat::all(self.game.settings().seats.seats()) {
            self.write('>', seat, &ToBot::Quit.to_string());
        }
    }

    fn write(&mut self, arrow: char, seat: Seat, line: &str) {
        writeln!(self.text, "{:>8.3} {arrow} seat {}: {line}", self.passed.as_secs_f64(), seat.number()).unwrap();
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.game.output() {
            match output {
                Output::Say(seat, message) => {
                    self.write('>', seat, &message.to_string());
                    self.hear(seat, &message);
                }
                Output::Record(_) | Output::Tell(_) => {}
                Output::Dismiss(seat) | Output::Mute(seat) => panic!("seat {} is at fault", seat.number()),
                Output::Note(seat, text) => panic!("seat {}: {text}", seat.number()),
                Output::CannotStart(text) => panic!("{text}"),
            }
        }
        self.game.sent(self.now());
    }

    fn hear(&mut self, seat: Seat, message: &ToBot) {
        let number = seat.number();
        match message {
            ToBot::Uvi(_) => {
                let said = [
                    FromBot::IdName(Text::new(format!("Bot {number}"))),
                    FromBot::IdAuthor(Text::new("A test")),
                    FromBot::Feature(Words::new("legal").unwrap()),
                    FromBot::UviOk,
                ];
                said.into_iter().for_each(|line| self.say(40, seat, line));
            }
            ToBot::IsReady => self.say(1, seat, FromBot::ReadyOk),
            ToBot::Position(view) => {
                self.questions.insert(number, (view.clone(), Words::default()));
            }
            ToBot::Legal(actions) => self.questions.get_mut(&number).unwrap().1 = actions.clone(),
            ToBot::Go(_) => {
                let (view, legal) = &self.questions[&number];
                let legal: Vec<Word> = (0..legal.len()).filter_map(|place| legal.nth(place)).collect();
                let action = walk::choose(&self.seed, number, view.as_str(), &legal);
                let thought = Stream::new(&self.seed, &format!("think {number} {view}")).below(900) + 20;
                self.say(thought, seat, FromBot::BestMove(action.into()));
            }
            ToBot::NewGame(_) | ToBot::GameOver(_) | ToBot::Quit => {}
            _ => panic!("nobody should say {message}"),
        }
    }

    /// Plans a message of a bot, `later` milliseconds from now.
    fn say(&mut self, later: u32, seat: Seat, said: FromBot) {
        self.answers.push((self.passed + Duration::from_millis(later.into()), seat, said));
    }
}
