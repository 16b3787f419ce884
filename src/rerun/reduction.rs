//! Makes a script small that ends with a fault: proposes smaller scripts, and keeps those that still fail. It starts no
//! bot; its caller tries the scripts.

use std::{io, ops::Range};

use uvi::{ToBot, Words};
use uvi_match::referee::Cue;

use super::{
    Cues, SeatScript,
    script::{games, turns, without},
};

/// Selects the parts of a script that may be omitted.
type CueRanges = fn(&[(usize, Cue)]) -> Vec<Range<usize>>;

/// Runs a script. Returns what the bot was told and did up to its fault, if it fails as before.
pub type ReductionTrial<'t> = dyn FnMut(&SeatScript) -> io::Result<Option<Cues>> + 't;

struct Reduction<'t> {
    best: SeatScript,
    fails: &'t mut ReductionTrial<'t>,
}

/// Returns the smallest script that was found and that fails, with the reactions of its last run.
pub fn reduce<'t>(script: SeatScript, fails: &'t mut ReductionTrial<'t>) -> io::Result<SeatScript> {
    let mut reduction = Reduction { best: script, fails };
    for parts in [games, turns, extras] {
        reduction.drop_parts(parts)?;
    }
    reduction.drop_lots()?;
    reduction.drop_history()?;
    Ok(reduction.best)
}

impl Reduction<'_> {
    fn keep(&mut self, cues: Cues) -> io::Result<bool> {
        if cues == self.best.cues {
            return Ok(false);
        }
        let told = (self.fails)(&SeatScript { cues, ..self.best.clone() })?;
        let fails = told.is_some();
        self.best.cues = told.unwrap_or_else(|| std::mem::take(&mut self.best.cues));
        Ok(fails)
    }

    /// Leaves parts out: all of them, or halves, quarters and so on, if they are not needed.
    fn drop_parts(&mut self, parts: CueRanges) -> io::Result<()> {
        let mut size = parts(&self.best.cues).len();
        while size > 0 {
            let mut from = 0;
            loop {
                let found = parts(&self.best.cues);
                let to = found.len().min(from + size);
                let Some(chosen) = found.get(from..to).filter(|chosen| !chosen.is_empty()) else { break };
                if !self.keep(without(&self.best.cues, chosen))? {
                    from += size;
                }
            }
            size /= 2;
        }
        Ok(())
    }

    fn drop_lots(&mut self) -> io::Result<()> {
        let mut cues = self.best.cues.clone();
        for (_, cue) in &mut cues {
            if let Cue::Say(ToBot::NewGame(game)) = cue {
                game.lots = None;
            }
        }
        self.keep(cues).map(drop)
    }

    /// Begins each history at the position that it leads to.
    fn drop_history(&mut self) -> io::Result<()> {
        let mut cues = self.best.cues.clone();
        let mut position = Words::default();
        for (_, cue) in &mut cues {
            match cue {
                Cue::Say(ToBot::Position(view)) => position = view.clone(),
                Cue::Say(ToBot::History { start, moves }) => (*start, *moves) = (position.clone(), Words::default()),
                Cue::Say(_) | Cue::SayUnknown(_) | Cue::Hear(_) | Cue::Hidden(_) => {}
            }
        }
        self.keep(cues).map(drop)
    }
}

/// Options, and lines to the bot that ask for nothing.
fn extras(cues: &[(usize, Cue)]) -> Vec<Range<usize>> {
    let is_extra = |place: &usize| {
        matches!(cues[*place].1, Cue::Say(ToBot::SetOption { .. } | ToBot::Error(_)) | Cue::SayUnknown(_))
    };
    (0..cues.len()).filter(is_extra).map(|place| place..place + 1).collect()
}
