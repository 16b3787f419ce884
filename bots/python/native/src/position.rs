//! A position of a game.

use numpy::{PyArray, PyArray1, PyArray3, PyArrayMethods as _, PyReadwriteArray3, PyUntypedArrayMethods as _};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyList, PyString, PyTuple},
};
use uvi::Word;
use uvi_games::game::{Actor, Picture, Seat, SeatSet, Style, Turn, encoding::Draft};

use crate::{
    errors::{BadOption, IllegalAction, RulesError, needs_numpy, no_seat, not_to_act, refused},
    game::{PickledParts, PyGame, seed},
    held::PositionQuery,
    outcome::{PyOutcome, scored},
};

/// A position. Playing changes it in place; `copy` makes another.
#[pyclass(module = "uvi.rules")]
#[derive(Debug)]
pub(crate) struct Position {
    game: Py<PyGame>,
    held: Box<dyn PositionQuery>,
}

impl Position {
    pub(crate) fn new(game: Py<PyGame>, held: Box<dyn PositionQuery>) -> Self {
        Self { game, held }
    }

    fn seat_at(&self, seat: i64) -> PyResult<Seat> {
        let seats = self.game.get().seats;
        let found = u32::try_from(seat).ok().and_then(Seat::new).filter(|seat| seat.number() <= seats.into());
        found.ok_or_else(|| no_seat(seats, seat))
    }

    fn to_act(&self) -> SeatSet {
        match self.held.table().turn() {
            Turn::Seats(seats) => seats,
            Turn::Chance | Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Returns the given seat, or by default the first that is to act.
    fn asked(&self, seat: Option<i64>) -> PyResult<Option<Seat>> {
        match seat {
            Some(seat) => self.seat_at(seat).map(Some),
            None => Ok(self.to_act().first()),
        }
    }

    fn acting(&self, seat: Option<i64>) -> PyResult<Seat> {
        let to_act = self.to_act();
        let seat = self.asked(seat)?.filter(|&seat| to_act.contains(seat));
        seat.ok_or_else(|| not_to_act(to_act))
    }

    fn picture(&self, seat: Option<i64>, last: Vec<(Option<i64>, String)>) -> PyResult<Picture> {
        let action = |(seat, word): (Option<i64>, String)| {
            let actor = seat.map_or(Ok(Actor::Chance), |seat| self.seat_at(seat).map(Actor::Seat))?;
            // A text that is not a word is not an action, so it marks nothing.
            Ok(Word::new(word).map(|word| (actor, word)))
        };
        let last: Vec<Option<(Actor, Word)>> = last.into_iter().map(action).collect::<PyResult<_>>()?;
        let last: Vec<(Actor, Word)> = last.into_iter().flatten().collect();
        Ok(match seat {
            Some(seat) => self.held.table().picture_for(self.seat_at(seat)?, &last),
            None => self.held.table().picture(&last),
        })
    }
}

#[pymethods]
impl Position {
    /// The game of the position.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The seats that must decide. Empty if chance is due, and after the end.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.to_act().iter().map(Seat::number).collect::<Vec<_>>())
    }

    /// The first of the seats that must decide, or None.
    #[getter]
    fn seat(&self) -> Option<u32> {
        self.to_act().first().map(Seat::number)
    }

    /// The kind of turn: `seats`, `chance` or `nothing`.
    #[getter]
    fn waits_for(&self) -> &'static str {
        match self.held.table().turn() {
            Turn::Chance => "chance",
            Turn::Seats(_) => "seats",
            Turn::Over(_) => "nothing",
        }
    }

    /// The kind of decision that is due.
    #[getter]
    fn phase(&self) -> &'static str {
        self.held.table().phase()
    }

    /// The outcome of the game, or None.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        match self.held.table().turn() {
            Turn::Over(outcome) => Some(PyOutcome::from(&outcome)),
            Turn::Chance | Turn::Seats(_) => None,
        }
    }

    /// The score that all seats share so far. 0 if they compete.
    #[getter]
    fn shared(&self) -> u32 {
        self.held.table().shared()
    }

    /// The seats that have been vacated.
    #[getter]
    fn vacant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.held.table().vacant().iter().map(Seat::number).collect::<Vec<_>>())
    }

    /// The whole position.
    #[getter]
    fn text(&self) -> String {
        self.held.table().position().to_string()
    }

    /// The position as a seat may see it.
    fn view(&self, seat: i64) -> PyResult<String> {
        Ok(self.held.table().view(self.seat_at(seat)?).to_string())
    }

    /// The legal actions of a seat, by default the first that is to act, sorted by bytes.
    #[pyo3(signature = (seat = None))]
    fn legal<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        let Some(seat) = self.asked(seat)? else { return Ok(PyList::empty(py)) };
        if let Some(mut numbers) = self.held.actions(seat) {
            return PyList::new(py, self.game.get().words.sorted(&mut numbers));
        }
        PyList::new(py, self.held.table().legal(seat).iter().map(Word::as_str))
    }

    /// True if `legal` is the whole list.
    #[getter]
    fn lists_all(&self) -> bool {
        self.held.table().lists_all()
    }

    /// Plays an action of a seat, by default the first that is to act. An action that begins with `@` is of chance.
    #[pyo3(signature = (action, seat = None))]
    fn play(&mut self, action: &Bound<'_, PyString>, seat: Option<i64>) -> PyResult<Py<PyAny>> {
        let py = action.py();
        let known = self.game.get().words.number(action)?;
        if let Some(number) = known {
            let seat = self.acting(seat)?;
            let played = self.held.act(seat, number);
            return scored(py, played.map_err(|error| refused(&action.to_string(), &error))?);
        }
        let text = action.to_cow()?;
        let is_chance = text.starts_with('@');
        let actor = match (is_chance, seat) {
            (true, None) => Actor::Chance,
            (true, Some(seat)) => Actor::Seat(self.seat_at(seat)?),
            // An unreadable action is reported as such, even if no seat is to act.
            (false, seat) => Actor::Seat(self.asked(seat)?.unwrap_or(Seat::ONE)),
        };
        scored(py, self.held.play(actor, &text).map_err(|error| refused(&text, &error))?)
    }

    /// The action in its printed form. Call it before the action is played.
    #[pyo3(signature = (action, seat = None))]
    fn describe(&self, action: &str, seat: Option<i64>) -> PyResult<String> {
        let seat = self.asked(seat)?.unwrap_or(Seat::ONE);
        let actor = if action.starts_with('@') { Actor::Chance } else { Actor::Seat(seat) };
        let mut table = self.held.table().boxed_clone();
        Ok(table.play(actor, action).map_err(|error| refused(action, &error))?.text)
    }

    /// The seat that must pass and its pass, or None.
    #[getter]
    fn forced(&self) -> Option<(u32, String)> {
        self.held.table().forced().map(|(seat, pass)| (seat.number(), pass.to_string()))
    }

    /// The outcomes of the chance event that is due, with their weights.
    fn outcomes(&self) -> Vec<(String, u32)> {
        self.held.table().outcomes().into_iter().map(|(word, weight)| (word.to_string(), weight)).collect()
    }

    /// The key of the chance event that is due, or None.
    #[getter]
    fn chance_key(&self) -> Option<String> {
        self.held.table().draw().map(|draw| draw.key)
    }

    /// The outcome that a seed gives to the chance event that is due, or None.
    fn draw(&self, seed: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.held.table().chance(&self::seed(seed)?).map(|word| word.to_string()))
    }

    /// Plays chance and forced passes until a seat must decide or the game is over. Returns the actions.
    fn settle(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(self.held.settle(&self::seed(seed)?))
    }

    /// Removes a seat from a game of three or more, which continues without it.
    fn vacate(&mut self, seat: i64) -> PyResult<()> {
        let seat = self.seat_at(seat)?;
        let (seats, vacant) = (self.game.get().seats, self.held.table().vacant());
        let left = usize::from(seats) - vacant.len();
        if !self.game.get().kind().vacating || left < 3 || vacant.contains(seat) || self.outcome().is_some() {
            return Err(IllegalAction::new_err(format!(
                "seat {seat} cannot leave: expected a competitive game that is not over, with this seat and two others still \
                 in it"
            )));
        }
        self.held.table_mut().vacate(seat);
        Ok(())
    }

    /// The numbers that are legal for a seat, by default the first that is to act: actions, and steps of a decision.
    #[pyo3(signature = (seat = None))]
    fn legal_numbers<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        let mut numbers = self.asked(seat)?.map(|seat| self.held.numbers(seat)).unwrap_or_default();
        numbers.sort_unstable();
        PyList::new(py, numbers)
    }

    /// Plays the action with this number, or makes this step of a decision.
    #[pyo3(signature = (number, seat = None))]
    fn act(&mut self, py: Python<'_>, number: i64, seat: Option<i64>) -> PyResult<Py<PyAny>> {
        let game = self.game.get();
        let count = game.kind().numbers();
        let fits = u32::try_from(number).ok().filter(|&number| (number as usize) < count);
        let fits =
            fits.ok_or_else(|| IllegalAction::new_err(format!("expected a number below {count}, found {number}")))?;
        let seat = self.acting(seat)?;
        let name = || format!("{} (number {number})", game.words.text(fits).unwrap_or("nothing"));
        scored(py, self.held.act(seat, fits).map_err(|error| refused(&name(), &error))?)
    }

    /// The numbers of the steps of the decision so far.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.held.draft())
    }

    /// Returns a mask with an entry for each number: 1 if the number is legal for the seat, else 0.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        needs_numpy(py)?;
        let numbers = self.asked(seat)?.map(|seat| self.held.numbers(seat)).unwrap_or_default();
        let mut mask = vec![0_i8; self.game.get().kind().numbers()];
        numbers.into_iter().for_each(|number| mask[number as usize] = 1);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The planes of the position as a seat sees it.
    fn observe<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyArray3<f32>>> {
        needs_numpy(py)?;
        let shape = self.game.get().kind().shape();
        let mut values = vec![0.0; shape.into_iter().product()];
        self.held.observe(self.seat_at(seat)?, &mut values);
        PyArray1::from_vec(py, values).reshape(shape)
    }

    /// Fills an array with the planes of `observe`.
    fn observe_into(&self, seat: i64, out: &Bound<'_, PyAny>) -> PyResult<()> {
        needs_numpy(out.py())?;
        let mut out: PyReadwriteArray3<'_, f32> = out.extract()?;
        let (seat, shape) = (self.seat_at(seat)?, self.game.get().kind().shape());
        fits(&out, &shape)?;
        self.held.observe(seat, out.as_slice_mut()?);
        Ok(())
    }

    /// The board for people, in characters.
    #[pyo3(signature = (colour = false))]
    fn board(&self, colour: bool) -> String {
        self.held.table().board(if colour { Style::Colour } else { Style::Plain }).join("\n")
    }

    /// A picture of the whole position, or as a seat may see it. It marks the actions of `last`.
    #[pyo3(signature = (seat = None, last = Vec::new()), text_signature = "($self, seat=None, last=())")]
    fn svg(&self, seat: Option<i64>, last: Vec<(Option<i64>, String)>) -> PyResult<String> {
        Ok(self.picture(seat, last)?.to_svg())
    }

    fn _repr_svg_(&self) -> String {
        self.held.table().picture(&[]).to_svg()
    }

    /// Returns an equal position.
    fn copy(&self, py: Python<'_>) -> Self {
        Self::new(self.game.clone_ref(py), self.held.boxed_clone())
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let Ok(other) = other.try_borrow() else { return false };
        self.game.get().is_same(other.game.get()) && self.held.equals(&*other.held)
    }

    fn __hash__(&self) -> isize {
        self.held.hashed() as isize
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.game.get().kind().variant.word(), self.text())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Pickled)> {
        let make = py.import("uvi._rules")?.getattr("unpickle")?.unbind();
        Ok((make, (self.game.get().parts(py)?, self.text(), self.held.draft().to_vec())))
    }
}

/// Refuses an array of another shape, and one whose values do not lie in the order of their indices.
pub(crate) fn fits<T, D>(array: &Bound<'_, PyArray<T, D>>, expected: &[usize]) -> PyResult<()> {
    let (found, order) = (array.shape(), if array.is_c_contiguous() { "" } else { " in another order" });
    if found == expected && order.is_empty() {
        return Ok(());
    }
    Err(BadOption::new_err(format!("expected an array of the shape {expected:?} in C order, found {found:?}{order}")))
}

/// The pickled form of a position: its game, its text, and the steps of the decision so far.
type Pickled = (PickledParts, String, Vec<u32>);

#[pyfunction]
pub(crate) fn unpickle(py: Python<'_>, game: Bound<'_, PyTuple>, text: &str, steps: Vec<u32>) -> PyResult<Position> {
    let game = py.get_type::<PyGame>().call1(game)?;
    let game = game.cast::<PyGame>().map_err(|_| PyTypeError::new_err("expected a game"))?;
    let position = game.call_method1("read", (text,))?;
    let mut position: PyRefMut<'_, Position> = position.extract()?;
    let draft = Draft::try_from(steps.as_slice()).map_err(|_| RulesError::new_err("too many steps of a decision"))?;
    position.held.set_draft(draft);
    let held = position.held.boxed_clone();
    Ok(Position::new(game.clone().unbind(), held))
}
