//! A game: a variant with its options and seats.

use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyBool, PyDict, PyInt, PyMapping, PyString},
};
use uvi_games::game::{OptionValues, RuleOptionKind, Seed, Variant};

use crate::{
    errors::{BadOption, UnknownVariant, bad_option, bad_position},
    kind::{EncodedVariant, KINDS},
    position::Position,
    words::ActionWords,
};

/// A variant with rule options and a number of seats.
#[pyclass(name = "Game", frozen, module = "uvi.rules")]
#[derive(Debug)]
pub(crate) struct PyGame {
    place: usize,
    pub(crate) values: OptionValues,
    pub(crate) seats: u8,
    pub(crate) words: &'static ActionWords,
}

impl PyGame {
    pub(crate) fn kind(&self) -> &'static EncodedVariant {
        &KINDS[self.place]
    }

    fn variant(&self) -> &'static dyn Variant {
        self.kind().variant
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.place == other.place && self.values == other.values && self.seats == other.seats
    }
}

fn find(word: &str) -> PyResult<usize> {
    KINDS.iter().position(|kind| kind.variant.word() == word).ok_or_else(|| {
        let words: Vec<&str> = KINDS.iter().map(|kind| kind.variant.word()).collect();
        UnknownVariant::new_err(format!("expected a variant, {}; found {word:?}", words.join(", ")))
    })
}

/// Parses a seed: a number, or up to 32 hex digits.
pub(crate) fn seed(given: &Bound<'_, PyAny>) -> PyResult<Seed> {
    let wrong =
        || BadOption::new_err(format!("expected a seed, a number below 2**128 or 32 hex digits; found {given}"));
    let number = match given.cast::<PyString>() {
        Ok(text) => {
            let digits: String = text.extract().map_err(|_| wrong())?;
            let fits = (1..=32).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            fits.then(|| u128::from_str_radix(&digits, 16).ok()).flatten().ok_or_else(wrong)?
        }
        Err(_) => given.extract().map_err(|error| if given.is_instance_of::<PyInt>() { wrong() } else { error })?,
    };
    Ok(Seed(number.to_be_bytes()))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (word, options = None, seats = None))]
    fn new(py: Python<'_>, word: &str, options: Option<&Bound<'_, PyMapping>>, seats: Option<i64>) -> PyResult<Self> {
        let place = find(word)?;
        let variant = KINDS[place].variant;
        let mut values = OptionValues::defaults(variant.options());
        for item in options.map(|options| options.items()).transpose()?.into_iter().flatten() {
            let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
            // A rule option that can be on or off has these words.
            let word = match value.cast::<PyBool>() {
                Ok(flag) => PyString::new(py, if flag.is_true() { "on" } else { "off" }),
                Err(_) => value.str()?,
            };
            values.set(&name, &word.to_cow()?).map_err(|error| bad_option(&error))?;
        }
        variant.check(&values).map_err(|error| bad_option(&error))?;
        let fewest = variant.seats()[0];
        let found = seats.unwrap_or_else(|| fewest.into());
        let seats = variant.seats().iter().copied().find(|&seats| i64::from(seats) == found).ok_or_else(|| {
            let all: Vec<String> = variant.seats().iter().map(u8::to_string).collect();
            BadOption::new_err(format!("{word} has {} seats, found {found}", all.join(", ")))
        })?;
        Ok(Self { place, values, seats, words: ActionWords::of(py, place)? })
    }

    /// The variant's word.
    #[getter]
    fn word(&self) -> &'static str {
        self.variant().word()
    }

    /// The variant's title for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.variant().title()
    }

    /// The rules page, in Markdown.
    #[getter]
    fn rules(&self) -> &'static str {
        self.variant().rules()
    }

    /// The number of seats.
    #[getter]
    const fn seats(&self) -> u8 {
        self.seats
    }

    /// The rule options with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        self.values.iter().try_for_each(|(name, value)| options.set_item(name, value))?;
        Ok(options)
    }

    /// The kinds of decisions in the game.
    #[getter]
    fn phases(&self) -> Vec<&'static str> {
        self.variant().phases().to_vec()
    }

    /// True if all seats share one score.
    #[getter]
    fn cooperative(&self) -> bool {
        self.variant().cooperative()
    }

    /// True if there are chance events after the start.
    #[getter]
    fn chance(&self) -> bool {
        self.variant().chance()
    }

    /// The version of numbers and planes.
    #[getter]
    fn version(&self) -> u32 {
        self.kind().version
    }

    /// The number of action numbers.
    #[getter]
    fn numbers(&self) -> usize {
        self.kind().numbers()
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.kind().shape().into()
    }

    /// The groups of planes: their number, and their meaning.
    #[getter]
    fn layers(&self) -> Vec<(usize, &'static str)> {
        self.kind().layers.iter().map(|layer| (layer.count, layer.shows)).collect()
    }

    /// The groups of numbers: their size, their actions, and the meaning of a number within the group.
    #[getter]
    fn spans(&self) -> Vec<(usize, &'static str, &'static str)> {
        self.kind().spans.iter().map(|span| (span.count, span.actions, span.number)).collect()
    }

    /// The word of a number, or None.
    fn word_of(&self, number: i64) -> Option<&str> {
        self.words.text(u32::try_from(number).ok()?)
    }

    /// The number of an action, or None.
    fn number_of(&self, action: &Bound<'_, PyString>) -> PyResult<Option<u32>> {
        self.words.number(action)
    }

    /// Returns the start position under a seed: a number, or up to 32 hex digits.
    fn start(slf: &Bound<'_, Self>, seed: &Bound<'_, PyAny>) -> PyResult<Position> {
        let game = slf.get();
        let held =
            (game.kind().start)(&game.values, game.seats, &self::seed(seed)?).map_err(|error| bad_option(&error))?;
        Ok(Position::new(slf.clone().unbind(), held))
    }

    /// Reads a position, which may be finished.
    fn read(slf: &Bound<'_, Self>, text: &str) -> PyResult<Position> {
        let game = slf.get();
        let read = (game.kind().read)(&game.values, game.seats, text);
        let held = read.map_err(|error| bad_position(slf.py(), &error))?;
        Ok(Position::new(slf.clone().unbind(), held))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.is_same(other.get()))
    }

    fn __hash__(&self) -> isize {
        (self.place << 8 | usize::from(self.seats)) as isize
    }

    fn __repr__(&self) -> String {
        let changed: Vec<String> = self.values.changed().map(|(name, value)| format!(" {name} {value}")).collect();
        format!("<Game {} for {}{}>", self.word(), self.seats, changed.concat())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PickledParts)> {
        Ok((slf.get_type().into_any(), slf.get().parts(slf.py())?))
    }
}

/// The parts of a game for pickling: word, options, seats.
pub(crate) type PickledParts = (String, Py<PyAny>, u8);

impl PyGame {
    pub(crate) fn parts(&self, py: Python<'_>) -> PyResult<PickledParts> {
        Ok((self.word().to_owned(), self.options(py)?.into_py_any(py)?, self.seats))
    }
}

/// Returns the words of all variants.
#[pyfunction]
pub(crate) fn variants() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.variant.word()).collect()
}

/// A rule option: its name, default, possible values and effect.
type OptionFacts = (&'static str, String, String, &'static str);

/// Returns the possible numbers of seats of a variant, and its rule options: name, default, possible values and effect.
#[pyfunction]
pub(crate) fn options(word: &str) -> PyResult<(Vec<u32>, Vec<OptionFacts>)> {
    let variant = KINDS[find(word)?].variant;
    let row = |row: &uvi_games::game::OptionRow| {
        (row.name, row.kind.default_text(), RuleOptionKind::expected(&row.kind), row.about)
    };
    // A list of bytes would become `bytes`.
    let seats = variant.seats().iter().copied().map(u32::from).collect();
    Ok((seats, variant.options().iter().map(row).collect()))
}
