//! What bots say, and what follows from it: greetings, answers, and talk that is neither.

use std::time::{Duration, Instant};

use uvi::{Fault, FromBot, Line, NewGame, OptionKind, ParseError, Text, ToBot, ToHost, Value, Word};
use uvi_games::game::{BySeat, Seat, commitment, meant};

use super::{
    Match, Output, Player, Settings,
    chair::{self, BotStage, Chair, shown},
    machine::Stage,
};
use crate::record::{Complaint, Record, Refused, Said, Verdict};

impl Match {
    /// A line that a bot said.
    pub fn line(&mut self, now: Instant, seat: Seat, line: Line<'_>) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        if bot.stage == BotStage::Gone || self.stage == Stage::Over {
            return;
        }
        let length = match &line {
            Line::Text(text) => text.len(),
            Line::NotUtf8(bytes) => bytes.len(),
            Line::TooLong { start } => {
                let start = uvi::escape_controls(&String::from_utf8_lossy(&start[..start.len().min(60)])).into_owned();
                let text = format!("expected lines of at most {} bytes, found a longer one: {start}…", uvi::MAX_LINE);
                return self.flood(now, seat, text);
            }
        };
        if !bot.count(length) {
            let text = format!(
                "expected at most {} bytes and {} lines between a go and its bestmove, found more",
                chair::MAX_BYTES,
                chair::MAX_LINES
            );
            return self.flood(now, seat, text);
        }
        let Line::Text(text) = line else {
            return self.ignore(seat, "a line that is not UTF-8".to_owned());
        };
        match text.parse::<FromBot>() {
            Ok(message) => {
                if let FromBot::BestMove(_) = message {
                    text.clone_into(&mut bot.answer);
                }
                self.hear(now, seat, message);
            }
            Err(error) => self.unreadable(now, seat, text, &error),
        }
    }

    /// A line that is no message: only a known verb with bad arguments, at its time, is a fault.
    pub(super) fn unreadable(&mut self, now: Instant, seat: Seat, line: &str, error: &ParseError) {
        let verb = line.split_ascii_whitespace().next().unwrap_or_default();
        let Some(bot) = &self.chairs[seat].bot else { return };
        let at_fault = match verb {
            "bestmove" | "resign" => self.is_open(seat),
            "id" | "option" | "variant" | "feature" | "uviok" => matches!(bot.stage, BotStage::Greeting(_)),
            "readyok" => bot.deadline().is_some(),
            _ => false,
        };
        let said = Said::new(line, error.column);
        if at_fault {
            let complaint = Complaint::about(format!("{error} in the line: {}", said.line.trim()), said);
            return self.wrong(now, seat, Fault::Unreadable, complaint);
        }
        if error.is_empty_line() {
            return;
        }
        let meant = meant(verb, FromBot::VERBS).filter(|_| error.is_unknown_verb());
        let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        self.ignore(seat, format!("{} ({error}{meant})", said.line.trim()));
    }

    /// A line that says nothing to the referee. Where an answer is waited for, it may have been meant as one.
    fn ignore(&mut self, seat: Seat, line: String) {
        if self.is_asked(seat)
            && let Some(bot) = &mut self.chairs[seat].bot
        {
            bot.ignored = Some(line.clone());
        }
        self.note(seat, format!("ignored: {line}"));
    }

    /// The time of a bot is up while it was in the middle of a line.
    pub fn unfinished(&mut self, seat: Seat, line: &str) {
        if let Some(bot) = &mut self.chairs[seat].bot {
            bot.ignored = Some(format!("{}, which has no line end", Said::new(line, 1).line));
        }
    }

    pub(super) fn hear(&mut self, now: Instant, seat: Seat, message: FromBot) {
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        match (message, bot.stage) {
            (FromBot::UviOk, BotStage::Greeting(_)) => self.greeted(now, seat),
            (FromBot::ReadyOk, BotStage::Configuring(_)) => {
                let name = bot.profile.name.clone().unwrap_or_default();
                bot.stage = BotStage::Seated(now + self.settings.terms.patience.ready());
                self.outputs.push_back(Output::Tell(ToHost::Ready {
                    name: self.settings.name.clone(),
                    seat: seat.number(),
                    bot: Text::new(name),
                }));
                self.outputs.push_back(Output::Say(seat, new_game(&self.settings, seat)));
                self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
            }
            (FromBot::ReadyOk, BotStage::Seated(_)) => {
                bot.stage = BotStage::Playing;
                bot.recount();
                self.begin_when_ready(now);
            }
            (FromBot::ReadyOk, BotStage::Synchronising(_)) => {
                bot.stage = BotStage::Playing;
                bot.out_of_step = false;
                self.pose(seat);
            }
            (message @ (FromBot::BestMove(_) | FromBot::Resign), _) => self.answer(now, seat, message),
            (FromBot::Info(text), _) => self.hear_info(seat, &text),
            (message, BotStage::Greeting(_)) => bot.profile.hear(message),
            (message, _) => self.note(seat, format!("ignored: {message}")),
        }
    }

    pub(super) fn hear_info(&mut self, seat: Seat, text: &Text) {
        let open = self.is_open(seat);
        let several = self.asked().len() > 1;
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        if !open {
            return;
        }
        let text = shown(text);
        match self.settings.terms.info() {
            uvi::InfoDetail::Off => {}
            uvi::InfoDetail::Last => bot.hear_info(&text),
            uvi::InfoDetail::All => {
                bot.hear_info(&text);
                bot.infos.push(text.clone());
            }
        }
        if self.debug {
            let info = ToHost::Info { name: self.settings.name.clone(), seat: seat.number(), text: Text::new(text) };
            if several {
                self.held.push(info);
            } else {
                self.outputs.push_back(Output::Tell(info));
            }
        }
    }

    /// A bot has finished its greeting: it is told its options, or the match cannot start.
    pub(super) fn greeted(&mut self, now: Instant, seat: Seat) {
        let Player::Bot { options, .. } = &self.settings.seats[seat].player else { return };
        let Some(bot) = &mut self.chairs[seat].bot else { return };
        let variant = self.settings.variant.word();
        bot.greeted = true;
        if !bot.profile.variants.is_empty() && !bot.profile.variants.iter().any(|word| word == variant) {
            let plays = bot.profile.variants.join(", ");
            return self.cannot_start(format!("the bot of seat {seat} does not play {variant}; it names {plays}"));
        }
        if let Some((name, _)) =
            options.iter().find(|(name, _)| !bot.profile.options.iter().any(|option| option.name == *name))
        {
            let known: Vec<_> = bot.profile.options.iter().map(|option| option.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return self.cannot_start(format!("the bot of seat {seat} has no option {name}; it has {known}"));
        }
        for (name, value) in options {
            let option = bot.profile.options.iter().find(|option| option.name == *name);
            if let Some(expected) = option.and_then(|option| misfit(&option.kind, value)) {
                let text = format!("option {name} of the bot of seat {seat}: expected {expected}, found {value}");
                return self.cannot_start(text);
            }
            let message = ToBot::SetOption { name: name.clone(), value: value.clone() };
            self.outputs.push_back(Output::Say(seat, message));
        }
        bot.stage = BotStage::Configuring(now + self.settings.terms.patience.ready());
        self.outputs.push_back(Output::Say(seat, ToBot::IsReady));
    }

    /// The match does not start, for this reason; no seat is at fault.
    pub fn cannot_start(&mut self, text: String) {
        self.stage = Stage::Over;
        self.outputs.push_back(Output::CannotStart(text));
    }

    pub(super) fn flood(&mut self, now: Instant, seat: Seat, text: String) {
        self.outputs.push_back(Output::Mute(seat));
        self.wrong(now, seat, Fault::Flood, text);
    }

    /// When every bot has got ready or failed, the log begins, then the game.
    pub(super) fn begin_when_ready(&mut self, now: Instant) {
        let waiting = |chair: &Chair| {
            chair.bot.as_ref().is_some_and(|bot| match bot.stage {
                BotStage::Fresh | BotStage::Greeting(_) | BotStage::Configuring(_) | BotStage::Seated(_) => true,
                BotStage::Playing | BotStage::Synchronising(_) | BotStage::Gone => false,
            })
        };
        if self.stage != Stage::Preparing || self.chairs.values().any(waiting) {
            return;
        }
        self.stage = Stage::Playing;
        if !self.resumed {
            self.record_head();
        }
        self.outputs.push_back(Output::Tell(ToHost::Started {
            name: self.settings.name.clone(),
            commitment: commitment(&self.settings.seed),
            position: self.settings.start.position(),
        }));
        // In a match that goes on, a bot that does not come back is at fault when it is asked.
        if !self.resumed {
            self.begin();
        }
        self.emit(&BySeat::new(self.chairs.seats(), |_| Duration::ZERO));
        self.advance(now);
    }

    /// Begins the game, without the bots that failed.
    pub(super) fn begin(&mut self) {
        let mut failures = Vec::new();
        for (seat, chair) in self.chairs.iter_mut() {
            if let Some(bot) = &mut chair.bot
                && bot.stage == BotStage::Gone
                && let Some((fault, complaint)) = bot.failure.take()
            {
                failures.push((seat, fault, complaint));
            }
        }
        if !failures.is_empty() {
            self.course.fail(failures);
        }
        if self.course.ending().is_none() {
            self.course.begin();
        }
    }

    pub(super) fn record_head(&mut self) {
        let head = self.settings.head(|seat| {
            let bot = self.chairs[seat].bot.as_ref().filter(|bot| bot.greeted);
            bot.map(|bot| bot.profile.clone())
        });
        self.outputs.push_back(Output::Record(Record::Match(Box::new(head))));
    }

    pub(super) fn answer(&mut self, now: Instant, seat: Seat, message: FromBot) {
        if !self.is_open(seat) {
            return self.note(seat, format!("ignored, no go is open: {message}"));
        }
        let FromBot::BestMove(actions) = message else {
            return self.judge(now, seat, Verdict::Resign);
        };
        let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        // A seat that decides alone is judged by playing; of several, each before any is played.
        if self.asked().len() > 1
            && let Some(first) = actions.first()
            && let Err(refusal) = self.course.check(seat, first.as_str())
        {
            let verdict = self.verdict_on(&Refused { seat, action: first.clone(), refusal, place: 0 });
            return self.judge(now, seat, verdict);
        }
        self.judge(now, seat, Verdict::Actions(actions));
    }
}

/// What a bot's option takes, where this value is not of that kind.
pub fn misfit(kind: &OptionKind, value: &Value) -> Option<String> {
    let text = value.as_str();
    let or_any = |bound: &Option<i64>, any: &str| bound.map_or_else(|| any.to_owned(), |bound| bound.to_string());
    match kind {
        OptionKind::Check { .. } => (!matches!(text, "true" | "false")).then(|| "true or false".to_owned()),
        OptionKind::Spin { min, max, .. } => {
            let fits = |number: i64| min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max);
            let wanted = || format!("a number from {} to {}", or_any(min, "any"), or_any(max, "any"));
            (!text.parse().is_ok_and(fits)).then(wanted)
        }
        OptionKind::Combo { vars, .. } => {
            let wanted = || vars.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
            (!vars.is_empty() && !vars.contains(value)).then(wanted)
        }
        OptionKind::String { .. } | OptionKind::Button => None,
    }
}

pub(super) fn new_game(settings: &Settings, seat: Seat) -> ToBot {
    let word = |text: &str| Word::new(text).expect("names of variants and rule options are words");
    ToBot::NewGame(NewGame {
        variant: word(settings.variant.word()),
        seats: u32::from(settings.seats.seats()),
        seat: seat.number(),
        options: settings.options.changed().map(|(name, value)| (word(name), Value::new(value))).collect(),
    })
}
