//! The words of positions, for packages in other languages.

use serde_json::{Map, Value, json};
use uvi_games::{
    game::{RuleOptionKind, Variant},
    games::REGISTRY,
};

/// Option values under which a position may be read: the defaults first, then each other value, with the widest limits.
fn terms(variant: &dyn Variant) -> Vec<Value> {
    let limit =
        |kind: RuleOptionKind| if let RuleOptionKind::Spin { max, .. } = kind { Some(max.to_string()) } else { None };
    let limits: Map<String, Value> =
        variant.options().iter().filter_map(|row| Some((row.name.to_owned(), limit(row.kind)?.into()))).collect();
    let mut terms = vec![Map::new(), limits.clone()];
    for row in variant.options() {
        if let RuleOptionKind::Combo { default, vars } = row.kind {
            terms.extend(
                vars.iter()
                    .filter(|&&value| value != default)
                    .map(|value| limits.clone().into_iter().chain([(row.name.to_owned(), json!(value))]).collect()),
            );
        }
    }
    terms.dedup();
    terms.into_iter().map(Value::Object).collect()
}

/// Formats the file: a line for each word.
pub(crate) fn file() -> String {
    let known = REGISTRY.iter().filter(|variant| !variant.fields().is_empty());
    let variants = known.map(|variant| {
        let fields = variant.fields().iter().map(|field| {
            let (form, of) = field.form.parts();
            format!("      {}", json!({"name": field.name, "form": form, "of": of, "about": field.about}))
        });
        let (title, terms) = (json!(variant.title()), json!(terms(variant)));
        let fields = fields.collect::<Vec<_>>().join(",\n");
        format!(
            "    \"{}\": {{\"title\": {title}, \"terms\": {terms}, \"fields\": [\n{fields}\n    ]}}",
            variant.word()
        )
    });
    let variants = variants.collect::<Vec<_>>().join(",\n");
    format!("{{\n  \"uvi\": {},\n  \"variants\": {{\n{variants}\n  }}\n}}\n", uvi::VERSION)
}
