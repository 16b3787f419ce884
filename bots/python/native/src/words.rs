//! The words of a variant's actions as Python strings, made once, so that a list of legal actions makes no new ones.

use std::collections::HashMap;

use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyString},
};

use crate::kind::{KINDS, Kind};

/// The words of the actions that have a number.
#[derive(Debug)]
pub(crate) struct Words {
    /// The place of each number in the order of words by bytes; nothing where it is no action.
    ranks: Vec<u32>,
    /// The words in that order.
    sorted: Vec<Py<PyString>>,
    /// The number of each word.
    numbers: Py<PyDict>,
    /// The word of each number, steps included.
    texts: Vec<String>,
}

/// The rank of a number that is no action.
const NONE: u32 = u32::MAX;

impl Words {
    fn new(py: Python<'_>, kind: &dyn Kind) -> PyResult<Self> {
        let all: Vec<(String, bool)> =
            (0..kind.numbers() as u32).map(|number| kind.word(number).unwrap_or_default()).collect();
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

    /// Those of a variant, made when they are first asked for.
    pub(crate) fn of(py: Python<'_>, kind: usize) -> PyResult<&'static Self> {
        static ALL: [PyOnceLock<Words>; 16] = [const { PyOnceLock::new() }; 16];
        ALL[kind].get_or_try_init(py, || Self::new(py, KINDS[kind]))
    }

    /// The words of these numbers, sorted by bytes. The numbers are changed.
    pub(crate) fn sorted<'a>(&'a self, numbers: &'a mut [u32]) -> impl ExactSizeIterator<Item = &'a Py<PyString>> + 'a {
        for number in numbers.iter_mut() {
            *number = self.ranks[*number as usize];
        }
        numbers.sort_unstable();
        numbers.iter().map(|&rank| &self.sorted[rank as usize])
    }

    /// The number of a word, if it is an action that has one.
    pub(crate) fn number(&self, word: &Bound<'_, PyString>) -> PyResult<Option<u32>> {
        let found = self.numbers.bind(word.py()).get_item(word)?;
        found.map(|number| number.extract()).transpose()
    }

    /// The word of a number, if there is such a number.
    pub(crate) fn text(&self, number: u32) -> Option<&str> {
        self.texts.get(number as usize).map(String::as_str).filter(|text| !text.is_empty())
    }
}

/// The place of each variant's word among the kinds.
pub(crate) fn place(word: &str) -> Option<usize> {
    static PLACES: std::sync::LazyLock<HashMap<&'static str, usize>> = std::sync::LazyLock::new(|| {
        KINDS.iter().enumerate().map(|(place, kind)| (kind.variant().word(), place)).collect()
    });
    PLACES.get(word).copied()
}

const _: () = assert!(KINDS.len() <= 16, "there is a place for the words of each variant");
