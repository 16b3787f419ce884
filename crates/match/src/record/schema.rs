//! The JSON Schema of a line of a match log, made from the types of its records. It ships as
//! `protocol/log.schema.json`.

use schemars::{JsonSchema, generate::SchemaSettings};

use super::Record;

/// The schema, as it is written to `protocol/log.schema.json`.
pub fn schema() -> String {
    schema_of::<Record>("A line of an Arbiter match log, version 1")
}

/// The schema of what is written as this type, under this title.
pub fn schema_of<T: JsonSchema>(title: &str) -> String {
    // What is written, not what is tolerated when it is read.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema has only text keys");
    text.push('\n');
    text
}
