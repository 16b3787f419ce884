//! The game as numbers, for programs that learn. Hexagons lie in their columns and rows.
//!
//! Some layers are tables with a row for each cat: first the seat's own three cats, then the cats of the next seat, and
//! so on. The tables need three columns more than the land.

use std::sync::LazyLock;

use super::{
    Action, Cat, CatChess, CatId, Cells, Challenge, Counter, Facings, Letter, PEAKS, Peaks, Phase, Response, Sheet,
    land, phase::Deed,
};
use crate::{
    board::hex::{HexDirection, Space},
    game::{
        MAX_SEATS, Seat,
        encoding::{Draft, Encode, Planes, share},
    },
};

const SPACES: usize = super::land::SPACES;
/// The land has the rows 1 to 22 and the columns a to v. The tables need 25 columns.
const ROWS: usize = 22;
const COLUMNS: usize = 25;
const CATS: usize = 3 * MAX_SEATS;
/// The number of ways to turn one cat, two cats, and three cats.
const TURNINGS: [usize; 3] = [6, 36, 216];

/// The first number of each span of actions, in the order of `SPANS`.
const TILES: usize = 3 * 50;
const PLACES: usize = TILES + SPACES;
const FACINGS: usize = PLACES + 3 * SPACES;
const CHALLENGES: usize = FACINGS + 258;
const MOVES: usize = CHALLENGES + 3 * CATS;
const PREENS: usize = MOVES + 3 * SPACES;
const FREE: usize = PREENS + 3;
const CHOICES: usize = FREE + 3;
const RESPONSES: usize = CHOICES + 5;
const STEPS: usize = RESPONSES + 5;
const DONE: usize = STEPS + SPACES;

/// The words of the phases, in the order of their planes.
const PHASES: [&str; 11] =
    ["style", "presence", "tiles", "cats", "turn", "return", "face", "misto", "challenge", "step", "coin"];

/// The action of each number.
static ACTIONS: LazyLock<Vec<Action>> = LazyLock::new(|| {
    let on_spaces = |act: fn(Letter, Space) -> Action| {
        Letter::ALL.into_iter().flat_map(move |cat| land().spaces().map(move |to| act(cat, to)))
    };
    let mut actions = Vec::with_capacity(DONE + 1);
    for cat in Letter::ALL {
        let counters = |(row, column)| Counter::ALL.map(|counter| Action::Counter(cat, row, column, counter));
        actions.extend(Cells::places().flat_map(counters));
    }
    actions.extend(land().spaces().map(Action::Tile));
    actions.extend(on_spaces(Action::Place));
    for (cats, count) in (1..).zip(TURNINGS) {
        actions.extend((0..count).filter_map(|number| Facings::numbered(cats, number)).map(Action::Face));
    }
    for cat in Letter::ALL {
        let rivals = Seat::all(MAX_SEATS as u8).flat_map(|seat| Letter::ALL.map(|letter| CatId { seat, letter }));
        actions.extend(rivals.map(|rival| Action::Challenge(cat, rival)));
    }
    actions.extend(on_spaces(Action::Move));
    actions.extend(Letter::ALL.map(Action::Preen));
    actions.extend(Letter::ALL.map(Action::FreePreen));
    actions.extend(Challenge::ALL.map(Action::Choose));
    actions.extend(Response::ALL.map(Action::Respond));
    actions.extend(land().spaces().map(Action::Step));
    actions.push(Action::Done);
    actions
});

/// The index of new directions: first those for one cat, then for two, then for three.
fn turning(facings: &Facings) -> usize {
    let directions = facings.directions();
    let before: usize = TURNINGS[..directions.len() - 1].iter().sum();
    before + directions.iter().fold(0, |number, direction| 6 * number + direction.number() as usize)
}

fn cell(space: Space) -> usize {
    let (hex, first) = (land().hex(space), (-5, -10));
    let (column, row) = (hex.q - first.0, hex.r - first.1);
    COLUMNS * row as usize + column as usize
}

impl Encode for CatChess {
    const CELLS: [usize; 2] = [ROWS, COLUMNS];
    layers! {
        1 => "how high each space is, of 6",
        1 => "the peaks",
        15 => "where each cat stands: the seat's a, b, c, then those of the next seats in order of play",
        6 => "the spaces of cats that face direction 0, 1, 2, 3, 4, 5",
        1 => "the self-esteem of the cat on its space, of 10",
        1 => "the peaks that the seat holds",
        1 => "the peaks that others hold",
        2 => "the cats of a challenge, a step or a coin: the challenger or who must step; the other",
        1 => "table: Style counters, a row for each cat, a column for each of its 25 cells",
        1 => "table: Presence counters, likewise",
        1 => "table: sheets, a row for each cat, a column for each of the 15 sheets",
        1 => "table: a row for each cat; columns: self-esteem of 10, in play, has acted, has preened, its seat's \
              turn, its seat is to act, its seat is vacated, is to be turned, challenges or must step, is challenged \
              or fled",
        1 => "everywhere the number of seats, of 5",
        5 => "everywhere 1 for the seat: 1, 2, 3, 4, 5",
        11 => "everywhere 1 for the phase: style, presence, tiles, cats, turn, return, face, misto, challenge, step, \
               coin",
        1 => "everywhere the tiles left, of 720",
        1 => "everywhere 1 where kiryuu has preened for free",
        1 => "everywhere the round of `maxrounds`",
        2 => "everywhere 1 where the challenge is chosen, where the response is",
        10 => "everywhere 1 for the seat's own choice: spit, hiss, glare, arch, stalk, ignore, disdain, sneer, sniff, \
               wash",
        1 => "everywhere 1 with the option `peaks contested`",
    }
    spans! {
        150 => "a counter, `a13s`": "50 · cat + 10 · (row − 1) + 2 · (column − 1) + (s, p)",
        SPACES => "a tile, `+g11`": "the space, row by row",
        3 * SPACES => "a cat is placed, `a=b12`": "273 · cat + space",
        258 => "directions, `^3`, `^35`, `^354`":
            "0, 6 or 42 for one, two or three cats + the digits as a number in base 6",
        45 => "a challenge, `a!2b`": "15 · cat + 3 · (seat − 1) + other cat",
        3 * SPACES => "a move, `a-g11`": "273 · cat + space",
        3 => "a preen, `a~`": "cat",
        3 => "a free preen, `a*`": "cat",
        5 => "`spit`, `hiss`, `glare`, `arch`, `stalk`": "in this order",
        5 => "`ignore`, `disdain`, `sneer`, `sniff`, `wash`": "in this order",
        SPACES => "a step, `>g12`": "the space",
        1 => "`done`": "0",
    }

    fn number_of(action: Action) -> Option<u32> {
        let number = match action {
            Action::Counter(cat, row, column, counter) => {
                50 * cat as usize + 10 * row as usize + 2 * column as usize + counter as usize
            }
            Action::Tile(to) => TILES + to.index(),
            Action::Place(cat, to) => PLACES + SPACES * cat as usize + to.index(),
            Action::Face(facings) => FACINGS + turning(&facings),
            Action::Challenge(cat, other) => {
                CHALLENGES + CATS * cat as usize + 3 * other.seat.index() + other.letter as usize
            }
            Action::Move(cat, to) => MOVES + SPACES * cat as usize + to.index(),
            Action::Preen(cat) => PREENS + cat as usize,
            Action::FreePreen(cat) => FREE + cat as usize,
            Action::Choose(choice) => CHOICES + choice as usize,
            Action::Respond(choice) => RESPONSES + choice as usize,
            Action::Step(to) => STEPS + to.index(),
            Action::Done => DONE,
            Action::Heads | Action::Tails => return None,
        };
        Some(number as u32)
    }

    fn action_at(number: u32) -> Option<Action> {
        ACTIONS.get(number as usize).copied()
    }

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        let seats = usize::from(self.cats.seats());
        // The seats in order of play, from `seat` on.
        let round: Vec<Seat> = (0..seats).map(|step| Seat::from_index((seat.index() + step) % seats)).collect();
        let cats: Vec<(CatId, &Cat)> = round
            .iter()
            .flat_map(|&seat| Letter::ALL.map(|letter| CatId { seat, letter }))
            .map(|id| (id, self.cat(id)))
            .collect();
        planes.at(land().spaces().map(|space| (cell(space), share(self.heights.at(space).into(), 6))));
        planes.mark(PEAKS.into_iter().filter_map(|peak| land().at(peak)).map(cell));
        planes.mark_each((0..CATS).map(|place| cats.get(place).and_then(|(_, cat)| cat.space()).map(cell)));
        let places = || cats.iter().filter_map(|(_, cat)| cat.place);
        for direction in HexDirection::ALL {
            planes.mark(places().filter(|place| place.facing == direction).map(|place| cell(place.space)));
        }
        planes.at(cats.iter().filter_map(|(_, cat)| Some((cell(cat.space()?), share(cat.esteem.into(), 10)))));
        let others = round[1..].iter().fold(Peaks::NONE, |peaks, &seat| peaks.with(self.held[seat]));
        planes.mark_each([self.held[round[0]], others].map(|held| held.spaces().map(cell)));
        let pair = self.pair().map_or([None; 2], |pair| pair.map(Some));
        planes.mark_each(pair.map(|of| of.and_then(|id| self.cat(id).space()).map(cell)));
        self.tables(&cats, pair, planes);
        planes.all(share(seats as u32, MAX_SEATS as u32));
        planes.one_of(MAX_SEATS, Some(seat.index()));
        self.stage(seat, planes);
    }
}

impl CatChess {
    fn tables(&self, cats: &[(CatId, &Cat)], pair: [Option<CatId>; 2], planes: &mut Planes<'_>) {
        for counter in Counter::ALL {
            let cells = |row: usize, cat: &Cat| {
                let put = Cells::places()
                    .enumerate()
                    .filter(|(_, (row, column))| cat.cells.at(*row, *column) == Some(counter));
                put.map(|(column, _)| COLUMNS * row + column).collect::<Vec<_>>()
            };
            planes.mark(cats.iter().enumerate().flat_map(|(row, (_, cat))| cells(row, cat)));
        }
        let sheet = |cat: &Cat| Sheet::ALL.into_iter().position(|sheet| sheet == cat.sheet);
        planes.mark(cats.iter().enumerate().filter_map(|(row, (_, cat))| Some(COLUMNS * row + sheet(cat)?)));
        let turned = |id: CatId| match self.phase {
            Phase::Face(letters) => id.seat == self.owner && letters.contains(id.letter),
            _ => false,
        };
        let asked = self.asked();
        let facts = |id: CatId, cat: &Cat| {
            let own = id.seat == self.owner;
            let deed = if own { self.acted.of(id.letter) } else { Deed::NotYet };
            [
                cat.place.is_some(),
                deed == Deed::Acted,
                deed == Deed::Preened,
                own,
                asked.contains(id.seat),
                self.vacant.contains(id.seat),
                turned(id),
                pair[0] == Some(id),
                pair[1] == Some(id),
            ]
        };
        planes.at(cats.iter().enumerate().flat_map(|(row, &(id, cat))| {
            let esteem = (COLUMNS * row, share(cat.esteem.into(), 10));
            let facts = facts(id, cat).map(|holds| f32::from(u8::from(holds)));
            let facts = (1..).zip(facts).map(move |(column, value)| (COLUMNS * row + column, value));
            std::iter::once(esteem).chain(facts).collect::<Vec<_>>()
        }));
    }

    /// The planes of the phase, and the choices of a challenge that this seat may see.
    fn stage(&self, seat: Seat, planes: &mut Planes<'_>) {
        planes.one_of(PHASES.len(), PHASES.iter().position(|word| *word == self.phase.word()));
        let tiles = if let Phase::Tiles(left) = self.phase { left.get() } else { 0 };
        planes.all(share(tiles, 720));
        planes.says(self.acted.free);
        planes.all(share(self.round, self.options.max_rounds));
        let (made, own) = match self.phase {
            Phase::Challenge { challenger, defender, challenge, response } => {
                let challenge_of_own = challenge.filter(|_| challenger.seat == seat).map(|choice| choice as usize);
                let response_of_own = response.filter(|_| defender.seat == seat).map(|choice| 5 + choice as usize);
                ([challenge.is_some(), response.is_some()], challenge_of_own.or(response_of_own))
            }
            _ => ([false; 2], None),
        };
        planes.say_each(made);
        planes.one_of(10, own);
        planes.says(self.options.peaks == super::Holding::Contested);
    }
}
