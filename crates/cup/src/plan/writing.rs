//! A plan written as a tournament file that says everything.

use toml::Spanned;
use uvi::{ClockWords, Switch, Value};
use uvi_games::game::commitment;
use uvi_match::referee::TimeControl;

use super::{
    Entrant, Plan,
    file::{Anchor, Bot, Elimination, File, FormatWord, LogKeys, Openings, Scalar, spanned},
};
use crate::schedule::{Bracket, Company, Format};

impl Plan {
    /// The plan as a file that says everything, from which the same plan is made anywhere.
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.to_file()).expect("a plan has only values that TOML can hold")
    }

    /// The plan as a file that tells the commitment of its seed, and not the seed.
    pub fn to_sealed_toml(&self) -> String {
        let file = File { seed: None, commitment: Some(commitment(&self.seed)), ..self.to_file() };
        toml::to_string(&file).expect("a plan has only values that TOML can hold")
    }

    /// The plan as a file that tells nothing of its seed.
    pub fn to_seedless_toml(&self) -> String {
        let file = File { seed: None, ..self.to_file() };
        toml::to_string(&file).expect("a plan has only values that TOML can hold")
    }

    /// A file that was written of a plan, with the ranking of this one; `None` if it has that.
    pub fn ranked(&self, file: &File) -> Option<String> {
        let File { tie_breaks, anchor, .. } = self.to_file();
        let name = |anchor: &Option<Spanned<Anchor>>| anchor.as_ref().map(|anchor| anchor.get_ref().clone());
        if (&tie_breaks, name(&anchor)) == (&file.tie_breaks, name(&file.anchor)) {
            return None;
        }
        let file = File { tie_breaks, anchor, ..file.clone() };
        Some(toml::to_string(&file).expect("a plan has only values that TOML can hold"))
    }

    pub(crate) fn to_file(&self) -> File {
        let number = |value: u32| Some(spanned(value));
        let (mut rounds, mut blocks, mut extra, mut heroes, mut advance, mut itself) =
            (None, None, None, None, None, None);
        let (mut third_place, mut elimination, mut adaptive) = (None, None, None);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let format = match self.format {
            Format::RoundRobin { rounds: times, company } => {
                (rounds, itself) = (number(times), Some(Switch::from(company == Company::AlsoItself)));
                FormatWord::RoundRobin
            }
            Format::Gauntlet { heroes: first, rounds: times } => {
                (rounds, heroes) = (number(times), number(count(first)));
                FormatWord::Gauntlet
            }
            Format::Swiss { rounds: times, blocks: each } => {
                (rounds, blocks) = (number(times), number(each));
                FormatWord::Swiss
            }
            Format::Adaptive { rounds: times } => {
                (rounds, itself, adaptive) = (number(times), Some(Switch::Off), Some(spanned(true)));
                FormatWord::RoundRobin
            }
            Format::Knockout { blocks: each, extra: more, advance: best, bracket } => {
                match bracket {
                    Bracket::Single => {}
                    Bracket::ThirdPlace => third_place = Some(spanned(Switch::On)),
                    Bracket::Double => elimination = Some(spanned(Elimination::Double)),
                }
                (blocks, extra, advance) = (number(each), number(more), number(count(best)));
                FormatWord::Knockout
            }
        };
        let text = |value: &Value| spanned(Scalar::Text(value.as_str().to_owned()));
        let lines = self.openings.iter().map(|opening| spanned(opening.to_string()));
        File {
            seats: number(self.seats.into()),
            format,
            rounds,
            blocks,
            extra,
            heroes,
            advance,
            third_place,
            elimination,
            adaptive,
            itself,
            seatings: self.seatings,
            grown: self.grown.clone(),
            match_play: self.match_play.then(|| spanned(Switch::On)),
            seed: Some(self.seed),
            clock: Some(in_full(self.clock)),
            restart: self.restart.into(),
            memory_between_games: self.memory,
            options: self.options.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
            openings: (!self.openings.is_empty()).then(|| Openings {
                plies: None,
                file: None,
                positions: lines.collect(),
                order: self.order,
                random: None,
                count: None,
                balance: None,
            }),
            sprt: self.sprt.map(spanned),
            lead: self.lead.map(spanned),
            gate: self.gate.map(spanned),
            tie_breaks: self.ranking.tie_breaks.clone(),
            anchor: self
                .ranking
                .anchor
                .clone()
                .map(|(name, elo)| spanned(if elo == 0.0 { Anchor::Name(name) } else { Anchor::Rated { name, elo } })),
            log: LogKeys { times: Some(self.times.into()), info: Some(self.terms.info()), sync: None },
            bot: self.entrants.iter().map(|entrant| spanned(entrant.to_bot())).collect(),
            ..File::new(self.variant.word().to_owned(), &self.terms)
        }
    }
}

impl Entrant {
    fn to_bot(&self) -> Bot {
        let mut bot = Bot::new(self.name.clone(), self.command.to_string());
        bot.clock = self.clock.map(in_full);
        bot.writes.clone_from(&self.writes);
        bot.files.clone_from(&self.files);
        for (name, value) in &self.options {
            bot.options.insert(name.to_string(), spanned(Scalar::Text(value.as_str().to_owned())));
        }
        for (key, value) in &self.set {
            let value = value.as_ref().map(|value| value.as_str().to_owned()).unwrap_or_default();
            match key.as_str() {
                "clearenv" => bot.clearenv = true,
                "dir" => bot.dir = Some(spanned(value)),
                "env" => {
                    let (name, value) = value.split_once('=').unwrap_or((&value, ""));
                    bot.env.insert(name.to_owned(), spanned(value.to_owned()));
                }
                key => {
                    bot.limits.insert(key.to_owned(), spanned(Scalar::Text(value)));
                }
            }
        }
        bot
    }
}

/// Limits as the head of a log has them, with nothing left unsaid.
fn in_full(clock: ClockWords) -> ClockWords {
    ClockWords::from(&TimeControl::from(clock))
}
