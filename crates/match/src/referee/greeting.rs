//! The greeting of a bot before a game, as a state machine: the bot introduces itself, takes its options and is told of
//! the game. The greeting knows no other bot and no rules.

use std::time::Instant;

use uvi::{Fault, FromBot, NewGame, Patience, ToBot, Value, Word};
use uvi_games::game::{self, Seat};

use super::{Player, Profile, Settings, UnfitBot, Unfitness, misfit};
use crate::record::Lapse;

/// The game that a bot gets ready for.
#[derive(Debug, Clone)]
pub(super) struct Invitation {
    seat: Seat,
    game: NewGame,
    options: Vec<(Word, Value)>,
    patience: Patience,
}

#[derive(Debug)]
pub(super) struct Greeting {
    invitation: Invitation,
    /// The time by which the bot must complete the stage.
    by: Instant,
    stage: GreetingStage,
}

#[derive(Debug)]
enum GreetingStage {
    /// The bot introduces itself.
    Introducing(Profile),
    /// The bot has its options and must say `readyok`.
    Configuring,
    /// The bot has been told of the new game and must say `readyok`.
    Seated,
}

/// The meaning of a message of a bot that gets ready.
#[derive(Debug, PartialEq)]
pub(super) enum GreetingStep {
    /// No meaning.
    Ignored(FromBot),
    /// A part of the introduction.
    Noted,
    /// The end of the introduction.
    Introduced(Profile),
    /// The bot has taken its options.
    Configured,
    /// The bot is ready to play.
    Ready,
    /// The bot cannot play this game.
    Unfit(UnfitBot),
}

impl Invitation {
    /// The invitation for the bot of a seat; `None` if the host plays the seat.
    pub(super) fn of(settings: &Settings, seat: Seat) -> Option<Self> {
        let Player::Bot { options, .. } = &settings.seats[seat].player else { return None };
        let word = |text: &str| Word::new(text).expect("names of variants and rule options are words");
        let game = NewGame {
            variant: word(settings.variant.word()),
            seats: u32::from(settings.seats.seats()),
            seat: seat.number(),
            lots: settings.tells_lots.then(|| game::lots(&settings.seed, seat)),
            options: settings.options.changed().map(|(name, value)| (word(name), Value::new(value))).collect(),
        };
        Some(Self { seat, game, options: options.clone(), patience: settings.terms.patience })
    }

    /// Checks that the bot plays the variant and takes its options. Adds the `setoption` messages to `say`, up to the
    /// first value that does not fit.
    fn fit(&self, profile: &Profile, say: &mut Vec<ToBot>) -> Result<(), UnfitBot> {
        let Self { seat, game: NewGame { variant, .. }, options, .. } = self;
        let unfit = |reason| Err(UnfitBot { seat: *seat, reason });
        if !profile.variants.is_empty() && !profile.variants.iter().any(|word| word == variant.as_str()) {
            return unfit(Unfitness::Variant { variant: variant.clone(), named: profile.variants.clone() });
        }
        let known = |name: &Word| profile.options.iter().find(|option| option.name == *name);
        if let Some((name, _)) = options.iter().find(|(name, _)| known(name).is_none()) {
            let known = profile.options.iter().map(|option| option.name.clone()).collect();
            return unfit(Unfitness::NoOption { name: name.clone(), known });
        }
        for (name, value) in options {
            if let Some(expected) = known(name).and_then(|option| misfit(&option.kind, value)) {
                return unfit(Unfitness::Value { name: name.clone(), expected, found: value.clone() });
            }
            say.push(ToBot::SetOption { name: name.clone(), value: value.clone() });
        }
        Ok(())
    }

    /// The messages by which a bot that has its options is told of the game.
    pub(super) fn seating(&self) -> [ToBot; 2] {
        [ToBot::NewGame(self.game.clone()), ToBot::IsReady]
    }

    /// The messages by which a bot that has introduced itself gets its options.
    pub(super) fn configuring(&self) -> impl Iterator<Item = ToBot> {
        let set = |(name, value): &(Word, Value)| ToBot::SetOption { name: name.clone(), value: value.clone() };
        self.options.iter().map(set).chain([ToBot::IsReady])
    }
}

impl Greeting {
    /// Starts a greeting, and returns its first messages. `known` is true if the bot introduced itself in a former
    /// match, so the bot is told of the game at once.
    pub(super) fn begin(invitation: Invitation, known: bool, now: Instant) -> (Self, Vec<ToBot>) {
        let (stage, within, say) = match known {
            true => (GreetingStage::Seated, invitation.patience.ready(), invitation.seating().into()),
            false => {
                let introducing = GreetingStage::Introducing(Profile::default());
                (introducing, invitation.patience.greet(), vec![ToBot::Uvi(uvi::VERSION)])
            }
        };
        (Self { invitation, by: now + within, stage }, say)
    }

    /// The time by which the bot must complete the current stage.
    pub(super) fn deadline(&self) -> Instant {
        self.by
    }

    /// True if the bot has been told of the game.
    pub(super) fn is_seated(&self) -> bool {
        matches!(self.stage, GreetingStage::Seated)
    }

    /// True if a line with this verb is due now, so that an unreadable line is a fault.
    pub(super) fn must_read(&self, verb: &str) -> bool {
        match self.stage {
            GreetingStage::Introducing(_) => {
                matches!(verb, "id" | "option" | "variant" | "feature" | "uviok" | "readyok")
            }
            GreetingStage::Configuring | GreetingStage::Seated => verb == "readyok",
        }
    }

    pub(super) fn late(&self, blocked: bool, ignored: Option<String>) -> (Fault, Lapse) {
        let (greet, ready) = (self.invitation.patience.greet(), self.invitation.patience.ready());
        match self.stage {
            GreetingStage::Introducing(_) => (Fault::NoGreeting, Lapse::NoUviOk { within: greet, ignored }),
            GreetingStage::Configuring | GreetingStage::Seated => {
                (if blocked { Fault::Deaf } else { Fault::Timeout }, Lapse::NoReadyOk { within: ready, ignored })
            }
        }
    }

    /// Handles a message of the bot. Returns the meaning of the message and the replies to send.
    pub(super) fn hear(&mut self, now: Instant, message: FromBot) -> (GreetingStep, Vec<ToBot>) {
        match (message, &mut self.stage) {
            (FromBot::UviOk, GreetingStage::Introducing(profile)) => {
                let profile = std::mem::take(profile);
                let mut say = Vec::new();
                if let Err(unfit) = self.invitation.fit(&profile, &mut say) {
                    return (GreetingStep::Unfit(unfit), say);
                }
                say.push(ToBot::IsReady);
                (self.stage, self.by) = (GreetingStage::Configuring, now + self.invitation.patience.ready());
                (GreetingStep::Introduced(profile), say)
            }
            (message, GreetingStage::Introducing(profile)) => {
                profile.hear(message);
                (GreetingStep::Noted, Vec::new())
            }
            (FromBot::ReadyOk, GreetingStage::Configuring) => {
                (self.stage, self.by) = (GreetingStage::Seated, now + self.invitation.patience.ready());
                (GreetingStep::Configured, self.invitation.seating().into())
            }
            (FromBot::ReadyOk, GreetingStage::Seated) => (GreetingStep::Ready, Vec::new()),
            (message, GreetingStage::Configuring | GreetingStage::Seated) => {
                (GreetingStep::Ignored(message), Vec::new())
            }
        }
    }
}
