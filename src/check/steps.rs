//! The steps. Each tests a demand of the protocol, whose section is named beside the step.

use std::time::Duration;

use uvi::{ClockWords, Fault, FromBot, Text, ToBot, Value, Word, bot::Feature};
use uvi_cup::counted;
use uvi_games::game::{Seat, Variant, meant, suggestion};
use uvi_match::referee::Profile;

use super::{
    Report,
    cause::misspelt,
    finding::{CheckFinding, CheckResult, StepError},
    game::{CheckedGame, Interrupt, Play, ReadyMoment, play},
    interview::{AwaitedReply, Interview},
    options::{defaults, flaw, unfit},
    run::Check,
};
use crate::{
    driver::{BotEvent, LAST_WORDS, LinkEnd},
    world::{RealClock, WorldClock as _},
};

const SHORT_GAME: u32 = 10;

const SHORT_MOVE: u64 = 500;

/// A short clock, in milliseconds: the time for the game, and the time added after each answer.
const SHORT_CLOCK: [u64; 2] = [2000, 100];

/// The length of a script, in bytes, after which the next game has a new process.
const LONGEST_SCRIPT: usize = 1 << 22;

impl Interview {
    /// UVI 2.1: the bot introduces itself, and ends with `uviok`.
    pub(super) fn greeting(&mut self, within: Duration) -> CheckResult<Profile> {
        let mut profile = Profile::default();
        let wanted = AwaitedReply {
            verbs: &["id", "option", "variant", "feature", "uviok"],
            what: "uviok",
            after: "uvi 1",
            within,
            fault: Fault::NoGreeting,
        };
        self.expect(wanted, |message| {
            let done = message == FromBot::UviOk;
            profile.hear(message);
            done.then_some(())
        })?;
        Ok(profile)
    }

    /// UVI 2.1: the bot answers `isready` with `readyok`.
    pub(super) fn ready(&mut self, within: Duration) -> CheckResult<()> {
        self.forget();
        self.say(&ToBot::IsReady);
        self.send();
        self.await_ready(within)
    }

    pub(super) fn set(&mut self, options: &[(Word, Value)], within: Duration) -> CheckResult<()> {
        for (name, value) in options {
            self.say(&ToBot::SetOption { name: name.clone(), value: value.clone() });
        }
        self.ready(within)
    }

    fn await_ready(&mut self, within: Duration) -> CheckResult<()> {
        let wanted =
            AwaitedReply { verbs: &["readyok"], what: "readyok", after: "isready", within, fault: Fault::Timeout };
        self.expect(wanted, |message| (message == FromBot::ReadyOk).then_some(()))
    }

    fn leaves(&mut self, after: &'static str, within: Duration) -> CheckResult<String> {
        let by = RealClock.now() + within;
        loop {
            match self.hear(by)? {
                BotEvent::End(LinkEnd::Left(text) | LinkEnd::Ended(text)) => return Ok(text),
                BotEvent::Line(_) => {}
                BotEvent::End(_) | BotEvent::Deaf | BotEvent::Nothing => {
                    let expected = format!("expected the bot to exit within {} ms of {after}", within.as_millis());
                    return Err(CheckFinding::unseen(format!("{expected}, but it still runs")).into());
                }
            }
        }
    }
}

type CheckStep<C> = (&'static str, fn(&mut C) -> CheckResult<Report>);

impl Check<'_> {
    pub(super) const STEPS: [CheckStep<Self>; 12] = [
        ("options", Self::options),
        ("variants", Self::variants),
        ("isready", |check| check.hears(&[], "readyok")),
        // UVI 1: a reader ignores empty lines, and verbs that it does not know, because later versions may add some.
        ("unknown-lines", |check| check.hears(&["hello there", "", "uvix 1 2 3"], "ignored, then readyok")),
        // UVI 3.3: with `onfault random` a bot continues to play after it is told of its fault.
        ("error", |check| {
            let text = "illegal: the check sends this line as a test, nothing is wrong";
            check.talk()?.say(&ToBot::Error(Text::new(text)));
            check.hears(&[], "survived, then readyok")
        }),
        ("newgame", Self::new_game),
        ("again", Self::again),
        ("thinking", Self::thinking),
        ("stop", Self::stop),
        ("gameover", Self::game_over),
        ("movetime", |check| check.short(ClockWords { movetime: Some(SHORT_MOVE), ..ClockWords::default() })),
        ("clock", |check| {
            let [time, inc] = SHORT_CLOCK.map(Some);
            check.short(ClockWords { time, inc, ..ClockWords::default() })
        }),
    ];

    pub(super) const LAST_STEPS: [CheckStep<Self>; 2] = [
        ("quit", |check| {
            check.leaves("quit", |talk| {
                talk.say(&ToBot::Quit);
                talk.send();
            })
        }),
        ("end-of-input", |check| check.leaves("the end of its input", Interview::close_input)),
    ];

    /// Sends these lines, which are no messages, and checks that the bot is ready afterwards.
    fn hears(&mut self, lines: &[&'static str], passed: &str) -> CheckResult<Report> {
        let patience = self.settings.patience.ready();
        let talk = self.talk()?;
        lines.iter().for_each(|line| talk.say_unknown(line));
        talk.ready(patience)?;
        pass(passed)
    }

    /// UVI 2.2: the bot leaves by itself after `quit`, and at the end of its input.
    fn leaves(&mut self, after: &'static str, tell: impl FnOnce(&mut Interview)) -> CheckResult<Report> {
        let patience = self.settings.patience.quit();
        let talk = self.settle()?;
        let said_before = talk.stderr(1);
        tell(talk);
        let mut end = talk.leaves(after, patience)?;
        // A line from before, such as about an error that the check made up, says nothing about the end.
        if said_before.is_some() && talk.stderr(1) == said_before {
            end.truncate(end.find(LAST_WORDS).unwrap_or(end.len()));
        }
        self.part();
        pass(end)
    }

    pub(super) fn introduction(&self) -> String {
        let Profile { name, author, options, legal, history, unknown_features, .. } = &self.profile;
        let name = name.as_deref().filter(|name| !name.is_empty()).unwrap_or("no name");
        let author = author.as_deref().filter(|author| !author.is_empty());
        let author = author.map(|author| format!(" by {author}")).unwrap_or_default();
        let options = match options.len() as u32 {
            0 => "no option".to_owned(),
            count => counted(count, "option"),
        };
        let features = match (legal, history) {
            (false, false) => "no feature",
            (true, false) => "feature legal",
            (false, true) => "feature history",
            (true, true) => "features legal and history",
        };
        let unknown = unknown_features.iter().map(|word| {
            let features = Feature::ALL.map(Feature::word);
            let known = || format!("the arbiter knows {}", features.join(" and "));
            format!("; ignored: there is no feature {word}; {}", suggestion(word, features, known))
        });
        let ignored = self.ignored().filter_map(misspelt).map(|text| format!("; {text}"));
        format!("{name}{author}, {options}, {features}{}", unknown.chain(ignored).collect::<String>())
    }

    /// UVI 2.3: options make sense, and take their own defaults. Sets the requested options afterwards.
    fn options(&mut self) -> CheckResult<Report> {
        let settings = self.settings;
        let (talk, profile) = self.parts()?;
        if let Some(flaw) = flaw(&profile.options).or_else(|| unfit(&settings.options, &profile.options)) {
            return Err(CheckFinding::unseen(flaw).into());
        }
        if profile.options.is_empty() {
            return Ok(Report::skipped("the bot declares none"));
        }
        let defaults = defaults(&profile.options);
        talk.set(&defaults, settings.patience.ready())?;
        talk.set(&settings.options, settings.patience.ready())?;
        let names: Vec<_> = defaults.iter().map(|(name, _)| name.as_str()).collect();
        pass(if names.is_empty() {
            "none has a default".to_owned()
        } else {
            format!("set to their defaults: {}", names.join(", "))
        })
    }

    /// UVI 2.3: a bot that names no variant may be asked to play any.
    fn variants(&mut self) -> CheckResult<Report> {
        let known = self.settings.registry.rows().iter().map(|variant| variant.word());
        let unknown = self.profile.variants.iter().filter(|word| known.clone().all(|known| known != **word));
        let hints =
            unknown.filter_map(|word| Some(format!("; did you mean {} by {word}?", meant(word, known.clone())?)));
        let hints: String = hints.collect();
        let named = self.profile.variants.join(", ");
        if let Some(missing) = self.settings.variants.iter().find(|variant| !self.plays(**variant)) {
            let wrong = format!("expected {}, but the bot plays only {named}{hints}", missing.word());
            return Err(CheckFinding::unseen(wrong).into());
        }
        let words = |variants: &[&'static dyn Variant]| {
            variants.iter().map(|variant| variant.word()).collect::<Vec<_>>().join(", ")
        };
        let variants = self.played_variants();
        if variants.is_empty() {
            let known = words(self.settings.registry.rows());
            let wrong = format!("expected one of {known}, but the bot plays only {named}{hints}");
            return Err(CheckFinding::unseen(wrong).into());
        }
        let named = if named.is_empty() { "names none".to_owned() } else { format!("names {named}") };
        pass(format!("{named}; tried: {}{hints}", words(&variants)))
    }

    fn plays(&self, variant: &dyn Variant) -> bool {
        let named = &self.profile.variants;
        named.is_empty() || named.iter().any(|word| word == variant.word())
    }

    /// The variants to play: those that the bot names among the requested ones, or among all if none is requested.
    fn played_variants(&self) -> Vec<&'static dyn Variant> {
        let wanted =
            if self.settings.variants.is_empty() { self.settings.registry.rows() } else { &self.settings.variants[..] };
        wanted.iter().copied().filter(|variant| self.plays(*variant)).collect()
    }

    /// The steps that play whole games: for each variant one with the fewest seats, and one with the most.
    pub(super) fn games(&self) -> Vec<(&'static dyn Variant, u8)> {
        let games = self.played_variants().into_iter().flat_map(|variant| {
            let seats = variant.seats();
            let ends = seats.first().into_iter().chain(seats.last().filter(|_| seats.len() > 1));
            ends.map(move |&seats| (variant, seats))
        });
        games.collect()
    }

    /// A game of the first variant, with the bot at seat 1. `None` if the bot plays none of the requested variants.
    fn first_game(&self, limits: ClockWords, interrupt: Interrupt) -> Option<Play> {
        let variant = *self.played_variants().first()?;
        let whole = Play::whole(self.settings, variant, *variant.seats().first()?, Seat::ONE);
        Some(Play { limits, most: Some(1), interrupt, ..whole })
    }

    /// Plays a game, with a new process if the bot left after the last one, as it may (UVI 2.1).
    pub(super) fn play(&mut self, game: Play) -> CheckResult<CheckedGame> {
        // A script holds all that a process was told.
        if self.talk()?.script.length > LONGEST_SCRIPT {
            self.part();
        }
        loop {
            let (talk, profile) = self.parts()?;
            match play(game.clone(), talk, profile) {
                Err(StepError::Left(_)) => self.part(),
                played => return played,
            }
        }
    }

    /// UVI 2.1: another game may follow a game.
    fn new_game(&mut self) -> CheckResult<Report> {
        let Some(game) = self.first_game(self.settings.limits, Interrupt::None) else { return nothing_to_play() };
        self.play(game.clone())?;
        self.play(game)?;
        pass("two games in a row, one decision in each")
    }

    /// UVI 3.3: with `onfault retry` a bot whose answer is refused is asked again in the same position.
    fn again(&mut self) -> CheckResult<Report> {
        // Both answers share one limit, so it is doubled.
        let limits = self.settings.limits;
        let limits = ClockWords { movetime: limits.movetime.map(|time| time.saturating_mul(2)), ..limits };
        let Some(game) = self.first_game(limits, Interrupt::Refuse) else { return nothing_to_play() };
        match self.play(game)? {
            CheckedGame { interrupted: false, .. } => {
                Ok(Report::skipped("the bot resigned before an answer was refused"))
            }
            CheckedGame { resigned: true, .. } => pass("resigned after an error"),
            CheckedGame { .. } => pass("answered after an error"),
        }
    }

    /// UVI 3.3: `isready` may come while the bot thinks. The bot answers at once or after its `bestmove`.
    fn thinking(&mut self) -> CheckResult<Report> {
        let Some(game) = self.first_game(self.settings.limits, Interrupt::IsReady) else { return nothing_to_play() };
        let played = self.play(game)?;
        let patience = self.settings.patience.ready();
        match played.ready {
            Some(ReadyMoment::Thinking) => return pass("readyok while thinking"),
            Some(ReadyMoment::Answered) => {}
            None => self.talk()?.await_ready(patience)?,
        }
        pass("readyok after the answer")
    }

    /// UVI 2.2: the bot answers `stop` with `bestmove` at once, and says `readyok` only when no answer follows.
    fn stop(&mut self) -> CheckResult<Report> {
        let Some(game) = self.first_game(ClockWords::default(), Interrupt::Stop) else { return nothing_to_play() };
        let played = self.play(game)?;
        match played.ready {
            Some(ReadyMoment::Thinking) => {
                return pass(
                    "answered; warning: expected the answer before readyok, found it after: it may count for the next go",
                );
            }
            Some(ReadyMoment::Answered) => {}
            None if played.interrupted => {
                let patience = self.settings.patience.ready();
                self.talk()?.await_ready(patience)?;
            }
            None => {}
        }
        pass("answered")
    }

    /// UVI 2.2: a game may end while the bot thinks.
    fn game_over(&mut self) -> CheckResult<Report> {
        let Some(game) = self.first_game(self.settings.limits, Interrupt::GameOver) else { return nothing_to_play() };
        let played = self.play(game)?;
        self.settle()?;
        if played.interrupted {
            // A late answer must not count for another game.
            self.part();
        }
        pass("readyok")
    }

    /// UVI 3.2: an answer comes within its limit.
    fn short(&mut self, limits: ClockWords) -> CheckResult<Report> {
        // The margin that the user grants also applies here.
        let limits = ClockWords { margin: self.settings.limits.margin, ..limits };
        let Some(game) = self.first_game(limits, Interrupt::None) else { return nothing_to_play() };
        let played = self.play(Play { most: Some(SHORT_GAME), ..game })?;
        pass(format!("{} in time under {limits}", counted(played.decisions, "decision")))
    }
}

fn pass(text: impl Into<String>) -> CheckResult<Report> {
    Ok(Report::passed(text))
}

fn nothing_to_play() -> CheckResult<Report> {
    Ok(Report::skipped("the bot plays none of the requested variants"))
}
