//! Cat Chess as a [`Game`]: actions, chance, and the seats that must act.

use super::{
    Action, Cat, CatChess, CatId, Deed, Holding, Letter, Letters, Options, Phase, Place, drawing, gesture, picture,
    text::FIELDS,
};
use crate::{
    board::hex::{HexDirection, Space},
    game::{
        Actor, Draw, DrawWords, Gain, Game, GameWords, Gesture, IllegalError, OptionError, OptionRow, OptionValues,
        Picture, PositionError, PositionField, Seat, SeatSet, Seed, Stream, Style, Turn, TurnPart,
    },
};

impl CatChess {
    /// Rules page, Chance: key `coin <round> <seat><cat>` of the challenger; `None` if no coin is due.
    fn key(&self) -> Option<String> {
        let Phase::Coin { challenger, .. } = self.phase else { return None };
        Some(format!("coin {} {challenger}", self.round))
    }

    /// The seats that must act. Empty if a coin is due, and after the end of the game.
    pub(super) fn asked(&self) -> SeatSet {
        match self.phase {
            _ if self.end().is_some() => SeatSet::EMPTY,
            Phase::Coin { .. } => SeatSet::EMPTY,
            Phase::Challenge { challenger, defender, challenge, response } => {
                let waiting = [(challenger, challenge.is_none()), (defender, response.is_none())];
                waiting.into_iter().filter(|(_, waits)| *waits).map(|(cat, _)| cat.seat).collect()
            }
            Phase::Step { cat, .. } => SeatSet::only(cat.seat),
            // All other phases are the owner's.
            _ => SeatSet::only(self.owner),
        }
    }

    /// Places a cat of the owner, and asks for its direction. Rules page, Position: the direction is 0 until then.
    fn place(&mut self, letter: Letter, space: Space) {
        self.own_mut(letter).place = Some(Place { space, facing: HexDirection::default() });
        self.phase = Phase::Face(Letters::only(letter));
    }

    fn deed(&mut self, letter: Letter, deed: Deed) {
        self.acted.deeds[letter as usize] = deed;
        self.go_on();
    }

    fn own_mut(&mut self, letter: Letter) -> &mut Cat {
        self.cat_mut(CatId { seat: self.owner, letter })
    }
}

impl Game for CatChess {
    type Action = Action;
    type Options = Options;

    const WORD: &'static str = "cat-chess";
    const TITLE: &'static str = "Cat Chess";
    const RULES: &'static str = include_str!("RULES.md");
    const SEATS: &'static [u8] = &[2, 3, 4, 5];
    const OPTIONS: &'static [OptionRow] = &[
        OptionRow::spin("tiles", 24, 0, 720)
            .about("how many tiles raise the land, rounded down to a multiple of the seats"),
        OptionRow::spin("maxrounds", 200, 1, 1000).about("the rounds after which the game is drawn"),
        OptionRow::combo("peaks", "plain", &["plain", "contested"])
            .about("whether a peak that an opponent observes counts"),
    ];

    const PHASES: &'static [&'static str] =
        &["style", "presence", "tiles", "cats", "face", "turn", "challenge", "step", "return", "misto"];
    const FIELDS: &'static [PositionField] = FIELDS;
    const WORDS: GameWords = GameWords {
        about: "Cats climb hills, watch one another and stare each other down by secret choice. Hold two of three peaks for a turn.",
        rows: &[
            ("_!%", TurnPart::Own),
            ("_-%", TurnPart::Own),
            ("_~%", TurnPart::Own),
            ("_*%", TurnPart::Own),
            ("%", TurnPart::Setup),
            ("^%", TurnPart::Own),
            ("_=%", TurnPart::Own),
            ("done", TurnPart::Own),
            ("%", TurnPart::Reaction),
        ],
        ends: &[("peaks", "two peaks were held for a turn"), ("limit", "the last round is over")],
        points: Some(["peak", "peaks"]),
        clicks: &[
            ("style", "choose a cell of a grid below the hills"),
            ("presence", "choose a cell of a grid below the hills"),
            ("tiles", "choose a space to raise"),
            ("cats", "choose a cat below the hills, then a space"),
            ("face", "choose below where each cat looks"),
            ("turn", "choose a cat, then a space, or a cat that it challenges"),
            ("challenge", "choose below, in secret"),
            ("step", "choose a space"),
            ("return", "choose a cat below the hills, then a space"),
            ("misto", "choose a cat below the hills, then a space"),
        ],
        ..GameWords::NONE
    };
    const COLOURS: &'static [&'static str] = &["Blue", "Orange", "Green", "Purple", "Yellow"];
    const CHANCE: bool = true;
    const VACATING: bool = true;

    fn options(values: &OptionValues) -> Result<Options, OptionError> {
        Ok(Options {
            tiles: values.number("tiles"),
            max_rounds: values.number("maxrounds"),
            peaks: if values.text("peaks") == "contested" { Holding::Contested } else { Holding::Plain },
        })
    }

    fn start(options: &Options, seats: u8, seed: &Seed) -> Self {
        Self::dealt(options, seats, seed)
    }

    fn read(options: &Options, seats: u8, position: &str) -> Result<Self, PositionError> {
        Self::parse(options, seats, position)
    }

    fn seats(&self) -> u8 {
        self.cats.seats()
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            // The coin belongs to a challenge.
            Phase::Coin { .. } => "challenge",
            phase => phase.word(),
        }
    }

    fn turn(&self) -> Turn {
        match self.end() {
            Some(outcome) => Turn::Over(outcome),
            None if matches!(self.phase, Phase::Coin { .. }) => Turn::Chance,
            None => Turn::Seats(self.asked()),
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.asked().contains(seat) {
            self.list(seat, actions);
        }
    }

    fn check(&self, actor: Actor, action: Action) -> Result<(), IllegalError> {
        match (actor, self.phase, action) {
            (Actor::Seat(seat), _, _) if self.asked().contains(seat) => self.allows(seat, action),
            (Actor::Chance, Phase::Coin { .. }, Action::Heads | Action::Tails) => Ok(()),
            (Actor::Chance, Phase::Coin { .. }, _) => Err(IllegalError::rule("a coin is to be thrown")),
            (Actor::Seat(_) | Actor::Chance, _, _) => Err(IllegalError::NotToAct),
        }
    }

    fn play(&mut self, _: Actor, action: Action) {
        match (self.phase, action) {
            (Phase::Style | Phase::Presence, Action::Counter(letter, row, column, counter)) => {
                self.own_mut(letter).cells.put(row, column, counter);
                self.set_up_on();
            }
            (Phase::Tiles(left), Action::Tile(space)) => {
                self.heights.raise(space);
                self.tile_put(left);
            }
            (Phase::Cats | Phase::Turn | Phase::Return | Phase::Misto, Action::Place(letter, space)) => {
                self.place(letter, space);
            }
            (Phase::Return | Phase::Misto, Action::Done) => self.end_turn(),
            (Phase::Turn, Action::Challenge(letter, rival)) => {
                self.declare(CatId { seat: self.owner, letter }, rival);
            }
            (Phase::Turn, Action::Move(letter, space)) => {
                if let Some(place) = &mut self.own_mut(letter).place {
                    place.space = space;
                }
                self.deed(letter, Deed::Acted);
            }
            (Phase::Turn, Action::Preen(letter)) => {
                self.own_mut(letter).preen();
                self.deed(letter, Deed::Preened);
            }
            (Phase::Turn, Action::FreePreen(letter)) => {
                self.own_mut(letter).preen();
                self.acted.free = true;
            }
            (Phase::Face(cats), Action::Face(facings)) => {
                for (letter, &facing) in cats.iter().zip(facings.directions()) {
                    if let Some(place) = &mut self.own_mut(letter).place {
                        place.facing = facing;
                    }
                }
                self.faced();
            }
            (Phase::Challenge { .. }, Action::Choose(choice)) => self.chosen(Some(choice), None),
            (Phase::Challenge { .. }, Action::Respond(choice)) => self.chosen(None, Some(choice)),
            (Phase::Step { cat, .. }, Action::Step(space)) => self.flee(cat, space),
            (Phase::Coin { challenger, defender }, Action::Heads) => self.lose(defender, challenger),
            (Phase::Coin { challenger, defender }, Action::Tails) => self.lose(challenger, defender),
            // No other action is legal in these phases.
            _ => {}
        }
    }

    fn view(&self, seat: Seat) -> String {
        let mut view = String::new();
        self.write_view(&mut view, Some(seat)).expect("a String takes any text");
        view
    }

    /// A challenge is the capture of this game.
    fn gain(&self, action: Action) -> Gain {
        Gain { taken: matches!(action, Action::Challenge(..)).into(), promoted: 0 }
    }

    fn points(&self) -> Vec<u32> {
        Seat::all(Game::seats(self)).map(|seat| self.held(seat).len() as u32).collect()
    }

    fn gesture(&self, seat: Seat, action: Action) -> Gesture {
        gesture::gesture(self, seat, action)
    }

    fn board(&self, style: Style) -> Vec<String> {
        drawing::board(self, style)
    }

    fn picture(&self, last: &[(Actor, Action)]) -> Picture {
        picture::picture(self, Self::TITLE, last)
    }

    /// Rules page, Ties: heads or tails.
    fn outcomes(&self, outcomes: &mut Vec<(Action, u32)>) {
        if matches!(self.phase, Phase::Coin { .. }) {
            outcomes.extend([(Action::Heads, 1), (Action::Tails, 1)]);
        }
    }

    /// Rules page, Chance: a draw below 2, 0 = heads.
    fn chance(&self, seed: &Seed) -> Action {
        let key = self.key().expect("a coin is due");
        if Stream::new(seed, &key).below(2) == 0 { Action::Heads } else { Action::Tails }
    }

    fn draw(&self) -> Option<Draw> {
        let words = DrawWords::among([Action::Heads, Action::Tails]);
        self.key().map(|key| Draw { key, words })
    }

    fn vacant(&self) -> SeatSet {
        self.vacant
    }

    fn vacate(&mut self, seat: Seat) {
        if self.end().is_none() && self.cats.get(seat).is_some() {
            self.leave(seat);
        }
    }
}
