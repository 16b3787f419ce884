//! A message as JSON: its verb, and a field for each part. Omitted parts have no field.

use serde_json::{Map, Value, json};
use uvi::{EngineOptionKind, Go, OptionSpec, Over, ScoreText, Word, Words};

/// A message that has a form as JSON.
pub(crate) trait Meaning {
    fn meaning(&self) -> Value;
}

pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    pub(crate) fn of(verb: &str) -> Self {
        Self(Map::new()).with("verb", verb)
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    pub(crate) fn maybe(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the limits of a decision.
    pub(crate) fn go(self, go: &Go) -> Self {
        let clocks = go.clocks.as_ref();
        self.maybe("movetime", go.movetime)
            .maybe("time", clocks.map(|clocks| json!(clocks.time)))
            .maybe("inc", clocks.map(|clocks| json!(clocks.inc)))
            .maybe("movestogo", clocks.and_then(|clocks| clocks.movestogo))
            .maybe("nodes", go.nodes)
            .maybe("depth", go.depth)
    }

    /// Adds the end of a game.
    pub(crate) fn over(self, over: &Over) -> Self {
        let fields = self.with("reason", over.reason.as_str());
        match &over.score {
            None => fields,
            Some(ScoreText::Each(points)) => {
                fields.with("score", points.iter().map(ToString::to_string).collect::<Vec<_>>())
            }
            Some(ScoreText::Shared(points)) => fields.with("shared", *points),
        }
    }

    /// Adds a declared option.
    pub(crate) fn option(self, option: &OptionSpec) -> Self {
        let fields = self.with("name", option.name.as_str()).with("type", option.kind.word());
        match &option.kind {
            EngineOptionKind::Check { default } => fields.maybe("default", *default),
            EngineOptionKind::Spin { default, min, max } => {
                fields.maybe("default", *default).maybe("min", *min).maybe("max", *max)
            }
            EngineOptionKind::Combo { default, vars } => fields
                .maybe("default", default.as_ref().map(uvi::Value::as_str))
                .with("var", vars.iter().map(uvi::Value::as_str).collect::<Vec<_>>()),
            EngineOptionKind::String { default } => fields.maybe("default", default.as_ref().map(uvi::Value::as_str)),
            EngineOptionKind::Button => fields,
        }
    }

    /// Adds rule options.
    pub(crate) fn options(self, options: &[(Word, uvi::Value)]) -> Self {
        let options: Vec<_> = options.iter().map(|(name, value)| json!([name.as_str(), value.as_str()])).collect();
        self.with("options", options)
    }

    /// Adds a list of words.
    pub(crate) fn words(self, name: &str, words: &Words) -> Self {
        self.with(name, words.iter().collect::<Vec<_>>())
    }

    pub(crate) fn done(self) -> Value {
        self.0.into()
    }
}
