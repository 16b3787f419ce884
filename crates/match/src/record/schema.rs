//! The JSON Schema of a line of a match log, made from the record types. It ships as `protocol/log.schema.json`.

use schemars::{JsonSchema, generate::SchemaSettings};

use super::Record;

/// Returns the schema that `protocol/log.schema.json` holds.
pub fn schema() -> String {
    schema_of::<Record>("A line of an Arbiter match log, version 1")
}

/// Returns the schema of the JSON that `T` serializes to.
pub fn schema_of<T: JsonSchema>(title: &str) -> String {
    // Deserialization tolerates more than serialization writes; the schema promises what is written.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema has only text keys");
    text.push('\n');
    text
}
