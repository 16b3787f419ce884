//! The positions whose pictures are kept: the scenes of the registry's games.

use testkit::specimens::{self, Scene};
use uvi::Word;
use uvi_games::{
    game::{Actor, OptionValues, Seed, Table, Turn, Variant},
    games::REGISTRY,
};

pub(crate) fn all() -> impl Iterator<Item = (&'static dyn Variant, &'static Scene)> {
    REGISTRY.iter().flat_map(|variant| specimens::scenes(variant).iter().map(move |scene| (variant, scene)))
}

/// Returns the position after the actions of a scene, and the actions.
pub(crate) fn played(variant: &'static dyn Variant, scene: &Scene) -> (Box<dyn Table>, Vec<(Actor, Word)>) {
    let mut options = OptionValues::defaults(variant.options());
    scene.options.iter().for_each(|(name, value)| options.set(name, value).unwrap());
    let seats = variant.seats()[0];
    let mut table = match scene.position {
        "" => variant.start(&options, seats, &Seed([7; 16])).unwrap(),
        position => variant.read(&options, seats, position).unwrap_or_else(|error| panic!("{}: {error}", scene.name)),
    };
    let mut last = Vec::new();
    for action in scene.actions.split_whitespace() {
        let actor = match table.turn() {
            Turn::Chance => Actor::Chance,
            Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
            Turn::Over(outcome) => panic!("{}: {outcome}", scene.name),
        };
        let played = table.play(actor, action).unwrap_or_else(|error| panic!("{}: {action}: {error}", scene.name));
        last.push((actor, played.action));
    }
    (table, last)
}
