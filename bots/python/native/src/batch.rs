//! Many games side by side, told and asked by arrays.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4};
use pyo3::prelude::*;

use crate::{
    errors::{BadOption, IllegalAction, bad_option},
    flock::Flock,
    game::{Game, seed},
    position::Position,
};

/// Games of one kind, each under a seed of its own that follows from the seed of the batch. One seat acts in each at a time:
/// of several that choose at once the first, then the next, who does not see what was chosen. What is over begins anew.
#[pyclass(module = "uvi.rules")]
#[derive(Debug)]
pub(crate) struct Batch {
    game: Py<Game>,
    flock: Box<dyn Flock>,
}

/// The most games of a batch.
const MOST: usize = 1 << 20;

fn shape(expected: &[usize], found: &[usize]) -> PyErr {
    BadOption::new_err(format!("expected a contiguous array of the shape {expected:?}, found {found:?}"))
}

impl Batch {
    fn numbers(&self) -> usize {
        self.game.get().kind().numbers()
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(game: &Bound<'_, Game>, size: i64, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let fits = usize::try_from(size).ok().filter(|size| (1..=MOST).contains(size));
        let size = fits.ok_or_else(|| BadOption::new_err(format!("expected 1 to {MOST} games, found {size}")))?;
        let (of, seed) = (game.get(), self::seed(seed)?);
        let flock = of.kind().flock(of.values(), of.seat_count(), size, seed).map_err(|error| bad_option(&error))?;
        Ok(Self { game: game.clone().unbind(), flock })
    }

    /// The game that all of them are.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.flock.size()
    }

    /// The seat that is to act in each game.
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_iter(py, self.flock.to_act().iter().map(|seat| seat.number() as i8))
    }

    /// The numbers that are legal, game after game, and where those of each game begin: game i has those from `first[i]` to
    /// `first[i + 1]`.
    fn legal<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>) {
        let (numbers, first) = self.flock.legal();
        (PyArray1::from_slice(py, numbers), PyArray1::from_slice(py, first))
    }

    /// Fills a mask for each game: true where the number is legal.
    fn legal_mask(&self, mut out: PyReadwriteArray2<'_, bool>) -> PyResult<()> {
        let (expected, found) = ([self.flock.size(), self.numbers()], out.as_array().shape().to_vec());
        let Ok(mask) = out.as_slice_mut() else { return Err(shape(&expected, &found)) };
        if found != expected {
            return Err(shape(&expected, &found));
        }
        self.flock.mask(mask);
        Ok(())
    }

    /// Fills the planes of each game, as the seat sees it that is to act.
    fn observe(&self, mut out: PyReadwriteArray4<'_, f32>) -> PyResult<()> {
        let [planes, rows, columns] = self.game.get().kind().shape();
        let (expected, found) = ([self.flock.size(), planes, rows, columns], out.as_array().shape().to_vec());
        match out.as_slice_mut() {
            Ok(values) if found == expected => {
                self.flock.observe(values);
                Ok(())
            }
            _ => Err(shape(&expected, &found)),
        }
    }

    /// Acts in each game by its number. Fills the points that each seat got where a game ended, and which did; those have
    /// begun anew. Where one number is not legal, nothing is done.
    fn step(
        &mut self,
        py: Python<'_>,
        numbers: PyReadonlyArray1<'_, i32>,
        mut points: PyReadwriteArray2<'_, f32>,
        mut over: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (size, seats) = (self.flock.size(), usize::from(self.flock.seats()));
        let (rows, ends) = (points.as_array().shape().to_vec(), over.as_array().len());
        let numbers = numbers.as_slice().map_err(|_| shape(&[size], &[]))?;
        let points = points.as_slice_mut().map_err(|_| shape(&[size, seats], &rows))?;
        let over = over.as_slice_mut().map_err(|_| shape(&[size], &[ends]))?;
        if numbers.len() != size || ends != size {
            return Err(shape(&[size], &[numbers.len().min(ends)]));
        }
        if rows != [size, seats] {
            return Err(shape(&[size, seats], &rows));
        }
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
                let word = u32::try_from(number).ok().and_then(|number| self.game.get().words().text(number));
                let word = word.unwrap_or("nothing");
                Err(IllegalAction::new_err(format!("game {game}: {word} (number {number}) is not legal now")))
            }
        }
    }

    /// A copy of one of the games.
    fn position(&self, py: Python<'_>, game: i64) -> PyResult<Position> {
        let held = usize::try_from(game).ok().and_then(|game| self.flock.held(game));
        let size = self.flock.size();
        let held = held.ok_or_else(|| BadOption::new_err(format!("expected a game below {size}, found {game}")))?;
        Ok(Position::new(self.game.clone_ref(py), held))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.flock.size(), self.game.get().kind().variant().word())
    }
}
