//! The phases of a game, and the deeds of the owner's cats in a turn.

use std::{
    fmt::{self, Write},
    num::NonZeroU32,
};

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::char,
    combinator::{map, map_opt, opt, value},
    sequence::{preceded, separated_pair},
};

use super::{
    CatId, Challenge, Letter, Letters, Response,
    cat::{cat, letters},
};
use crate::board::text::{TextResult, expect, or_dash, wrong};

/// A phase: the decision or event that the position waits for.
#[expect(missing_docs, reason = "the variants say who does what")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Setup: a Style counter.
    Style,
    /// Setup: a Presence counter.
    Presence,
    /// Setup: a tile. The value is the number of tiles left.
    Tiles(NonZeroU32),
    /// Setup: a cat.
    Cats,
    /// A cat acts, or comes back as the first thing of the turn.
    Turn,
    /// A cat has come back, and another may.
    Return,
    /// These cats are turned.
    Face(Letters),
    /// Misto may come back.
    Misto,
    /// The choices of a challenge, as far as they are made.
    Challenge { challenger: CatId, defender: CatId, challenge: Option<Challenge>, response: Option<Response> },
    /// A cat steps away from another.
    Step { cat: CatId, from: CatId },
    /// A coin decides a challenge.
    Coin { challenger: CatId, defender: CatId },
}

impl Phase {
    facts! {
        /// The word of the phase, without the part after the colon.
        pub word: &'static str = Style => "style", Presence => "presence", Tiles => "tiles", Cats => "cats",
            Turn => "turn", Return => "return", Face => "face", Misto => "misto", Challenge => "challenge",
            Step => "step", Coin => "coin";
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.word();
        match self {
            Self::Style | Self::Presence | Self::Cats | Self::Turn | Self::Return | Self::Misto => f.write_str(word),
            Self::Tiles(left) => write!(f, "{word}:{left}"),
            Self::Face(cats) => write!(f, "{word}:{cats}"),
            Self::Challenge { challenger, defender, challenge, response } => {
                let challenge = challenge.map_or("-", Challenge::name);
                let response = response.map_or("-", Response::name);
                write!(f, "{word}:{challenger}:{defender}:{challenge},{response}")
            }
            Self::Step { cat, from } => write!(f, "{word}:{cat}:{from}"),
            Self::Coin { challenger, defender } => write!(f, "{word}:{challenger}:{defender}"),
        }
    }
}

/// ```text
/// phase      = "style" / "presence" / "tiles:" number / "cats" / "turn" / "return" / "face:" 1*3letter / "misto"
///            / "challenge:" cat ":" cat ":" (challenge / "-") "," (response / "-")
///            / "step:" cat ":" cat / "coin:" cat ":" cat
/// ```
pub(super) fn phase(input: &str, seats: u8) -> TextResult<'_, Phase> {
    let at_table = |id: &CatId| id.seat.index() < usize::from(seats);
    let cat = |input| map_opt(cat, |id| Some(id).filter(at_table)).parse(input);
    let pair = |input| separated_pair(cat, char(':'), cat).parse(input);
    let tiles = map_opt(nom::character::complete::u32, NonZeroU32::new);
    let plain = [Phase::Style, Phase::Presence, Phase::Cats, Phase::Turn, Phase::Return, Phase::Misto];
    let plain = alt(plain.map(|phase| value(phase, tag(phase.word()))));
    let parts =
        alt((map(preceded(tag("tiles:"), tiles), Phase::Tiles), map(preceded(tag("face:"), letters), Phase::Face)));
    let choices = preceded(char(':'), separated_pair(or_dash(Challenge::read), char(','), or_dash(Response::read)));
    let open = |(pair, (challenge, response)): ((CatId, CatId), (Option<_>, Option<_>))| {
        let (challenger, defender) = pair;
        let phase = Phase::Challenge { challenger, defender, challenge, response };
        (challenge.is_none() || response.is_none()).then_some(phase)
    };
    let staring = alt((
        map_opt(preceded(tag("challenge:"), (pair, choices)), open),
        map(preceded(tag("step:"), pair), |(cat, from)| Phase::Step { cat, from }),
        map(preceded(tag("coin:"), pair), |(challenger, defender)| Phase::Coin { challenger, defender }),
    ));
    let (rest, phase) = expect(
        "the phase: style, presence, tiles:<left>, cats, turn, return, face:<cats>, misto, \
         challenge:<cat>:<cat>:<choice>,<choice> with a choice that is not made, step:<cat>:<cat> or coin:<cat>:<cat>",
        alt((plain, parts, staring)),
    )(input)?;
    // A number has only one spelling.
    if matches!(phase, Phase::Tiles(_)) && input.starts_with("tiles:0") {
        return Err(wrong(input, "how many tiles are left, without leading zeros"));
    }
    Ok((rest, phase))
}

/// The deed of a cat in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Deed {
    /// Nothing yet; also for a cat out of play or just returned.
    #[default]
    NotYet,
    /// The cat has challenged or moved. It may be out of play since.
    Acted,
    /// The cat has preened.
    Preened,
}

impl Deed {
    words! {
        /// The letter of the deed in a position.
        pub(super) letter: char = NotYet => '.', Acted => 'x', Preened => 'p';
    }
}

/// The deeds of the owner's cats in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Acted {
    /// The deeds by the cats' letters.
    pub(super) deeds: [Deed; 3],
    /// True if kiryuu has preened for free.
    pub(super) free: bool,
}

impl Acted {
    /// The deed of a cat.
    pub const fn of(&self, letter: Letter) -> Deed {
        self.deeds[letter as usize]
    }

    /// Returns true if no cat has done anything.
    pub fn is_fresh(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Acted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deeds.iter().try_for_each(|deed| f.write_char(deed.letter()))?;
        if self.free { f.write_char('*') } else { Ok(()) }
    }
}

/// `acted = "---" / 3("." / "x" / "p") ["*"]`; `None` during setup
pub(super) fn acted(input: &str) -> TextResult<'_, Option<Acted>> {
    let acted = map(((Deed::read, Deed::read, Deed::read), opt(char('*'))), |((a, b, c), star)| {
        Some(Acted { deeds: [a, b, c], free: star.is_some() })
    });
    expect("what the owner's cats have done, such as .xp or ..x*, or ---", alt((value(None, tag("---")), acted)))(input)
}
