//! Which keys of a tournament file belong to which format, and which is to blame where several together are wrong. A key
//! that changes nothing is no error where it stands with its default. The rounds of a file are none either: a knockout of
//! the same bots has as many as it needs.

use std::ops::Range;

use toml::Spanned;
use uvi::{Value, Word};
use uvi_match::referee::MatchSpec;

use super::{
    Flaw, Plan, Trouble, Unusable,
    file::{Bot, Content, Elimination, File, FormatWord, Scalar},
    planning::{EXTRA, trial},
};
use crate::schedule::{BadFormat, BotIndex};

impl File {
    /// Whether each key that says something says it of the format.
    pub(crate) fn check_keys(&self) -> Result<(), Trouble> {
        use FormatWord::{Gauntlet, Knockout, Swiss};
        let third = self.third_place.as_ref().filter(|switch| switch.get_ref().is_on());
        let double = self.elimination.as_ref().filter(|times| *times.get_ref() == Elimination::Double);
        let keys: [(_, _, &[FormatWord]); 6] = [
            ("blocks", other(self.blocks.as_ref(), 1), &[Swiss, Knockout]),
            ("extra", other(self.extra.as_ref(), EXTRA), &[Knockout]),
            ("heroes", other(self.heroes.as_ref(), 1), &[Gauntlet]),
            ("advance", other(self.advance.as_ref(), 1), &[Knockout]),
            ("third-place", third.map(Spanned::span), &[Knockout]),
            ("elimination", double.map(Spanned::span), &[Knockout]),
        ];
        for (key, span, formats) in keys {
            if let Some(span) = span.filter(|_| !formats.contains(&self.format)) {
                return Err(Trouble::at(
                    span,
                    Flaw::OtherFormat { key, formats: formats.to_vec(), found: self.format },
                ));
            }
        }
        Ok(())
    }

    /// The format cannot be so, with the key that says most of why.
    pub(crate) fn misshapen(&self, error: BadFormat) -> Trouble {
        fn of<T>(key: Option<&Spanned<T>>) -> Option<Range<usize>> {
            key.map(Spanned::span)
        }
        let is_0 = |key: &&Spanned<u32>| *key.get_ref() == 0;
        let span = match error {
            BadFormat::Nothing => {
                of(self.rounds.as_ref().filter(is_0)).or_else(|| of(self.blocks.as_ref().filter(is_0)))
            }
            BadFormat::NoHero => of(self.heroes.as_ref()),
            BadFormat::Advance { .. } => of(self.advance.as_ref()),
            BadFormat::Bracket(_) => of(self.third_place.as_ref()).or_else(|| of(self.elimination.as_ref())),
            BadFormat::Seats(_) => of(self.seats.as_ref()),
            BadFormat::TooFewBots { .. } => of(self.bot.last()).or_else(|| of(self.seats.as_ref())),
            BadFormat::Stages | BadFormat::TooManyTables => None,
        };
        match span {
            Some(span) => Trouble::at(span, Flaw::Format(error)),
            None => Trouble::whole(Flaw::Format(error)),
        }
    }
}

impl Bot {
    /// Where that stands of which a bot's settings are wrong: its command line, a limit, or the whole bot.
    pub(crate) fn wrong_setting(
        &self,
        plan: &Plan,
        whole: &Range<usize>,
        try_on: impl Fn(&MatchSpec, &[String]) -> Result<Option<Vec<Content>>, Unusable>,
    ) -> Range<usize> {
        if shell_words::split(self.command.get_ref()).map_or(true, |words| words.is_empty()) {
            return self.command.span();
        }
        let is_wrong = |name: &str, value: &Spanned<Scalar>| {
            let mut alone = plan.clone();
            let entrant = alone.entrants.last_mut()?;
            entrant.set = vec![(Word::new(name)?, Some(Value::new(value.get_ref().text(["on", "off"]))))];
            let seating = vec![BotIndex(plan.entrants.len() - 1); plan.seats.into()];
            let spec = alone.spec(trial(), plan.seed, &seating, &[]).ok()?;
            matches!(try_on(&spec, &self.writes), Err(Unusable::Settings(_))).then(|| value.span())
        };
        self.limits.iter().find_map(|(name, value)| is_wrong(name, value)).unwrap_or_else(|| whole.clone())
    }
}

/// Where a number stands that is not the default.
fn other(number: Option<&Spanned<u32>>, default: u32) -> Option<Range<usize>> {
    number.filter(|number| *number.get_ref() != default).map(Spanned::span)
}
