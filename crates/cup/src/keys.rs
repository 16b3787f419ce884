//! Which keys of a tournament file belong to which format. A key that changes nothing is no error where it stands with
//! its default. The rounds of a file are none either: a knockout of the same bots has as many as it needs.

use std::ops::Range;

use toml::Spanned;

use crate::{
    file::{Elimination, File, FormatWord},
    planning::EXTRA,
    trouble::{Flaw, Trouble},
};

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
}

/// Where a number stands that is not the default.
fn other(number: Option<&Spanned<u32>>, default: u32) -> Option<Range<usize>> {
    number.filter(|number| *number.get_ref() != default).map(Spanned::span)
}
