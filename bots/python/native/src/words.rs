//! The words of a variant's actions as Python strings. Made once, so that lists of legal actions make none.

use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyString},
};

use crate::kind::{EncodedVariant, KINDS};

/// The words of the numbered actions.
#[derive(Debug)]
pub(crate) struct ActionWords {
    /// The rank of each number among the words, sorted by bytes. `NONE` if the number is not an action.
    ranks: Vec<u32>,
    sorted: Vec<Py<PyString>>,
    numbers: Py<PyDict>,
    /// The word of each number, including steps; empty if the number means nothing.
    texts: Vec<String>,
}

/// The rank of a number that is not an action.
const NONE: u32 = u32::MAX;

impl ActionWords {
    fn new(py: Python<'_>, kind: &EncodedVariant) -> PyResult<Self> {
        let all: Vec<(String, bool)> =
            (0..kind.numbers() as u32).map(|number| (kind.word)(number).unwrap_or_default()).collect();
        let mut order: Vec<u32> = (0..all.len() as u32).filter(|&number| all[number as usize].1).collect();
        order.sort_unstable_by_key(|&number| all[number as usize].0.as_str());
        let mut ranks = vec![NONE; all.len()];
        let numbers = PyDict::new(py);
        let mut sorted = Vec::with_capacity(order.len());
        for (rank, &number) in order.iter().enumerate() {
            let word = PyString::new(py, &all[number as usize].0);
            ranks[number as usize] = rank as u32;
            numbers.set_item(&word, number)?;
            sorted.push(word.unbind());
        }
        let texts = all.into_iter().map(|(text, _)| text).collect();
        Ok(Self { ranks, sorted, numbers: numbers.unbind(), texts })
    }

    /// Returns the words of a variant, made at the first call.
    pub(crate) fn of(py: Python<'_>, kind: usize) -> PyResult<&'static Self> {
        static ALL: [PyOnceLock<ActionWords>; 16] = [const { PyOnceLock::new() }; 16];
        ALL[kind].get_or_try_init(py, || Self::new(py, &KINDS[kind]))
    }

    /// Returns the words of these numbers, sorted by bytes. Overwrites the numbers.
    pub(crate) fn sorted<'a>(&'a self, numbers: &'a mut [u32]) -> impl ExactSizeIterator<Item = &'a Py<PyString>> + 'a {
        for number in numbers.iter_mut() {
            *number = self.ranks[*number as usize];
        }
        numbers.sort_unstable();
        numbers.iter().map(|&rank| &self.sorted[rank as usize])
    }

    /// Returns the number of a word, if it is a numbered action.
    pub(crate) fn number(&self, word: &Bound<'_, PyString>) -> PyResult<Option<u32>> {
        let found = self.numbers.bind(word.py()).get_item(word)?;
        found.map(|number| number.extract()).transpose()
    }

    /// Returns the word of a number, if the number exists.
    pub(crate) fn text(&self, number: u32) -> Option<&str> {
        self.texts.get(number as usize).map(String::as_str).filter(|text| !text.is_empty())
    }
}

const _: () = assert!(KINDS.len() <= 16, "there is a place for the words of each variant");
