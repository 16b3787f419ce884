//! Judges answers to the questions of a script by the rules of the game.

use std::collections::VecDeque;

use uvi::{FromBot, NewGame, OnFault, Word, Words};
use uvi_games::game::{Actor, OptionValues, Registry, Seat, Table};
use uvi_match::{
    record::{Course, DecisionSource, Entry, Lapse, Legal, Luck, RefusedAction, Ruling, SaidLine},
    referee::BotDeed,
};

/// Returns the table of a position in a game, if the registry can read the position.
pub(super) fn table(registry: Registry, game: &NewGame, position: &Words) -> Option<Box<dyn Table>> {
    let variant = registry.find(game.variant.as_str())?;
    let mut options = OptionValues::defaults(variant.options());
    for (name, value) in &game.options {
        options.set(name.as_str(), value.as_str()).ok()?;
    }
    variant.read(&options, u8::try_from(game.seats).ok()?, position.as_str()).ok()
}

/// Judges an answer: the actions that are played, in canonical spelling, or the fault.
pub(super) fn judge(table: Box<dyn Table>, seat: Seat, actions: Words) -> BotDeed {
    let answer = |actions: Words| BotDeed::Said(FromBot::BestMove(actions));
    let mut course = Course::new(table, Luck::Told(VecDeque::new()), OnFault::Random);
    let words: Vec<Word> = actions.iter().filter_map(Word::new).collect();
    let together = course.to_decide().len() > 1;
    let first = words.first().map(|action| course.check(seat, action.as_str()));
    let (place, refusal) = match first {
        Some(Err(refusal)) => (0, Some(refusal)),
        Some(Ok(())) if together => {
            // Each seat plays one action, which waits for those of the others.
            let played = course.table().boxed_clone().play(Actor::Seat(seat), words[0].as_str());
            return answer(played.map_or(actions, |played| played.action.into()));
        }
        Some(Ok(())) | None => {
            let refused = course.decide(vec![(seat, Ruling::Actions(words.clone()))]).refused;
            refused.map_or((0, None), |refused| (refused.place, Some(refused.refusal)))
        }
    };
    if let Some(refusal) = refusal {
        let legal = Legal::of(&course.table().legal(seat), course.table().lists_all());
        let action = SaidLine::new(words[place].as_str(), 1).line;
        let refused = RefusedAction { action, place, refusal, meant: None, legal: Some(legal) };
        return BotDeed::Fault(refused.fault(), Lapse::Refused(Box::new(refused)).to_string());
    }
    let own = |entry: Entry| match entry {
        Entry::Action { action, how: DecisionSource::Decided, .. } => Some(action.into_string()),
        _ => None,
    };
    let played: Vec<String> = course.take_entries().into_iter().filter_map(own).collect();
    answer(Words::new(&played.join(" ")).unwrap_or(actions))
}
