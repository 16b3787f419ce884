//! A plan written as a tournament file that says everything.

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
        self.to_file().to_toml()
    }

    /// The plan as a file that tells the commitment of its seed, and not the seed.
    pub fn to_sealed_toml(&self) -> String {
        self.to_sealed_file().to_toml()
    }

    /// The plan as a file that tells nothing of its seed.
    pub fn to_seedless_toml(&self) -> String {
        File { seed: None, ..self.to_file() }.to_toml()
    }

    /// A file that was written of a plan, with the ranking of this one; `None` if it has that.
    pub fn ranked(&self, file: &File) -> Option<String> {
        let File { tie_breaks, anchor, .. } = self.to_file();
        let is_ranked = tie_breaks == file.tie_breaks && anchor == file.anchor;
        (!is_ranked).then(|| File { tie_breaks, anchor, ..file.clone() }.to_toml())
    }

    pub(crate) fn to_sealed_file(&self) -> File {
        File { seed: None, commitment: Some(commitment(&self.seed)), ..self.to_file() }
    }

    pub(crate) fn to_file(&self) -> File {
        let number = |value: u32| Some(spanned(value));
        let count = |count: usize| number(u32::try_from(count).unwrap_or(u32::MAX));
        let text = |value: &Value| spanned(Scalar::Text(value.as_str().to_owned()));
        let rated = |(name, elo)| if elo == 0.0 { Anchor::Name(name) } else { Anchor::Rated { name, elo } };
        let mut file = File {
            seats: number(self.seats.into()),
            seatings: self.seatings,
            grown: self.grown.clone(),
            match_play: self.match_play.then(|| spanned(Switch::On)),
            seed: Some(self.seed),
            clock: Some(in_full(self.clock)),
            restart: self.restart.into(),
            memory_between_games: self.memory,
            options: self.options.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
            openings: (!self.openings.is_empty()).then(|| Openings {
                positions: self.openings.iter().map(|opening| spanned(opening.to_string())).collect(),
                order: self.order,
                ..Openings::default()
            }),
            sprt: self.sprt.map(spanned),
            lead: self.lead.map(spanned),
            gate: self.gate.map(spanned),
            tie_breaks: self.ranking.tie_breaks.clone(),
            anchor: self.ranking.anchor.clone().map(|anchor| spanned(rated(anchor))),
            log: LogKeys { times: Some(self.times.into()), info: Some(self.terms.info()), sync: None },
            bot: self.entrants.iter().map(|entrant| spanned(entrant.to_bot())).collect(),
            ..File::new(self.variant.word().to_owned(), &self.terms)
        };
        match self.format {
            Format::RoundRobin { rounds, company } => {
                (file.rounds, file.itself) = (number(rounds), Some((company == Company::AlsoItself).into()));
            }
            Format::Adaptive { rounds } => {
                (file.rounds, file.itself, file.adaptive) = (number(rounds), Some(Switch::Off), Some(spanned(true)));
            }
            Format::Gauntlet { heroes, rounds } => {
                (file.format, file.rounds, file.heroes) = (FormatWord::Gauntlet, number(rounds), count(heroes));
            }
            Format::Swiss { rounds, blocks } => {
                (file.format, file.rounds, file.blocks) = (FormatWord::Swiss, number(rounds), number(blocks));
            }
            Format::Knockout { blocks, extra, advance, bracket } => {
                (file.format, file.blocks, file.extra) = (FormatWord::Knockout, number(blocks), number(extra));
                file.advance = count(advance);
                match bracket {
                    Bracket::Single => {}
                    Bracket::ThirdPlace => file.third_place = Some(spanned(Switch::On)),
                    Bracket::Double => file.elimination = Some(spanned(Elimination::Double)),
                }
            }
        }
        file
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
