//! Options as a bot or a variant declares them.

use nom::Parser as _;

use super::{
    pairs::{Pair, located, pairs, required},
    problem::{Parsed, Problem, expected},
    word::{one_of, signed, value, word},
};
use crate::{OptionKind, OptionSpec, Value};

#[derive(Debug, Clone, Copy)]
enum Type {
    Check,
    Spin,
    Combo,
    String,
    Button,
}

/// What the pairs of an option gave, each with its place.
#[derive(Debug, Default)]
struct Parts<'a> {
    default: Option<(&'a str, Value)>,
    min: Option<(&'a str, i64)>,
    max: Option<(&'a str, i64)>,
    vars: Vec<(&'a str, Value)>,
}

/// `option-spec = "name" word "type" type *( "default" value / "min" signed / "max" signed / "var" value )`, in any
/// order, only `var` more than once
pub(crate) fn option_spec(input: &str) -> Parsed<'_, OptionSpec> {
    option_and(input, |pair| pair.refuse("name, type, default, min, max or var"))
}

/// An option among pairs of its surroundings, which `other` reads.
pub(super) fn option_and<'a>(
    input: &'a str,
    mut other: impl FnMut(Pair<'a>) -> Parsed<'a, ()>,
) -> Parsed<'a, OptionSpec> {
    let (mut name, mut kind, mut parts) = (None, None, Parts::default());
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "name" => pair.fill(&mut name, word),
        "type" => pair.fill(&mut kind, option_type),
        "default" => pair.fill(&mut parts.default, located(value)),
        "min" => pair.fill(&mut parts.min, located(signed)),
        "max" => pair.fill(&mut parts.max, located(signed)),
        "var" => pair.push(&mut parts.vars, located(value)),
        _ => other(pair),
    })?;
    let name = required(name, rest, "the keyword name")?;
    let kind = parts.of_type(required(kind, rest, "the keyword type")?)?;
    Ok((rest, OptionSpec { name, kind }))
}

/// `type = "check" / "spin" / "combo" / "string" / "button"`
fn option_type(input: &str) -> Parsed<'_, Type> {
    let table = [
        ("check", Type::Check),
        ("spin", Type::Spin),
        ("combo", Type::Combo),
        ("string", Type::String),
        ("button", Type::Button),
    ];
    one_of("check, spin, combo, string or button", &table)(input)
}

impl<'a> Parts<'a> {
    fn of_type(self, kind: Type) -> Result<OptionKind, nom::Err<Problem<'a>>> {
        match kind {
            Type::Check => {
                self.refuse_range("no min or max for type check")?;
                self.refuse_vars("no var for type check")?;
                Ok(OptionKind::Check { default: self.default.map(truth).transpose()? })
            }
            Type::Spin => {
                self.refuse_vars("no var for type spin")?;
                let default = self.default.map(whole_number).transpose()?;
                Ok(OptionKind::Spin { default, min: self.min.map(|(_, min)| min), max: self.max.map(|(_, max)| max) })
            }
            Type::Combo => {
                self.refuse_range("no min or max for type combo")?;
                let vars = self.vars.into_iter().map(|(_, var)| var).collect();
                Ok(OptionKind::Combo { default: self.default.map(|(_, default)| default), vars })
            }
            Type::String => {
                self.refuse_range("no min or max for type string")?;
                self.refuse_vars("no var for type string")?;
                Ok(OptionKind::String { default: self.default.map(|(_, default)| default) })
            }
            Type::Button => {
                self.refuse_range("no min or max for type button")?;
                self.refuse_vars("no var for type button")?;
                match self.default {
                    Some((at, _)) => refuse(at, "no default for type button"),
                    None => Ok(OptionKind::Button),
                }
            }
        }
    }

    fn refuse_range(&self, instead: &'static str) -> Result<(), nom::Err<Problem<'a>>> {
        match self.min.or(self.max) {
            Some((at, _)) => refuse(at, instead),
            None => Ok(()),
        }
    }

    fn refuse_vars(&self, instead: &'static str) -> Result<(), nom::Err<Problem<'a>>> {
        match self.vars.first() {
            Some(&(at, _)) => refuse(at, instead),
            None => Ok(()),
        }
    }
}

fn refuse<'a, T>(at: &'a str, instead: &'static str) -> Result<T, nom::Err<Problem<'a>>> {
    expected(at, instead).map(|(_, value)| value)
}

/// `truth = "true" / "false"`
fn truth<'a>((at, value): (&'a str, Value)) -> Result<bool, nom::Err<Problem<'a>>> {
    match value.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => refuse(at, "true or false"),
    }
}

/// The default of a spin option, read as a value before the type was known.
fn whole_number<'a>((at, _): (&'a str, Value)) -> Result<i64, nom::Err<Problem<'a>>> {
    signed.parse(at).map(|(_, number)| number)
}
