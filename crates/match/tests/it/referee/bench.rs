//! A match whose surroundings, bots, host and time, are played by the test.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use testkit::toy::Toy;
use uvi::{ClockWords, InfoDetail, Line, OnFault, Text, ToBot, Value, Word, Words};
use uvi_games::{
    game::{BySeat, Game, OptionValues, Row, Seat, Seed, Variant, commitment},
    games::{self, REGISTRY},
};
use uvi_match::{
    record::{self, Probe, Record, Terms},
    referee::{
        BotEnd, Delivery, HostError, Match, Notation, Output, Player, SeatSettings, Settings, StartObstacle, UnfitBot,
        Unfitness,
    },
};

static TOY: Row<Toy<false>> = Toy::ROW;
static TOY_SHARED: Row<Toy<true>> = Toy::ROW;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) variant: &'a str,
    pub(crate) seats: u8,
    pub(crate) clock: &'a str,
    pub(crate) on_fault: OnFault,
    /// The number of tries of each bot.
    pub(crate) retry: Option<u32>,
    /// The features that bots want.
    pub(crate) features: &'a str,
    /// The `seatset` keys of all bots.
    pub(crate) set: &'a [(&'a str, &'a str)],
    pub(crate) info: InfoDetail,
    pub(crate) hosts: &'a [u32],
    pub(crate) bot_options: &'a [(&'a str, &'a str)],
    pub(crate) debug: bool,
    pub(crate) analyses: bool,
    pub(crate) adjudication: Option<&'a str>,
    /// The start position, if not that of the variant.
    pub(crate) position: Option<&'a str>,
    pub(crate) tells_lots: bool,
    pub(crate) takebacks: bool,
    pub(crate) warns: bool,
    pub(crate) probe: Option<Probe>,
}

impl Default for Rules<'_> {
    fn default() -> Self {
        Self {
            variant: "orwell",
            seats: 3,
            clock: "none",
            on_fault: OnFault::Forfeit,
            retry: None,
            features: "",
            set: &[],
            info: InfoDetail::Last,
            hosts: &[],
            bot_options: &[],
            debug: false,
            analyses: false,
            adjudication: None,
            position: None,
            tells_lots: true,
            takebacks: false,
            warns: false,
            probe: None,
        }
    }
}

/// A match, its time, and all its output.
#[derive(Debug)]
pub(crate) struct Bench {
    game: Match,
    now: Instant,
    heard: BTreeMap<u32, Vec<String>>,
    told: Vec<String>,
    records: Vec<Record>,
    seen_records: usize,
    dismissed: Vec<u32>,
    muted: Vec<u32>,
    cannot_start: Option<String>,
    features: String,
    /// The seats whose bots have to say `readyok`.
    owing: BTreeSet<u32>,
}

fn seat(number: u32) -> Seat {
    Seat::new(number).unwrap()
}

fn limits(words: &str) -> ClockWords {
    words.parse::<ClockWords>().unwrap_or_else(|error| panic!("{words}: {error}"))
}

impl Bench {
    /// Starts a match in which all bots have greeted and the first question is asked. Earlier output is discarded.
    #[track_caller]
    pub(crate) fn start(rules: Rules<'_>) -> Self {
        let mut bench = Self::ungreeted(rules);
        for number in 1..=u32::from(rules.seats) {
            if !rules.hosts.contains(&number) {
                bench.greet(number);
            }
        }
        bench.told.clear();
        bench.seen_records = bench.records.len();
        bench
    }

    /// Starts a match in which no bot has greeted yet.
    pub(crate) fn ungreeted(rules: Rules<'_>) -> Self {
        let variant: &'static dyn Variant = match rules.variant {
            "toy" => &TOY,
            "toy-shared" => &TOY_SHARED,
            word => games::REGISTRY.find(word).unwrap(),
        };
        let options = OptionValues::defaults(variant.options());
        let seed: Seed = "2a".parse().unwrap();
        let word = |text: &str| Word::new(text).unwrap();
        let settings = Settings {
            name: word("m"),
            variant,
            seed,
            tells_lots: rules.tells_lots,
            start: match rules.position {
                Some(position) => variant.read(&options, rules.seats, position).unwrap(),
                None => variant.start(&options, rules.seats, &seed).unwrap(),
            },
            options,
            set_position: rules.position.is_some(),
            seats: BySeat::new(rules.seats, |seat| {
                let host = rules.hosts.contains(&seat.number());
                let pairs = |pairs: &[(&str, &str)]| {
                    pairs.iter().map(|(name, value)| (word(name), Value::new(*value))).collect::<Vec<_>>()
                };
                let (options, set) = (pairs(rules.bot_options), pairs(rules.set));
                SeatSettings {
                    player: match host {
                        true => Player::Host,
                        false => Player::Bot { command: Text::new("bot"), options, set },
                    },
                    limits: if host { ClockWords::default() } else { limits(rules.clock) },
                }
            }),
            clock: limits(rules.clock),
            terms: Terms {
                on_fault: rules.on_fault,
                retry: rules.retry,
                info: Some(rules.info),
                adjudication: rules.adjudication.map(|rules| rules.parse().unwrap()),
                takebacks: rules.takebacks.then_some(uvi::Switch::On),
                warn: rules.warns.then_some(uvi::Switch::On),
                ..Terms::default()
            },
            probe: rules.probe,
            entry: None,
        };
        let mut game = Match::new(settings, BySeat::new(rules.seats, |_| None));
        game.audience().debug = rules.debug;
        game.audience().analyses = rules.analyses;
        let mut bench = Self {
            game,
            now: Instant::now(),
            heard: BTreeMap::new(),
            told: Vec::new(),
            records: Vec::new(),
            seen_records: 0,
            dismissed: Vec::new(),
            muted: Vec::new(),
            cannot_start: None,
            features: rules.features.to_owned(),
            owing: BTreeSet::new(),
        };
        bench.game.start(bench.now);
        bench.carry_out();
        bench
    }

    /// Carries out the outputs, like the driver.
    fn carry_out(&mut self) {
        while let Some(output) = self.game.output() {
            match output {
                Output::Say(seat, message) => {
                    if message == ToBot::IsReady {
                        self.owing.insert(seat.number());
                    }
                    self.heard.entry(seat.number()).or_default().push(message.to_string());
                }
                Output::Record(record) => self.records.push(record),
                Output::Tell(message) => self.told.push(message.to_string()),
                Output::Dismiss(seat) => {
                    self.owing.remove(&seat.number());
                    self.dismissed.push(seat.number());
                }
                Output::Mute(seat) => self.muted.push(seat.number()),
                Output::Note(..) => {}
                Output::CannotStart(unfit) => self.cannot_start = Some(unfit.to_string()),
            }
        }
        self.game.sent(self.now);
    }

    pub(crate) fn greet(&mut self, number: u32) {
        self.say(number, "id name bot");
        self.say(number, "option name seed type spin");
        if !self.features.is_empty() {
            self.say(number, &format!("feature {}", self.features));
        }
        ["uviok", "readyok", "readyok"].into_iter().for_each(|line| self.say(number, line));
    }

    pub(crate) fn say(&mut self, number: u32, line: &str) {
        self.say_together(number, &[line]);
    }

    /// Answers with the first legal action of the seat that is to act. Returns false if the game is over.
    pub(crate) fn answer(&mut self) -> bool {
        let Some((seat, legal)) = self.to_act() else { return false };
        self.say(seat, &format!("bestmove {}", legal[0]));
        true
    }

    /// Sends several lines before any output is carried out.
    pub(crate) fn say_together(&mut self, number: u32, lines: &[&str]) {
        for line in lines {
            if *line == "readyok" {
                self.owing.remove(&number);
            }
            let line = match line.len() > uvi::MAX_LINE {
                true => Line::TooLong { start: &line.as_bytes()[..64] },
                false => Line::Text(line),
            };
            self.game.line(self.now, seat(number), line);
        }
        self.carry_out();
    }

    pub(crate) fn pass(&mut self, millis: u64) {
        self.now += Duration::from_millis(millis);
    }

    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
    }

    pub(crate) fn tick(&mut self) {
        self.game.tick(self.now);
        self.carry_out();
    }

    /// Lets this time lapse, and the match look at its deadlines.
    pub(crate) fn lapse(&mut self, millis: u64) {
        self.pass(millis);
        self.tick();
    }

    /// Notes an unfinished line of a bot whose time is up.
    pub(crate) fn unfinished(&mut self, number: u32, line: &str) {
        self.game.unfinished(seat(number), line);
    }

    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(crate) fn end(&mut self, number: u32, text: &str) {
        self.game.ended(self.now, seat(number), BotEnd::Ended(text.to_owned()));
        self.carry_out();
    }

    pub(crate) fn not_started(&mut self, number: u32, text: &str) {
        self.game.ended(self.now, seat(number), BotEnd::NotStarted(text.to_owned()));
        self.carry_out();
    }

    pub(crate) fn blocked(&mut self, number: u32) {
        self.game.delivery(self.now, seat(number), Delivery::Blocked);
        self.carry_out();
    }

    pub(crate) fn closed(&mut self, number: u32) {
        self.game.delivery(self.now, seat(number), Delivery::Closed);
        self.carry_out();
    }

    fn host(&mut self, result: Result<(), HostError>) -> Result<(), String> {
        self.carry_out();
        result.map_err(|error| format!("{} {error}", error.code()))
    }

    pub(crate) fn play(&mut self, number: u32, actions: &str) -> Result<(), String> {
        let result = self.game.play(self.now, number, &Words::new(actions).unwrap(), Notation::Link);
        self.host(result)
    }

    pub(crate) fn resign(&mut self, number: u32) -> Result<(), String> {
        let result = self.game.resign(self.now, number);
        self.host(result)
    }

    pub(crate) fn undo(&mut self, plies: u32) -> Result<(), String> {
        let result = self.game.undo(self.now, plies);
        self.host(result)
    }

    pub(crate) fn undo_to(&mut self, to: u32) -> Result<(), String> {
        let result = self.game.undo_to(self.now, to);
        self.host(result)
    }

    pub(crate) fn picture(&self) -> uvi_games::game::Picture {
        self.game.course().picture(None)
    }

    pub(crate) fn stop(&mut self) -> Result<(), String> {
        let result = self.game.stop();
        self.host(result)
    }

    /// Stops the match, whose log must verify.
    #[track_caller]
    pub(crate) fn stop_and_verify(&mut self) {
        self.stop().unwrap();
        self.verifies();
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.game.deadline()
    }

    /// Takes the messages to a bot since the last call.
    pub(crate) fn heard(&mut self, number: u32) -> Vec<String> {
        std::mem::take(self.heard.entry(number).or_default())
    }

    #[track_caller]
    pub(crate) fn said(&mut self, number: u32, expected: &[&str]) {
        assert_eq!(self.heard(number), expected);
    }

    /// A seat whose bot has to say `readyok`.
    pub(crate) fn owes_ready(&self) -> Option<u32> {
        self.owing.first().copied()
    }

    pub(crate) fn last_heard(&self, number: u32) -> &str {
        self.heard.get(&number).and_then(|lines| lines.last()).map_or("", String::as_str)
    }

    /// Takes the messages to the host since the last call.
    pub(crate) fn tell(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    #[track_caller]
    pub(crate) fn told(&mut self, expected: &[&str]) {
        assert_eq!(self.tell(), expected);
    }

    #[track_caller]
    pub(crate) fn told_first(&mut self, expected: &[&str]) {
        let told = self.tell();
        assert_eq!(told[..expected.len().min(told.len())], *expected, "{told:?}");
    }

    #[track_caller]
    pub(crate) fn told_last(&mut self, expected: &str) {
        let told = self.tell();
        assert_eq!(told.last().map(String::as_str), Some(expected), "{told:?}");
    }

    fn kinds(records: &[Record]) -> Vec<String> {
        let kind = |record: &Record| {
            let value: serde_json::Value = serde_json::from_str(&record.to_line()).unwrap();
            value["type"].as_str().unwrap().to_owned()
        };
        records.iter().map(kind).collect()
    }

    #[track_caller]
    pub(crate) fn recorded(&self, expected: &[&str]) {
        assert_eq!(Self::kinds(&self.records), expected);
    }

    #[track_caller]
    pub(crate) fn recorded_more(&mut self, expected: &[&str]) {
        assert_eq!(Self::kinds(&self.records[self.seen_records..]), expected);
        self.seen_records = self.records.len();
    }

    pub(crate) fn can_play_again(&self, number: u32) -> bool {
        self.game.chairs()[seat(number)].profile().is_some()
    }

    pub(crate) fn dismissed(&self, number: u32) -> bool {
        self.dismissed.contains(&number)
    }

    pub(crate) fn muted(&self, number: u32) -> bool {
        self.muted.contains(&number)
    }

    pub(crate) fn cannot_be_started(&mut self, number: u32, why: &str) {
        let reason = Unfitness::Unstarted { reason: why.to_owned(), cause: StartObstacle::Machine };
        self.game.cannot_start(UnfitBot { seat: seat(number), reason });
        self.carry_out();
    }

    pub(crate) fn cannot_start(&self) -> &str {
        self.cannot_start.as_deref().unwrap_or_default()
    }

    pub(crate) fn commitment(&self) -> String {
        commitment(&self.game.settings().seed).to_string()
    }

    pub(crate) fn start_position(&self) -> String {
        self.game.settings().start.position().to_string()
    }

    pub(crate) fn history(&self) -> String {
        self.game.course().history(None).1.to_string()
    }

    /// The seat that is to act, and its legal actions.
    pub(crate) fn to_act(&self) -> Option<(u32, Vec<Word>)> {
        self.all_to_act().into_iter().next()
    }

    /// The seats that are asked now, each with its legal actions.
    pub(crate) fn all_to_act(&self) -> Vec<(u32, Vec<Word>)> {
        let seats = Seat::all(self.game.settings().seats.seats());
        seats.map(|seat| (seat.number(), self.game.legal(seat))).filter(|(_, legal)| !legal.is_empty()).collect()
    }

    pub(crate) fn position(&self) -> String {
        self.game.course().position(None).to_string()
    }

    pub(crate) fn log(&self) -> String {
        self.records.iter().map(|record| record.to_line() + "\n").collect()
    }

    /// Everything that a viewer could be shown now.
    pub(crate) fn everything_shown(&self) -> String {
        let mut shown = format!("{:?} {:?}", self.game.course().position(None), self.game.course().history(None));
        for seat in Seat::all(self.game.settings().seats.seats()) {
            let legal = self.game.legal(seat);
            shown.push_str(&format!(
                "{:?} {:?} {legal:?} {:?} {}",
                self.game.course().position(Some(seat)),
                self.game.course().history(Some(seat)),
                self.game.chairs().asked().contains(seat).then(|| self.game.course().table().choices(seat)),
                self.game.course().picture(Some(seat)).to_line()
            ));
        }
        shown
    }

    /// True if the arbiter drew the action with this number.
    pub(crate) fn is_random(&self, n: u32) -> bool {
        self.records.iter().any(|record| matches!(record, Record::Action(action) if action.n == n && action.random))
    }

    /// Returns reason, score and seat of the result.
    pub(crate) fn result(&self) -> String {
        let Some(Record::Result(result)) = self.records.last() else { panic!("{:?}", self.records.last()) };
        let score = result.score.iter().flatten().map(|points| format!(" {points}"));
        let seat = result.seat.map(|seat| format!(" seat {seat}"));
        std::iter::once(result.reason.clone()).chain(score).chain(seat).collect()
    }

    /// Checks that the log verifies. Only for variants of the registry.
    #[track_caller]
    pub(crate) fn verifies(&self) {
        let log = self.log();
        let verified = record::verify(REGISTRY, log.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{log}"));
        assert!(verified.result.is_some());
    }
}

/// Checks that a log does not verify, with this reason.
#[track_caller]
pub(crate) fn refused(log: &str, expected: &str) {
    let error = record::verify(REGISTRY, log.as_bytes(), None).expect_err("it passes");
    assert!(error.to_string().contains(expected), "{error}\n{log}");
}
