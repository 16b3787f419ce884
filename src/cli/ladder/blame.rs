//! The bot that is to blame if a round cannot be played.

use uvi_cup::BenchedBot;

use crate::cup::{GameStartError, ProgramError, TournamentError};

/// The bot that an error names, with the reason. `None` if no bot is to blame.
pub(super) fn blamed(error: &TournamentError) -> Option<BenchedBot> {
    let benched = |bot: &str, reason: String| Some(BenchedBot { bot: bot.to_owned(), reason });
    if let Some(lost) = error.lost() {
        return match lost {
            ProgramError::Changed { bot, .. } => {
                benched(bot, format!("{lost} (if it writes this file itself, list it in its key writes)"))
            }
            ProgramError::Gone { bot, .. } => benched(bot, lost.to_string()),
            ProgramError::Unseen(_) => None,
        };
    }
    let TournamentError::CannotStart { why, .. } = error else { return None };
    match &**why {
        // Another machine may have what is missing.
        GameStartError::Unfit { reason, .. } if reason.is_of_machine() => None,
        GameStartError::Unfit { bot, .. } | GameStartError::Sandbox { bot, .. } => benched(bot, why.to_string()),
        GameStartError::Denied(_) | GameStartError::Path(_) | GameStartError::NoResult(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use uvi::Word;
    use uvi_match::referee::{StartObstacle, Unfitness};

    use super::*;

    #[test]
    fn a_bot_is_not_benched_for_what_the_machine_lacks() {
        let unstarted = |cause| Unfitness::Unstarted { reason: "no namespaces".to_owned(), cause };
        let variant = Unfitness::Variant { variant: Word::new("isolation").unwrap(), named: vec!["chess".to_owned()] };
        for (reason, is_benched) in [
            (unstarted(StartObstacle::Shortage), false),
            (unstarted(StartObstacle::Machine), false),
            (unstarted(StartObstacle::Settings), true),
            (variant, true),
        ] {
            let why = Box::new(GameStartError::Unfit { bot: "mine@1".to_owned(), reason });
            let error = TournamentError::CannotStart { game: 1, why };
            assert_eq!(blamed(&error).is_some(), is_benched, "{error}");
        }
    }
}
