//! The grammars of the seat link: the messages to a bot and from a bot.

use std::collections::BTreeSet;

use nom::{Parser as _, combinator::success};

use super::{
    go::go,
    line::verb,
    option::option_spec,
    pairs::{KeywordPair, keywords, pairs, required},
    problem::{GrammarResult, ProblemKind, fail},
    score::over,
    word::{actions, history, lots, number, one_of, position, seat, some_words, text, value, word, words},
};
use crate::{FromBot, NewGame, Text, ToBot, Value, Word};

/// `to-bot = "uvi" number / "setoption" setoption / "isready" / "newgame" new-game / "position" position
///         / "history" history / "legal" words / "go" limits / "stop" / "gameover" over / "error" text / "quit"`
pub(crate) fn to_bot(input: &str) -> GrammarResult<'_, ToBot> {
    let (rest, verb) = verb(input)?;
    match verb {
        "uvi" => number.map(ToBot::Uvi).parse(rest),
        "setoption" => setoption.map(|(name, value)| ToBot::SetOption { name, value }).parse(rest),
        "isready" => success(ToBot::IsReady).parse(rest),
        "newgame" => new_game.map(ToBot::NewGame).parse(rest),
        "position" => position.map(ToBot::Position).parse(rest),
        "history" => history.map(|(start, moves)| ToBot::History { start, moves }).parse(rest),
        "legal" => words.map(ToBot::Legal).parse(rest),
        "go" => go.map(ToBot::Go).parse(rest),
        "stop" => success(ToBot::Stop).parse(rest),
        "gameover" => over.map(ToBot::GameOver).parse(rest),
        "error" => text.map(ToBot::Error).parse(rest),
        "quit" => success(ToBot::Quit).parse(rest),
        _ => fail(input, ProblemKind::UnknownVerb),
    }
}

/// `from-bot = "id" id / "option" option-spec / "variant" some-words / "feature" some-words / "uviok" / "readyok"
///           / "info" text / "bestmove" actions / "resign"`
pub(crate) fn from_bot(input: &str) -> GrammarResult<'_, FromBot> {
    let (rest, verb) = verb(input)?;
    match verb {
        "id" => id(rest, FromBot::IdName, FromBot::IdAuthor),
        "option" => option_spec.map(FromBot::Option).parse(rest),
        "variant" => some_words("a word").map(FromBot::Variant).parse(rest),
        "feature" => some_words("a word").map(FromBot::Feature).parse(rest),
        "uviok" => success(FromBot::UviOk).parse(rest),
        "readyok" => success(FromBot::ReadyOk).parse(rest),
        "info" => text.map(FromBot::Info).parse(rest),
        "bestmove" => actions.map(FromBot::BestMove).parse(rest),
        "resign" => success(FromBot::Resign).parse(rest),
        _ => fail(input, ProblemKind::UnknownVerb),
    }
}

/// `id = ( "name" / "author" ) ws text`, made by one of two functions.
pub(super) fn id<T>(input: &str, name: fn(Text) -> T, author: fn(Text) -> T) -> GrammarResult<'_, T> {
    let (rest, make) = one_of("name or author", &[("name", name), ("author", author)])(input)?;
    text.map(make).parse(rest)
}

/// `setoption = "name" ws word "value" ws value`, in either order.
pub(super) fn setoption(input: &str) -> GrammarResult<'_, (Word, Value)> {
    let (rest, name, value) = keywords!(input, "name or value", "name" => option: word, "value" => set: value);
    Ok((rest, (name, value)))
}

/// `new-game = "variant" ws word "seats" ws number "seat" ws seat [ "lots" ws lots ] *( rule-option )`, in any order.
fn new_game(input: &str) -> GrammarResult<'_, NewGame> {
    let (mut variant, mut seats, mut own, mut drawn) = (None, None, None, None);
    let mut options = RuleOptions::default();
    let (rest, ()) = pairs(input, |pair| match pair.keyword {
        "variant" => pair.fill(&mut variant, word),
        "seats" => pair.fill(&mut seats, number),
        "seat" => pair.fill(&mut own, seat),
        "lots" => pair.fill(&mut drawn, lots),
        _ => options.read(pair),
    })?;
    let variant = required(variant, rest, "the keyword variant")?;
    let seats = required(seats, rest, "the keyword seats")?;
    let seat = required(own, rest, "the keyword seat")?;
    Ok((rest, NewGame { variant, seats, seat, lots: drawn, options: options.list }))
}

/// The rule options of a game, in the order of the line.
#[derive(Debug, Default)]
pub(super) struct RuleOptions<'a> {
    pub(super) list: Vec<(Word, Value)>,
    known: BTreeSet<&'a str>,
}

impl<'a> RuleOptions<'a> {
    /// `rule-option = word value`, each once. The word is none of `variant`, `seats`, `seat`, `seed` and `lots`.
    pub(super) fn read(&mut self, pair: KeywordPair<'a>) -> GrammarResult<'a, ()> {
        let Some(name) = Word::new(pair.keyword).filter(|name| !is_reserved(name.as_str())) else {
            return pair.refuse("the name of a rule option");
        };
        if !self.known.insert(pair.keyword) {
            return fail(pair.at, ProblemKind::Repeated);
        }
        let (rest, value) = value(pair.rest)?;
        self.list.push((name, value));
        Ok((rest, ()))
    }
}

/// Returns true for the keywords of `newgame` and `newmatch`, which no rule option has as its name.
pub(crate) fn is_reserved(name: &str) -> bool {
    matches!(name, "variant" | "seats" | "seat" | "seed" | "lots")
}
