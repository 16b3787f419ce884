//! The texts of the toy game, by which positions are equal.

use std::{
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

use uvi_games::game::{BySeat, Seat, SeatSet, UnreadableError};

use super::{Action, Choice, Phase, ROUNDS, Toy};

impl<const SHARED: bool> PartialEq for Toy<SHARED> {
    fn eq(&self, other: &Self) -> bool {
        let remembers = self.broken("text-forgets");
        self.to_string() == other.to_string() && (!remembers || self.memory == other.memory)
    }
}

impl<const SHARED: bool> Eq for Toy<SHARED> {}

impl<const SHARED: bool> Hash for Toy<SHARED> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.to_string().hash(hasher);
        if self.broken("unequal-hash") {
            self.memory.hash(hasher);
        }
    }
}

pub(super) fn letter(choice: Choice) -> char {
    match choice {
        Choice::NotYet => '-',
        Choice::Card(card) => (b'0' + card) as char,
        Choice::Pass => 'p',
    }
}

pub(super) fn read<const SHARED: bool>(options: &'static str, seats: u8, position: &str) -> Option<Toy<SHARED>> {
    let words: Vec<&str> = position.split(' ').collect();
    let [round, phase, toss, hands, choices, points, claim, vacant] = words[..] else { return None };
    let number =
        |text: &str, most: u32| text.parse::<u32>().ok().filter(|number| *number <= most && number.to_string() == text);
    let round = number(round, 9_999)?;
    let phase = match phase {
        "toss" => Phase::Toss,
        "play" => Phase::Play,
        "claim" => Phase::Claim,
        _ => return None,
    };
    let toss = number(toss, 3)?;
    let split = |text: &str, most| text.split('/').map(|part| number(part, most)).collect::<Option<Vec<u32>>>();
    let (hands, points) = (split(hands, 15)?, split(points, 999)?);
    let choice = |letter| match letter {
        '-' => Some(Choice::NotYet),
        'p' => Some(Choice::Pass),
        '1'..='4' => Some(Choice::Card(letter as u8 - b'0')),
        _ => None,
    };
    let choices = choices.chars().map(choice).collect::<Option<Vec<Choice>>>()?;
    let claim = number(claim, 9)?;
    let seat = |letter: char| Seat::new(letter.to_digit(10)?).filter(|seat| seat.index() < seats.into());
    let set = if vacant == "-" { SeatSet::EMPTY } else { vacant.chars().map(seat).collect::<Option<SeatSet>>()? };
    let wanted = usize::from(seats);
    let fits = [hands.len(), points.len(), choices.len()] == [wanted; 3]
        && (vacant == "-" || set.to_string() == vacant)
        && (phase == Phase::Toss) == (toss == 0)
        && (phase == Phase::Play || choices.iter().all(|choice| *choice == Choice::NotYet))
        && round > 0
        && (round <= ROUNDS || options == "endless" || phase == Phase::Toss);
    fits.then(|| Toy {
        round,
        phase,
        toss: toss as u8,
        hands: BySeat::new(seats, |seat| hands[seat.index()] as u8),
        choices: BySeat::new(seats, |seat| choices[seat.index()]),
        points: BySeat::new(seats, |seat| points[seat.index()]),
        claim: claim as u8,
        vacant: set,
        fault: options,
        memory: u32::from(options == "unequal-hash"),
    })
}

impl<const SHARED: bool> fmt::Display for Toy<SHARED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = match self.phase {
            Phase::Toss => "toss",
            Phase::Play => "play",
            Phase::Claim => "claim",
        };
        let space = if self.broken("text-spaces") { "  " } else { " " };
        let hands = self.hands.values().map(ToString::to_string).collect::<Vec<_>>().join("/");
        let points = self.points.values().map(ToString::to_string).collect::<Vec<_>>().join("/");
        let choices: String = self.choices.values().map(|choice| letter(*choice)).collect();
        let vacant = if self.vacant.is_empty() { "-".to_owned() } else { self.vacant.to_string() };
        write!(f, "{}{space}{phase} {} {hands} {choices} {points} {} {vacant}", self.round, self.toss, self.claim)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toss(number) => write!(f, "@{number}"),
            Self::Card(card) => write!(f, "c{card}"),
            Self::Pass => f.write_str("pass"),
            Self::Claim(0) => f.write_str("none"),
            Self::Claim(number) => write!(f, "={number}"),
        }
    }
}

impl FromStr for Action {
    type Err = UnreadableError;

    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        let unreadable = UnreadableError { expected: "a card such as c3, a claim such as =2, none or pass" };
        match text.as_bytes() {
            [b'@', number @ b'1'..=b'4'] => Ok(Self::Toss(number - b'0')),
            [b'c', card @ b'1'..=b'4'] => Ok(Self::Card(card - b'0')),
            [b'=', number @ b'1'..=b'9'] => Ok(Self::Claim(number - b'0')),
            b"pass" => Ok(Self::Pass),
            b"none" => Ok(Self::Claim(0)),
            _ => Err(unreadable),
        }
    }
}
