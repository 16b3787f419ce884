//! Runs the steps of a check, one after the other.

use std::{io, time::Duration};

use uvi::{ClockWords, Fault, FromBot, OwnedLine, Patience, Text, ToBot, Value, Word};
use uvi_games::game::{Registry, Seed, Variant};
use uvi_match::{
    record::{Complaint, Lapse},
    referee::Profile,
};

use super::{
    Report, Status,
    cause::{Signs, cause, waited_in_vain},
    finding::{CheckFinding, CheckResult, IgnoredLine, StepError},
    interview::{Interview, UNASKED},
    options::unfit,
    report::FailedStep,
};
use crate::{
    bot::{Launch, Limits, Nursery, StartError},
    driver::{BotDialogue, BotEvent},
    rerun::SeatScript,
    world::{RealClock, WorldClock as _},
};

/// The number of lines of dialogue in the report of a failed step, without `verbose`.
const TOLD: usize = 12;

const LAST_WORDS: usize = 10;

/// The bot to check and the settings of the check.
#[derive(Debug, Clone)]
pub struct CheckSettings {
    /// The bot's command line, as the user wrote it.
    pub command: Text,
    /// The launch of the bot.
    pub launch: Launch,
    /// The keys of the launch that were set, with their values, for scripts.
    pub set: Vec<(String, String)>,
    /// Values for the bot's options.
    pub options: Vec<(Word, Value)>,
    /// All known variants.
    pub registry: Registry,
    /// The variants that the bot must play. If empty, those that the bot names.
    pub variants: Vec<&'static dyn Variant>,
    /// The waiting times.
    pub patience: Patience,
    /// The limits of whole games.
    pub limits: ClockWords,
    /// The least number of games of each variant and number of seats. Each seat gets the same number, at least one.
    pub games: u32,
    /// The most decisions of the bot in a game. `None` plays games to their end.
    pub decisions: Option<u32>,
    /// The source of all chance and lots.
    pub seed: Seed,
    /// True if the check ends with the first step that fails.
    pub fail_fast: bool,
    /// True if reports have the whole dialogue.
    pub verbose: bool,
}

pub(super) struct Check<'a> {
    pub(super) settings: &'a CheckSettings,
    nursery: &'a Nursery,
    tell: &'a mut dyn FnMut(&Report),
    /// The bot's process, unless it was stopped.
    talk: Option<Interview>,
    pub(super) profile: Profile,
    failed: bool,
}

/// Checks a bot, and reports each step when it is done. Returns true if no step failed. Fails if the machine lacks what
/// the bot's limits need, or has no process, descriptor or memory left; the bot is stopped then too.
pub fn run(settings: &CheckSettings, nursery: &Nursery, tell: &mut dyn FnMut(&Report)) -> io::Result<bool> {
    let profile = Profile::default();
    let mut check = Check { settings, nursery, tell, talk: None, profile, failed: false };
    let checked = check.all();
    check.part();
    checked.map(|()| !check.failed)
}

/// The shell command that runs the bot, with its directory and variables.
fn by_shell(CheckSettings { command, launch, .. }: &CheckSettings) -> String {
    let Limits { dir, env, clear_env, .. } = &launch.limits;
    let env = env.iter().map(|(name, value)| format!("{name}={value}"));
    let words: Vec<String> = clear_env.then(|| "-i".to_owned()).into_iter().chain(env).collect();
    let run =
        if words.is_empty() { command.to_string() } else { format!("env {} {command}", shell_words::join(words)) };
    match dir {
        Some(dir) => format!("(cd {} && {run})", shell_words::quote(&dir.to_string_lossy())),
        None => run,
    }
}

impl Check<'_> {
    fn all(&mut self) -> io::Result<()> {
        let met = self.meet()?;
        for (name, perform) in Self::STEPS {
            self.step(name, None, met, perform)?;
        }
        for (variant, seats) in self.games() {
            self.step("game", Some((variant, seats)), met, |check| check.game(variant, seats))?;
        }
        for (name, perform) in Self::LAST_STEPS {
            self.step(name, None, met, perform)?;
        }
        Ok(())
    }

    /// Starts and greets the bot, and reports both steps: only the greeting shows if the program could be executed.
    /// Returns true if the bot has greeted.
    fn meet(&mut self) -> io::Result<bool> {
        let began = RealClock.now();
        let met = self.begin();
        let took = RealClock.now().saturating_duration_since(began);
        let (met, greeting) = match met {
            Ok(()) => (true, Report::passed(self.introduction())),
            Err(error) => match error.finding()? {
                wrong if wrong.fault == Some(Fault::NoStart) => {
                    let report = self.failure(&wrong)?;
                    self.report(report.of("start", took));
                    self.report(Report::skipped("the bot could not be started").of("greeting", Duration::ZERO));
                    return Ok(false);
                }
                wrong => (false, self.failure(&wrong)?),
            },
        };
        self.report(Report::passed(self.settings.command.to_string()).of("start", Duration::ZERO));
        let greeting = self.with_dialogue(greeting.of("greeting", took));
        self.report(greeting);
        Ok(met)
    }

    /// Does a step and reports it. `game` is the variant and the number of seats of a step that plays whole games.
    fn step(
        &mut self,
        name: &'static str,
        game: Option<(&'static dyn Variant, u8)>,
        met: bool,
        perform: impl FnOnce(&mut Self) -> CheckResult<Report>,
    ) -> io::Result<()> {
        if self.failed && self.settings.fail_fast {
            return Ok(());
        }
        let began = RealClock.now();
        let done = if met { perform(self) } else { Ok(Report::skipped("the bot has not greeted")) };
        let took = RealClock.now().saturating_duration_since(began);
        let mut report = done.or_else(|error| self.failure(&error.finding()?))?;
        if let Some((variant, seats)) = game {
            report.variant = Some(variant.word().to_owned());
            report.seats = Some(seats.into());
        }
        let report = self.with_dialogue(report.of(name, took));
        self.report(report);
        Ok(())
    }

    fn report(&mut self, report: Report) {
        self.failed |= report.status == Status::Fail;
        (self.tell)(&report);
    }

    /// Adds the dialogue of the step to the report if `verbose`, and forgets the dialogue before the next step.
    fn with_dialogue(&mut self, mut report: Report) -> Report {
        if let Some(talk) = &mut self.talk {
            let crossed = std::mem::take(&mut talk.crossed);
            if self.settings.verbose {
                report.dialogue.extend(crossed);
            }
            talk.ignored.clear();
            let is_told = report.status != Status::Pass || report.text.contains(UNASKED);
            if std::mem::take(&mut talk.has_answered_unasked) && !is_told {
                report.text = format!("{}; warning: {UNASKED}", report.text);
            }
        }
        report
    }

    pub(super) fn ignored(&self) -> impl Iterator<Item = &IgnoredLine> {
        self.talk.iter().flat_map(|talk| &talk.ignored)
    }

    /// The bot's process, restarted if it was stopped.
    pub(super) fn talk(&mut self) -> CheckResult<&mut Interview> {
        Ok(self.parts()?.0)
    }

    /// The bot's process, as [`Self::talk`] returns it, and its greeting.
    pub(super) fn parts(&mut self) -> CheckResult<(&mut Interview, &Profile)> {
        if self.talk.is_none() {
            self.begin()?;
        }
        Ok((self.talk.as_mut().expect("it has begun"), &self.profile))
    }

    /// Stops the bot, so that the next step starts a new process.
    pub(super) fn part(&mut self) {
        if let Some(talk) = self.talk.take() {
            talk.dialogue.stop(self.settings.patience.quit());
        }
    }

    /// Makes sure that there is a process that goes on: one that leaves after `gameover`, as it may, is started again.
    pub(super) fn settle(&mut self) -> CheckResult<&mut Interview> {
        let within = self.settings.patience.ready();
        if let Some(talk) = self.talk.as_mut().filter(|talk| talk.may_leave) {
            match talk.ready(within) {
                Err(StepError::Left(_)) => self.part(),
                done => done?,
            }
        }
        self.talk()
    }

    /// Starts the bot, greets it and sets the requested options.
    fn begin(&mut self) -> CheckResult<()> {
        let process = self.nursery.launch(&self.settings.launch).map_err(|error| match error.is_of_machine() {
            true => StepError::System(io::Error::other(error)),
            false => CheckFinding::new(Fault::NoStart, Lapse::Told(error.to_string())).into(),
        })?;
        let talk = self.talk.insert(Interview::new(BotDialogue::new(process)));
        talk.say(&ToBot::Uvi(uvi::VERSION));
        talk.send();
        self.profile = talk.greeting(self.settings.patience.greet())?;
        // The step `options` reports undeclared options.
        if !self.settings.options.is_empty() && unfit(&self.settings.options, &self.profile.options).is_none() {
            talk.set(&self.settings.options, self.settings.patience.ready())?;
        }
        Ok(())
    }

    /// The report of a failed step. Examines the process for signs of the cause, and then stops it.
    fn failure(&mut self, wrong: &CheckFinding) -> io::Result<Report> {
        let mut failure =
            FailedStep { fault: wrong.fault.map(|fault| fault.word().to_owned()), ..FailedStep::default() };
        let Complaint { lapse, said, position } = &wrong.complaint;
        if let Some(said) = said {
            failure.line = Some(said.line.clone());
            failure.column = Some(said.column);
        }
        failure.position = position.as_ref().map(ToString::to_string);
        let mut signs = Signs::default();
        let mut dialogue = Vec::new();
        if let Some(mut talk) = self.talk.take() {
            failure.by_hand = Some(talk.script.command(&by_shell(self.settings)));
            failure.script = wrong.fault.map(|fault| self.script(&talk, fault, lapse.to_string()));
            signs.unfinished = talk.dialogue.unfinished().map(|line| uvi::escape_controls(&line).into_owned());
            signs.ignored = std::mem::take(&mut talk.ignored);
            let kept = if self.settings.verbose { talk.crossed.len() } else { TOLD };
            dialogue.extend(talk.crossed.iter().skip(talk.crossed.len().saturating_sub(kept)).cloned());
            if waited_in_vain(wrong) {
                // An answer that came before this one was not held back, so the bot does not buffer its output.
                let has_answered = talk.has_answered;
                signs.late = self.says_something(&mut talk)?;
                talk.close_input();
                let answers_at_the_end = !signs.late && self.says_something(&mut talk)?;
                signs.late |= has_answered && answers_at_the_end;
                signs.held = !has_answered && answers_at_the_end;
            }
            failure.stderr = talk.stderr(LAST_WORDS);
            signs.stderr = failure.stderr.is_some();
            talk.dialogue.stop(self.settings.patience.quit());
        } else {
            failure.by_hand = Some(by_shell(self.settings));
        }
        signs.lost = matches!(self.settings.launch.check(), Err(StartError::NoFile(_) | StartError::NotOnPath { .. }));
        failure.cause = cause(wrong, &signs);
        let (status, text) = (Status::Fail, lapse.to_string());
        Ok(Report { status, text, failure: Some(failure), dialogue, ..Report::default() })
    }

    /// The script of all that the process was told, which ends with the fault.
    fn script(&self, talk: &Interview, fault: Fault, text: String) -> String {
        let script = SeatScript {
            bot: Some(self.settings.command.to_string()),
            set: self.settings.set.clone(),
            patience: self.settings.patience,
            margin: self.settings.limits.margin(),
            cues: (1..).zip(talk.script.until(fault, text)).collect(),
            ..SeatScript::default()
        };
        script.to_string()
    }

    /// Returns true if the bot sends a readable message within the patience for `quit`.
    fn says_something(&self, talk: &mut Interview) -> io::Result<bool> {
        let by = RealClock.now() + self.settings.patience.quit();
        loop {
            match talk.hear(by) {
                Ok(BotEvent::Line(OwnedLine::Text(line))) if line.parse::<FromBot>().is_ok() => return Ok(true),
                Ok(BotEvent::Line(_)) => {}
                Err(StepError::System(error)) => return Err(error),
                Ok(_) | Err(_) => return Ok(false),
            }
        }
    }
}
