//! The words of positions, for packages in other languages.

use serde_json::{Map, Value, json};
use uvi_games::{
    game::{RuleOptionKind, Variant},
    games::REGISTRY,
};

/// Option values under which a position may be read, those with the fewest other values than the defaults first. Limits
/// are at the defaults, or the widest.
fn terms(variant: &dyn Variant) -> Vec<Value> {
    let mut terms: Vec<Map<String, Value>> = vec![Map::new()];
    let mut limits = Map::new();
    for row in variant.options() {
        match row.kind {
            RuleOptionKind::Spin { max, .. } => drop(limits.insert(row.name.to_owned(), json!(max.to_string()))),
            RuleOptionKind::Combo { default, vars } => {
                let others: Vec<&str> = vars.iter().copied().filter(|&value| value != default).collect();
                let before = terms.clone();
                terms.extend(before.iter().flat_map(|term| {
                    let with = |value: &&str| term.clone().into_iter().chain([(row.name.to_owned(), json!(value))]);
                    others.iter().map(move |value| with(value).collect::<Map<_, _>>())
                }));
            }
            RuleOptionKind::Text { .. } => {}
        }
    }
    terms.sort_by_key(Map::len);
    let widest = terms.iter().map(|term| limits.clone().into_iter().chain(term.clone()).collect());
    let mut all: Vec<Map<String, Value>> = terms.iter().take(1).cloned().chain(widest).collect();
    all.dedup();
    all.into_iter().map(Value::Object).collect()
}

/// Formats the file: a line for each word.
pub(crate) fn file() -> String {
    let variants = REGISTRY.iter().map(|variant| {
        let fields = variant.fields().iter().map(|field| {
            format!(r#"      {{"name": "{}", "form": {}, "about": {}}}"#, field.name, field.form, json!(field.about))
        });
        format!(
            "    \"{}\": {{\"title\": {}, \"seats\": {}, \"terms\": {}, \"fields\": [\n{}\n    ]}}",
            variant.word(),
            json!(variant.title()),
            json!(variant.seats()),
            json!(terms(variant)),
            fields.collect::<Vec<_>>().join(",\n")
        )
    });
    let variants = variants.collect::<Vec<_>>().join(",\n");
    format!("{{\n  \"uvi\": {},\n  \"variants\": {{\n{variants}\n  }}\n}}\n", uvi::VERSION)
}
