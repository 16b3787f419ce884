//! A validator for the part of JSON Schema that the log's schema uses. It panics at an unknown keyword, so that nothing
//! goes unchecked.

use serde_json::{Map, Value};

/// A schema with its definitions.
#[derive(Debug)]
pub struct Schema {
    root: Value,
}

type Checked = Result<(), String>;

impl Schema {
    pub fn new(root: Value) -> Self {
        Self { root }
    }

    /// Checks a value against the schema.
    ///
    /// # Errors
    /// Returns the place that does not fit, with the expected and the found value.
    pub fn check(&self, value: &Value) -> Checked {
        self.fits(&self.root, value, "")
    }

    fn fits(&self, schema: &Value, value: &Value, at: &str) -> Checked {
        let Value::Object(schema) = schema else {
            return if schema == &Value::Bool(true) { Ok(()) } else { Err(format!("{at}: nothing fits here")) };
        };
        for (keyword, wanted) in schema {
            self.keyword(schema, keyword, wanted, value, at)?;
        }
        Ok(())
    }

    fn keyword(&self, schema: &Map<String, Value>, keyword: &str, wanted: &Value, value: &Value, at: &str) -> Checked {
        let wrong = |what: &str| Err(format!("{at}: expected {what} {wanted}, found {value}"));
        match keyword {
            "$schema" | "$defs" | "title" | "description" | "default" => Ok(()),
            // The ranges of formats are not checked. The schemas give the lower bounds as `minimum`.
            "format" => {
                assert!(
                    ["uint", "uint8", "uint32", "uint64", "double"].contains(&wanted.as_str().unwrap()),
                    "format {wanted}"
                );
                Ok(())
            }
            "$ref" => {
                let pointer = wanted.as_str().unwrap().trim_start_matches('#');
                self.fits(self.root.pointer(pointer).expect("a reference has an aim"), value, at)
            }
            "type" if types(wanted).iter().any(|name| is_of(name, value)) => Ok(()),
            "type" => wrong("type"),
            "const" if value == wanted => Ok(()),
            "const" => wrong("the constant"),
            "enum" if wanted.as_array().unwrap().contains(value) => Ok(()),
            "enum" => wrong("one of"),
            "minimum" if value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()) => Ok(()),
            "minimum" => wrong("at least"),
            "maximum" if value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()) => Ok(()),
            "maximum" => wrong("at most"),
            "oneOf" | "anyOf" => {
                let fits: Vec<_> = wanted.as_array().unwrap().iter().map(|one| self.fits(one, value, at)).collect();
                let count = fits.iter().filter(|one| one.is_ok()).count();
                let fine = if keyword == "oneOf" { count == 1 } else { count > 0 };
                if fine { Ok(()) } else { Err(format!("{at}: {count} of {keyword} fit: {fits:?}")) }
            }
            "required" => {
                let Value::Object(value) = value else { return Ok(()) };
                let missing =
                    wanted.as_array().unwrap().iter().find(|name| !value.contains_key(name.as_str().unwrap()));
                missing.map_or(Ok(()), |name| Err(format!("{at}: {name} is missing")))
            }
            "properties" => {
                let (Value::Object(wanted), Value::Object(value)) = (wanted, value) else { return Ok(()) };
                wanted.iter().try_for_each(|(name, schema)| {
                    value.get(name).map_or(Ok(()), |part| self.fits(schema, part, &format!("{at}/{name}")))
                })
            }
            "additionalProperties" => {
                let known = |name: &String| schema.get("properties").is_some_and(|known| known.get(name).is_some());
                let Value::Object(value) = value else { return Ok(()) };
                let mut others = value.iter().filter(|(name, _)| !known(name));
                others.try_for_each(|(name, part)| self.fits(wanted, part, &format!("{at}/{name}")))
            }
            "items" => {
                let before = schema.get("prefixItems").map_or(0, |items| items.as_array().unwrap().len());
                let mut parts = value.as_array().into_iter().flatten().enumerate().skip(before);
                parts.try_for_each(|(index, part)| self.fits(wanted, part, &format!("{at}/{index}")))
            }
            "prefixItems" => {
                let parts = value.as_array().into_iter().flatten().zip(wanted.as_array().unwrap());
                parts.enumerate().try_for_each(|(index, (part, one))| self.fits(one, part, &format!("{at}/{index}")))
            }
            "minItems" if value.as_array().is_none_or(|items| items.len() as u64 >= wanted.as_u64().unwrap()) => Ok(()),
            "maxItems" if value.as_array().is_none_or(|items| items.len() as u64 <= wanted.as_u64().unwrap()) => Ok(()),
            "minItems" | "maxItems" => wrong(keyword),
            unknown => panic!("the validator knows no {unknown}"),
        }
    }
}

fn types(wanted: &Value) -> Vec<&str> {
    match wanted {
        Value::Array(names) => names.iter().map(|name| name.as_str().unwrap()).collect(),
        name => vec![name.as_str().unwrap()],
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        unknown => panic!("the validator knows no type {unknown}"),
    }
}
