//! The players of a game as people call them, in the words and colours of the board in the browser.

use maud::{Markup, html};
use uvi_games::game::Seat;
use uvi_match::record::{Log, PlayerKind, SeatHead};

#[derive(Debug)]
pub(super) struct Players(Vec<NamedPlayer>);

#[derive(Debug)]
struct NamedPlayer {
    seat: u32,
    /// Different for each player.
    name: String,
    /// The colour of the men; `None` if the game has no colours.
    colour: Option<&'static str>,
    is_person: bool,
}

impl Players {
    /// The players of a log. `names` has their names in seat order, if the caller knows better names than the log.
    pub(super) fn new(log: &Log, names: &[String]) -> Self {
        let variant = log.variant().ok();
        let seats = log.head.seats.iter();
        let mut players: Vec<NamedPlayer> = seats
            .map(|head| {
                let seat = head.seat;
                let colour = variant.and_then(|variant| variant.colour(Seat::new(seat)?));
                let nameless = format!("seat {seat}");
                let given = (seat as usize).checked_sub(1).and_then(|index| names.get(index)).map(String::as_str);
                let name =
                    given.or_else(|| told(head)).filter(|name| *name != nameless).or(colour).unwrap_or(&nameless);
                let name = uvi::escape_controls(name).into_owned();
                NamedPlayer { seat, name, colour, is_person: head.player == PlayerKind::Host }
            })
            .collect();
        let plain: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        for player in &mut players {
            if plain.iter().filter(|name| **name == player.name).count() > 1 {
                let seat = player.colour.map_or_else(|| format!("seat {}", player.seat), str::to_owned);
                player.name = format!("{} as {seat}", player.name);
            }
        }
        Self(players)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|player| player.name.as_str())
    }

    /// The name of a seat with a spot in the colour of its men.
    pub(super) fn tag(&self, seat: u32) -> Markup {
        let player = self.0.iter().find(|player| player.seat == seat);
        let colour = player.and_then(|player| player.colour).map(str::to_lowercase);
        html! {
            span class={ "who seat-" (seat) " " (colour.unwrap_or_default()) } title={ "seat " (seat) } {
                @if let Some(player) = player { bdi { (player.name) } } @else { (seat) }
            }
        }
    }

    /// The details that the name lacks: whether a person plays, and with which men.
    pub(super) fn more(&self, seat: u32) -> Option<String> {
        let NamedPlayer { name, colour, is_person, .. } = self.0.iter().find(|player| player.seat == seat)?;
        let colour = colour.filter(|colour| !name.ends_with(colour));
        let more: Vec<&str> = is_person.then_some("person").into_iter().chain(colour).collect();
        (!more.is_empty()).then(|| more.join(", "))
    }
}

/// The name in the log; `None` for a person without one.
fn told(head: &SeatHead) -> Option<&str> {
    match head.player {
        PlayerKind::Host => head.name.as_deref(),
        PlayerKind::Bot => Some(head.shown()),
    }
}
