//! The keys of a tournament file that give the format: their meaning, their text, and the choice of the key to blame if
//! several are wrong together. A key with its default value is never an error. Nor is `rounds` in a knockout, which has
//! as many rounds as it needs.

use std::ops::Range;

use itertools::Itertools as _;
use toml::Spanned;
use uvi::Switch;

use super::{
    Trouble,
    file::{Elimination, File, FormatWord, spanned},
    trouble::require,
};
use crate::schedule::{BotIndex, Bracket, Company, Format, FormatError, Lineup};

/// The most blocks that a table of a knockout adds by default.
const EXTRA: u32 = 3;

impl File {
    /// The format of a tournament. `is_shared` is true if the seats of the variant share one score.
    pub(crate) fn format(&self, is_shared: bool) -> Result<Format, Trouble> {
        self.check_keys()?;
        let number = |key: &Option<Spanned<u32>>, default| key.as_ref().map_or(default, |value| *value.get_ref());
        let (rounds, blocks) = (number(&self.rounds, 1), number(&self.blocks, 1));
        let itself = self.itself.as_ref().map_or(is_shared, |switch| switch.get_ref().is_on());
        if let Some(adaptive) = self.adaptive.as_ref().filter(|adaptive| *adaptive.get_ref()) {
            let may_be = self.format == FormatWord::RoundRobin && !itself && !is_shared;
            let flaw =
                "adaptive needs a round robin of different bots, in a variant where each seat has its own points";
            return require(may_be, adaptive, flaw).map(|()| Format::Adaptive { rounds });
        }
        Ok(match self.format {
            FormatWord::RoundRobin => {
                let company = if itself { Company::AlsoItself } else { Company::Others };
                Format::RoundRobin { rounds, company }
            }
            FormatWord::Gauntlet => Format::Gauntlet { heroes: number(&self.heroes, 1) as usize, rounds },
            FormatWord::Swiss => Format::Swiss { rounds, blocks },
            FormatWord::Knockout => Format::Knockout {
                blocks,
                extra: number(&self.extra, EXTRA),
                advance: number(&self.advance, 1) as usize,
                bracket: match (on(self.third_place.as_ref()), self.double()) {
                    (None, None) => Bracket::Single,
                    (Some(_), None) => Bracket::ThirdPlace,
                    (None, Some(_)) => Bracket::Double,
                    (Some(span), Some(_)) => {
                        let flaw = "third-place needs elimination = \"single\"; a double elimination decides third place by itself";
                        return Err(Trouble::at(span, flaw));
                    }
                },
            },
            FormatWord::Tables => Format::Tables(self.lineups()?),
        })
    }

    fn lineups(&self) -> Result<Vec<Lineup>, Trouble> {
        if self.tables.is_empty() {
            return Err(Trouble::whole("the format tables needs its tables, such as tables = [[\"one\", \"other\"]]"));
        }
        let index = |name: &Spanned<String>| {
            let found = self.bot.iter().position(|bot| bot.get_ref().name.get_ref() == name.get_ref());
            let flaw = || format!("expected the name of a bot, found {}", name.get_ref());
            found.map(BotIndex).ok_or_else(|| Trouble::at(name.span(), flaw()))
        };
        let lineup =
            |table: &Vec<Spanned<String>>| Ok(Lineup::new(table.iter().map(index).collect::<Result<Vec<_>, _>>()?));
        self.tables.iter().map(lineup).collect()
    }

    /// Writes the keys of a format in full. The file must have its bots.
    pub(crate) fn set_format(&mut self, format: &Format) {
        let number = |value: u32| Some(spanned(value));
        let count = |count: usize| number(u32::try_from(count).unwrap_or(u32::MAX));
        self.rounds = format.rounds().and_then(number);
        match *format {
            Format::RoundRobin { company, .. } => self.itself = Some(spanned((company == Company::AlsoItself).into())),
            Format::Adaptive { .. } => (self.itself, self.adaptive) = (Some(spanned(Switch::Off)), Some(spanned(true))),
            Format::Gauntlet { heroes, .. } => (self.format, self.heroes) = (FormatWord::Gauntlet, count(heroes)),
            Format::Swiss { blocks, .. } => (self.format, self.blocks) = (FormatWord::Swiss, number(blocks)),
            Format::Knockout { blocks, extra, advance, bracket } => {
                (self.format, self.blocks) = (FormatWord::Knockout, number(blocks));
                (self.extra, self.advance) = (number(extra), count(advance));
                match bracket {
                    Bracket::Single => {}
                    Bracket::ThirdPlace => self.third_place = Some(spanned(Switch::On)),
                    Bracket::Double => self.elimination = Some(spanned(Elimination::Double)),
                }
            }
            Format::Tables(ref tables) => {
                let name = |bot: &BotIndex| spanned(self.bot[bot.0].get_ref().name.get_ref().clone());
                let tables = tables.iter().map(|table| table.iter().map(name).collect()).collect();
                (self.format, self.tables) = (FormatWord::Tables, tables);
            }
        }
    }

    /// Checks that each key applies to the format, unless the key has its default value.
    fn check_keys(&self) -> Result<(), Trouble> {
        use FormatWord::{Gauntlet, Knockout, RoundRobin, Swiss, Tables};
        let keys: [(_, _, &[FormatWord]); 9] = [
            ("tables", self.tables.iter().flatten().next().map(Spanned::span), &[Tables]),
            ("rounds", other(self.rounds.as_ref(), 1), &[RoundRobin, Gauntlet, Swiss, Knockout]),
            ("blocks", other(self.blocks.as_ref(), 1), &[Swiss, Knockout]),
            ("extra", other(self.extra.as_ref(), EXTRA), &[Knockout]),
            ("heroes", other(self.heroes.as_ref(), 1), &[Gauntlet]),
            ("advance", other(self.advance.as_ref(), 1), &[Knockout]),
            ("self", on(self.itself.as_ref()), &[RoundRobin]),
            ("third-place", on(self.third_place.as_ref()), &[Knockout]),
            ("elimination", self.double(), &[Knockout]),
        ];
        for (key, span, formats) in keys {
            if let Some(span) = span.filter(|_| !formats.contains(&self.format)) {
                let formats = formats.iter().map(|format| format.word()).join(", ");
                let flaw = format!("{key} is a key of the format {formats}, and this is a {}", self.format.word());
                return Err(Trouble::at(span, flaw));
            }
        }
        Ok(())
    }

    /// The place of the key `elimination`, if it is double.
    fn double(&self) -> Option<Range<usize>> {
        self.elimination.as_ref().filter(|times| *times.get_ref() == Elimination::Double).map(Spanned::span)
    }

    /// The error for an impossible format, at the key that explains it best.
    pub(crate) fn misshapen(&self, error: FormatError) -> Trouble {
        fn of<T>(key: Option<&Spanned<T>>) -> Option<Range<usize>> {
            key.map(Spanned::span)
        }
        let is_0 = |key: &&Spanned<u32>| *key.get_ref() == 0;
        let span = match error {
            FormatError::Nothing => {
                of(self.rounds.as_ref().filter(is_0)).or_else(|| of(self.blocks.as_ref().filter(is_0)))
            }
            FormatError::NoHero => of(self.heroes.as_ref()),
            FormatError::Advance { .. } => of(self.advance.as_ref()),
            FormatError::Bracket(_) => of(self.third_place.as_ref()).or_else(|| of(self.elimination.as_ref())),
            FormatError::Seats(_) => of(self.seats.as_ref()),
            FormatError::TooFewBots { .. } => {
                let heroes = of(self.heroes.as_ref()).filter(|_| self.bot.len() > 1);
                heroes.or_else(|| of(self.bot.last())).or_else(|| of(self.seats.as_ref()))
            }
            FormatError::TableSize { seats, .. } => {
                self.tables.iter().find(|table| table.len() != seats).and_then(|table| of(table.first()))
            }
            FormatError::Stages | FormatError::TooManyTables => None,
        };
        span.map_or_else(|| Trouble::whole(error), |span| Trouble::at(span, error))
    }
}

/// The place of a key, if it is on.
fn on(key: Option<&Spanned<Switch>>) -> Option<Range<usize>> {
    key.filter(|switch| switch.get_ref().is_on()).map(Spanned::span)
}

/// The place of a number; `None` if the number is missing or is the default.
fn other(number: Option<&Spanned<u32>>, default: u32) -> Option<Range<usize>> {
    number.filter(|number| *number.get_ref() != default).map(Spanned::span)
}
