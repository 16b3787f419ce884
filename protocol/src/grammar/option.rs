//! Options as a bot or a variant declares them.

use nom::Parser as _;

use super::{
    pairs::{KeywordPair, located, pairs, required},
    problem::{GrammarResult, Problem, expected},
    word::{one_of, signed, value, word},
};
use crate::{EngineOptionKind, OptionSpec, Value};

#[derive(Debug, Clone, Copy)]
enum Type {
    Check,
    Spin,
    Combo,
    String,
    Button,
}

/// The values of an option's pairs, each with its place in the line.
#[derive(Debug, Default)]
struct Parts<'a> {
    default: Option<(&'a str, Value)>,
    min: Option<(&'a str, i64)>,
    max: Option<(&'a str, i64)>,
    vars: Vec<(&'a str, Value)>,
}

/// `option-spec = "name" word "type" type *( "default" value / "min" signed / "max" signed / "var" value )`, in any
/// order. Only `var` may be repeated.
pub(crate) fn option_spec(input: &str) -> GrammarResult<'_, OptionSpec> {
    option_and(input, |pair| pair.refuse("name, type, default, min, max or var"))
}

/// Reads an option, and leaves unknown pairs between its own to `other`.
pub(super) fn option_and<'a>(
    input: &'a str,
    mut other: impl FnMut(KeywordPair<'a>) -> GrammarResult<'a, ()>,
) -> GrammarResult<'a, OptionSpec> {
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
fn option_type(input: &str) -> GrammarResult<'_, Type> {
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
    fn of_type(self, kind: Type) -> Result<EngineOptionKind, nom::Err<Problem<'a>>> {
        self.refuse_by(kind)?;
        let Self { default, min, max, vars } = self;
        Ok(match kind {
            Type::Check => EngineOptionKind::Check { default: default.map(truth).transpose()? },
            Type::Spin => {
                let default = default.map(whole_number).transpose()?;
                EngineOptionKind::Spin { default, min: min.map(|(_, min)| min), max: max.map(|(_, max)| max) }
            }
            Type::Combo => {
                let vars = vars.into_iter().map(|(_, var)| var).collect();
                EngineOptionKind::Combo { default: default.map(|(_, default)| default), vars }
            }
            Type::String => EngineOptionKind::String { default: default.map(|(_, default)| default) },
            Type::Button => EngineOptionKind::Button,
        })
    }

    /// Refuses keywords that an option of this type cannot have.
    fn refuse_by(&self, kind: Type) -> Result<(), nom::Err<Problem<'a>>> {
        let (range, var, default) = match kind {
            Type::Check => (Some("no min or max for type check"), Some("no var for type check"), None),
            Type::Spin => (None, Some("no var for type spin"), None),
            Type::Combo => (Some("no min or max for type combo"), None, None),
            Type::String => (Some("no min or max for type string"), Some("no var for type string"), None),
            Type::Button => (
                Some("no min or max for type button"),
                Some("no var for type button"),
                Some("no default for type button"),
            ),
        };
        let found = [
            self.min.or(self.max).map(|(at, _)| at).zip(range),
            self.vars.first().map(|&(at, _)| at).zip(var),
            self.default.as_ref().map(|&(at, _)| at).zip(default),
        ];
        found.into_iter().flatten().try_for_each(|(at, instead)| refuse(at, instead))
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

/// Parses the default of a spin option again, now as a number. It was read as a value while the type was unknown.
fn whole_number<'a>((at, _): (&'a str, Value)) -> Result<i64, nom::Err<Problem<'a>>> {
    signed.parse(at).map(|(_, number)| number)
}
