//! Bid: a die is thrown, and both seats play a card for it in secret. The rules page is `RULES.md`.

use std::{fmt, str::FromStr};

use arbiter::{
    board::{
        picture::{Point, named, sheet, text as label},
        text::{self, TextResult, expect, space},
    },
    game::{
        Actor, Draw, DrawWords, FieldForm, Game, GameWords, Gesture, IllegalError, OptionError, OptionRow,
        OptionValues, Outcome, Picture, PositionError, PositionField, Score, Seat, Seed, Stream, Style, Turn,
        UnreadableError,
    },
};
use nom::{
    IResult, Parser,
    branch::alt,
    character::complete::{char, one_of},
    combinator::{map, map_opt},
    multi::many1,
    sequence::preceded,
};

/// A throw of the die, or the choice of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Throw(u8),
    Card(u8),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Throw(die) => write!(f, "@{die}"),
            Self::Card(card) => write!(f, "{card}"),
        }
    }
}

impl FromStr for Action {
    type Err = UnreadableError;

    /// `action = "@" pip / pip`
    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        let action = alt((map(preceded(char('@'), pip), Self::Throw), map(pip, Self::Card)));
        text::action(text, action, "a card from 1 to 6, or a throw such as @4")
    }
}

/// `pip = %x31-36`
fn pip(input: &str) -> IResult<&str, u8> {
    map_opt(one_of("123456"), |digit| digit.to_digit(10).and_then(|number| u8::try_from(number).ok())).parse(input)
}

/// The cards of a seat in a position.
const HAND: FieldForm = FieldForm::List("", &FieldForm::Digit(6));
const CHOSEN: FieldForm = FieldForm::Word(&["-", "?", "1", "2", "3", "4", "5", "6"]);

/// The name of a card in a picture.
fn place(seat: Seat, card: u8) -> String {
    format!("{seat}.{card}")
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bid {
    die: Option<u8>,
    hands: [Vec<u8>; 2],
    cards: [Option<u8>; 2],
    points: [u32; 2],
}

impl Bid {
    /// The text of the position. Choices of other seats are hidden from the seat `eyes`.
    fn text(&self, eyes: Option<Seat>) -> String {
        let pips = |pips: &[u8]| match pips {
            [] => "-".to_owned(),
            pips => pips.iter().map(u8::to_string).collect(),
        };
        let cards = Seat::all(2).map(|seat| match self.cards[seat.index()] {
            Some(_) if eyes.is_some_and(|eyes| eyes != seat) => "?".to_owned(),
            card => pips(card.as_slice()),
        });
        let (die, cards, hands) = (pips(self.die.as_slice()), cards.collect::<String>(), &self.hands);
        format!("{die} {} {} {cards} {} {}", pips(&hands[0]), pips(&hands[1]), self.points[0], self.points[1])
    }

    fn parse(input: &str) -> TextResult<'_, Self> {
        let choice = || alt((map(char('-'), |_| None), map(pip, Some)));
        let pips = || expect("cards from 1 to 6, or -", alt((map(char('-'), |_| Vec::new()), many1(pip))));
        let cards = expect("the cards chosen, such as 3-", (choice(), choice()));
        let die = expect("the die, or -", choice());
        let points = (space, text::number, space, text::number);
        let (rest, (die, _, one, _, two, _, cards, (_, first, _, second))) =
            (die, space, pips(), space, pips(), space, cards, points).parse(input)?;
        Ok((rest, Self { die, hands: [one, two], cards: cards.into(), points: [first, second] }))
    }

    /// The reason why a position is impossible; `None` if it is possible.
    fn refuse(&self) -> Option<&'static str> {
        let ascend = self.hands.iter().all(|hand| hand.is_sorted_by(|card, next| card < next));
        let has = |(hand, card): (&Vec<u8>, &Option<u8>)| card.is_none_or(|card| hand.contains(&card));
        if !ascend || self.hands[0].len() != self.hands[1].len() {
            Some("both have as many cards, ascending, each once")
        } else if self.cards.iter().flatten().count() > usize::from(self.die.is_some() && !self.hands[0].is_empty()) {
            Some("one card at most is chosen, and only where a die lies")
        } else if self.die.is_some() && self.hands[0].is_empty() || !self.hands.iter().zip(&self.cards).all(has) {
            Some("there is no card to choose, or one was chosen that is not there")
        } else {
            self.points.iter().any(|&points| points > 36).then_some("nobody has more than 36 points")
        }
    }

    /// Scores the round after both seats have chosen: rules page, Play.
    fn resolve(&mut self, die: u8, cards: [u8; 2]) {
        for place in 0..2 {
            self.hands[place].retain(|&held| held != cards[place]);
            self.points[place] += if cards[place] > cards[1 - place] { u32::from(die) } else { 0 };
        }
        (self.die, self.cards) = (None, [None; 2]);
    }

    /// The event that the position waits for, and the position as the seat `eyes` may see it.
    fn notes(&self, eyes: Option<Seat>) -> Vec<String> {
        let due = match self.turn() {
            Turn::Over(outcome) => format!("over: {outcome}"),
            Turn::Chance => "the die is to be thrown".to_owned(),
            Turn::Seats(seats) => format!("seats {seats} choose a card"),
        };
        vec![due, format!("die, cards, chosen, points: {}", self.text(eyes))]
    }

    /// A picture of the hands with the notes below. Each card is a named shape.
    fn drawn(&self, eyes: Option<Seat>) -> Picture {
        let mut picture = sheet(Self::TITLE, &self.notes(eyes), 90.0);
        for seat in Seat::all(2) {
            for &card in &self.hands[seat.index()] {
                let at = Point::new(40.0 * f64::from(card), 40.0 * f64::from(seat.number()) - 10.0);
                picture.push(named(place(seat, card), label("ink strong", at, card.to_string())));
            }
        }
        picture
    }

    /// The key of a throw: rules page, Play.
    fn key(&self) -> String {
        format!("die {}", 7 - self.hands[0].len())
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(None))
    }
}

impl Game for Bid {
    type Action = Action;
    type Options = ();

    const WORD: &'static str = "bid";
    const TITLE: &'static str = "Bid";
    const RULES: &'static str = include_str!("../RULES.md");
    const SEATS: &'static [u8] = &[2];
    const OPTIONS: &'static [OptionRow] = &[];
    const FIELDS: &'static [PositionField] = &[
        PositionField { name: "die", form: FieldForm::Maybe(&FieldForm::Digit(6)), about: "the die, or `-`" },
        PositionField { name: "first", form: HAND, about: "the cards of seat 1, or `-`" },
        PositionField { name: "second", form: HAND, about: "the cards of seat 2, or `-`" },
        PositionField { name: "chosen", form: FieldForm::Each(2, &CHOSEN), about: "the cards chosen; `?` is hidden" },
        PositionField { name: "own", form: FieldForm::Number, about: "the points of seat 1" },
        PositionField { name: "other", form: FieldForm::Number, about: "the points of seat 2" },
    ];
    const WORDS: GameWords = GameWords {
        about: "The higher card wins the die.",
        ends: &[("points", "all cards are played")],
        points: Some(["point", "points"]),
        chance: Some("dice"),
        ..GameWords::NONE
    };
    const CHANCE: bool = true;

    fn options(_: &OptionValues) -> Result<(), OptionError> {
        Ok(())
    }

    fn start((): &(), _: u8, _: &Seed) -> Self {
        Self { die: None, hands: [(); 2].map(|()| (1..=6).collect()), cards: [None; 2], points: [0; 2] }
    }

    fn read((): &(), _: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, Self::parse)?;
        read.refuse().map_or(Ok(read), |why| Err(PositionError::refused(why)))
    }

    fn turn(&self) -> Turn {
        if self.hands[0].is_empty() {
            let most = self.points[0].max(self.points[1]);
            let best = Seat::all(2).filter(|seat| self.points[seat.index()] == most).collect();
            return Turn::Over(Outcome { reason: "points", score: Score::split(2, best) });
        }
        let chooses = |seat: &Seat| self.cards[seat.index()].is_none();
        self.die.map_or(Turn::Chance, |_| Turn::Seats(Seat::all(2).filter(chooses).collect()))
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if matches!(self.turn(), Turn::Seats(seats) if seats.contains(seat)) {
            actions.extend(self.hands[seat.index()].iter().map(|&card| Action::Card(card)));
        }
    }

    fn check(&self, actor: Actor, action: Action) -> Result<(), IllegalError> {
        match (self.turn(), actor, action) {
            (Turn::Chance, Actor::Chance, Action::Throw(_)) => Ok(()),
            (Turn::Seats(seats), Actor::Seat(seat), Action::Card(card)) if seats.contains(seat) => {
                let has = self.hands[seat.index()].contains(&card);
                has.then_some(()).ok_or(IllegalError::rule("you have played this card"))
            }
            _ => Err(IllegalError::NotToAct),
        }
    }

    fn play(&mut self, actor: Actor, action: Action) {
        match (actor, action) {
            (Actor::Chance, Action::Throw(die)) => self.die = Some(die),
            (Actor::Seat(seat), Action::Card(card)) => self.cards[seat.index()] = Some(card),
            _ => {}
        }
        if let (Some(die), [Some(one), Some(two)]) = (self.die, self.cards) {
            self.resolve(die, [one, two]);
        }
    }

    fn view(&self, seat: Seat) -> String {
        self.text(Some(seat))
    }

    fn points(&self) -> Vec<u32> {
        self.points.to_vec()
    }

    fn gesture(&self, seat: Seat, action: Action) -> Gesture {
        match action {
            Action::Card(card) => Gesture::at([place(seat, card)]),
            Action::Throw(_) => Gesture::say(action, "the throw"),
        }
    }

    fn board(&self, _: Style) -> Vec<String> {
        self.notes(None)
    }

    fn picture(&self, _: &[(Actor, Action)]) -> Picture {
        self.drawn(None)
    }

    fn picture_for(&self, seat: Seat, _: &[(Actor, Action)]) -> Picture {
        self.drawn(Some(seat))
    }

    fn outcomes(&self, outcomes: &mut Vec<(Action, u32)>) {
        if self.turn() == Turn::Chance {
            outcomes.extend((1..=6).map(|die| (Action::Throw(die), 1)));
        }
    }

    fn chance(&self, seed: &Seed) -> Action {
        Action::Throw(Stream::new(seed, &self.key()).die())
    }

    fn draw(&self) -> Option<Draw> {
        let words = DrawWords::among((1..=6).map(Action::Throw));
        (self.turn() == Turn::Chance).then(|| Draw { key: self.key(), words })
    }
}

#[cfg(test)]
mod tests {
    use arbiter::game::laws::{self, Laws};

    use super::*;

    #[test]
    fn it_keeps_the_laws() {
        let seen = laws::check(&Laws::<Bid>::new(2));
        assert_eq!((seen.games, seen.chances, seen.together), (20, 120, 120));
    }

    #[test]
    fn the_higher_card_wins_the_die() {
        let mut game = Bid::read(&(), 2, "4 1356 2456 3- 2 0").unwrap();
        assert_eq!(game.view(Seat::TWO), "4 1356 2456 ?- 2 0");
        game.apply(Actor::Seat(Seat::TWO), Action::Card(5)).unwrap();
        assert_eq!(game.to_string(), "- 156 246 -- 2 4");
    }
}
