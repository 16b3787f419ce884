//! Many games at once, played through arrays.

use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2,
    PyReadwriteArray4,
};
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::{
    errors::{BadOption, IllegalAction, bad_option, needs_numpy},
    flock::Flock,
    game::{PyGame, seed},
    position::{Position, fits},
};

/// Many games at once, played through arrays.
///
/// Each game has its own seed, which follows from the seed of the batch. One seat acts in each game at a time. If several
/// choose at the same time, they act one after the other, and do not see what was chosen. Chance and forced passes are
/// played automatically. A game that ends is replaced by a new one.
#[pyclass(name = "Batch", module = "uvi.rules")]
#[derive(Debug)]
pub(crate) struct PyBatch {
    game: Py<PyGame>,
    flock: Box<dyn Flock>,
}

const MOST: usize = 1 << 20;

/// Takes an argument that is an array of this type, by the name of numpy.
fn array<'a, 'py, T: FromPyObject<'a, 'py, Error: Into<PyErr>>>(
    name: &str,
    dtype: &str,
    value: &'a Bound<'py, PyAny>,
) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let found = value.getattr("dtype").unwrap_or_else(|_| value.get_type().into_any()).to_string();
        // Another number of dimensions, or an array that must not be written.
        if found == dtype {
            return error.into();
        }
        PyTypeError::new_err(format!("{name}: expected an array of {dtype}, found {found}"))
    })
}

/// Fills the rows of this array, or of a new one.
fn rows<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    dtype: &str,
    expected: [usize; 2],
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let out = match out {
        Some(out) => array("out", dtype, out)?,
        None => PyArray2::zeros(py, expected, false),
    };
    fits(&out, &expected)?;
    fill(out.try_readwrite()?.as_slice_mut()?);
    Ok(out)
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(game: &Bound<'_, PyGame>, size: i64, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        needs_numpy(game.py())?;
        let fits = usize::try_from(size).ok().filter(|size| (1..=MOST).contains(size));
        let size = fits.ok_or_else(|| BadOption::new_err(format!("expected 1 to {MOST} games, found {size}")))?;
        let (of, seed) = (game.get(), self::seed(seed)?);
        let flock = (of.kind().flock)(&of.values, of.seats, size, seed).map_err(|error| bad_option(&error))?;
        Ok(Self { game: game.clone().unbind(), flock })
    }

    /// The game that is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.flock.size()
    }

    /// The seat to act in each game.
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_iter(py, self.flock.to_act().iter().map(|seat| seat.number() as i8))
    }

    /// Returns `numbers` and `first`: the legal numbers of all games in order, and the index where each game begins.
    /// Game `i` has `numbers[first[i]:first[i + 1]]`.
    fn legal<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>) {
        let (numbers, first) = self.flock.legal();
        (PyArray1::from_slice(py, numbers), PyArray1::from_slice(py, first))
    }

    /// Returns a row for each game, with true if the number is legal. Fills and returns `out` if you pass an array,
    /// which is quicker than a new one.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let numbers = self.game.get().kind().numbers();
        rows(py, out, "bool", [self.flock.size(), numbers], |mask| self.flock.mask(mask))
    }

    /// Returns the same mask in an eighth of the memory, like `numpy.packbits(mask, axis=1, bitorder="little")`. Unpack
    /// it with `numpy.unpackbits(bits, axis=1, count=game.numbers, bitorder="little")`.
    #[pyo3(signature = (out=None))]
    fn legal_bits<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let bytes = self.game.get().kind().numbers().div_ceil(8);
        rows(py, out, "uint8", [self.flock.size(), bytes], |bits| self.flock.bits(bits))
    }

    /// Fills `out` with the planes of each game, as the seat to act sees them.
    fn observe(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out: PyReadwriteArray4<'_, f32> = array("out", "float32", out)?;
        let [planes, rows, columns] = self.game.get().kind().shape();
        fits(&out, &[self.flock.size(), planes, rows, columns])?;
        self.flock.observe(out.as_slice_mut()?);
        Ok(())
    }

    /// Plays a number in each game. Marks the games that ended in `over`, and writes the points of their seats to
    /// `points`. If a number is illegal, it raises `IllegalAction`, and no game changes.
    fn step(
        &mut self,
        py: Python<'_>,
        numbers: &Bound<'_, PyAny>,
        points: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let numbers: PyReadonlyArray1<'_, i32> = array("numbers", "int32", numbers)?;
        let mut points: PyReadwriteArray2<'_, f32> = array("points", "float32", points)?;
        let mut over: PyReadwriteArray1<'_, bool> = array("over", "bool", over)?;
        let (size, seats) = (self.flock.size(), usize::from(self.flock.seats()));
        fits(&numbers, &[size])?;
        fits(&points, &[size, seats])?;
        fits(&over, &[size])?;
        let (numbers, points, over) = (numbers.as_slice()?, points.as_slice_mut()?, over.as_slice_mut()?);
        let flock = &mut self.flock;
        let illegal = py.detach(|| {
            let illegal = flock.illegal(numbers);
            if illegal.is_none() {
                flock.act(numbers, points, over);
            }
            illegal
        });
        match illegal {
            None => Ok(()),
            Some(game) => {
                let number = numbers[game];
                let word = u32::try_from(number).ok().and_then(|number| self.game.get().words.text(number));
                let word = word.unwrap_or("nothing");
                Err(IllegalAction::new_err(format!("game {game}: {word} (number {number}) is not legal now")))
            }
        }
    }

    /// Returns a copy of one of the games.
    fn position(&self, py: Python<'_>, game: i64) -> PyResult<Position> {
        let held = usize::try_from(game).ok().and_then(|game| self.flock.held(game));
        let size = self.flock.size();
        let held = held.ok_or_else(|| BadOption::new_err(format!("expected a game below {size}, found {game}")))?;
        Ok(Position::new(self.game.clone_ref(py), held))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.flock.size(), self.game.get().kind().variant.word())
    }
}
