//! The JSON Schema of a line of a match log, made from the types of its records. It ships as
//! `protocol/log.schema.json`.

use super::Record;

/// The schema, as it is written to `protocol/log.schema.json`.
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Record);
    schema.insert("title".to_owned(), "A line of an Arbiter match log, version 1".into());
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema has only text keys");
    text.push('\n');
    text
}
