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
    /// The option of this type. Refuses keywords that such an option cannot have.
    fn of_type(self, kind: Type) -> Result<EngineOptionKind, nom::Err<Problem<'a>>> {
        let Self { default, min, max, vars } = self;
        let [range, var] = [min.or(max).map(|(at, _)| at), vars.first().map(|&(at, _)| at)];
        let none = |found: Option<&'a str>, instead| found.map_or(Ok(()), |at| expected(at, instead));
        Ok(match kind {
            Type::Check => {
                none(range, "no min or max for type check")?;
                none(var, "no var for type check")?;
                EngineOptionKind::Check { default: default.map(truth).transpose()? }
            }
            Type::Spin => {
                none(var, "no var for type spin")?;
                let default = default.map(whole_number).transpose()?;
                EngineOptionKind::Spin { default, min: min.map(|(_, min)| min), max: max.map(|(_, max)| max) }
            }
            Type::Combo => {
                none(range, "no min or max for type combo")?;
                let vars = vars.into_iter().map(|(_, var)| var).collect();
                EngineOptionKind::Combo { default: default.map(|(_, default)| default), vars }
            }
            Type::String => {
                none(range, "no min or max for type string")?;
                none(var, "no var for type string")?;
                EngineOptionKind::String { default: default.map(|(_, default)| default) }
            }
            Type::Button => {
                none(range, "no min or max for type button")?;
                none(var, "no var for type button")?;
                none(default.map(|(at, _)| at), "no default for type button")?;
                EngineOptionKind::Button
            }
        })
    }
}

/// `truth = "true" / "false"`
fn truth<'a>((at, value): (&'a str, Value)) -> Result<bool, nom::Err<Problem<'a>>> {
    match value.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => expected(at, "true or false"),
    }
}

/// Parses the default of a spin option again, now as a number. It was read as a value while the type was unknown.
fn whole_number<'a>((at, _): (&'a str, Value)) -> Result<i64, nom::Err<Problem<'a>>> {
    signed.parse(at).map(|(_, number)| number)
}
