//! The pool of a gate: the best bots of a ladder.

use std::path::Path;

use uvi_cup::{
    LadderTable,
    file::{BotEntry, File},
    spanned,
};
use uvi_games::game::Registry;

use super::GateArgs;
use crate::{
    cli::{
        exit::{CommandResult, failed, usage},
        open_ladder::{claim, open_ladder},
    },
    cup::{LADDER_FILE, OpenedLadder},
};

impl GateArgs {
    /// The tournament file of a game of a ladder, with the new bot, the old bot, and the best other bots of the ladder.
    pub(super) fn file_with_pool(&self, registry: Registry, path: &Path) -> CommandResult<File> {
        let Some((mut opened, _)) = open_ladder(registry, path)? else {
            return Err(usage(format!(
                "--pool: {} has no {LADDER_FILE}: expected the folder of a ladder",
                path.display()
            )));
        };
        {
            // The copies of the versions are those that the gate starts.
            let _claimed = claim(&opened.folder)?;
            opened.look()?;
        }
        let OpenedLadder { file, ladder, bots: stored, .. } = opened;
        let names = file.names();
        let game = match (&self.plan.variant, &*names) {
            (None, [_]) => Some(0),
            (None, _) => None,
            (Some(game), _) => names.iter().position(|name| name == game),
        };
        let Some(game) = game else {
            return Err(usage(format!("--variant: expected a game of the ladder: {}", names.join(", "))));
        };
        let home = std::path::absolute(path).map_err(failed)?;
        // The paths of a ladder's bot count from the ladder.
        let in_ladder = |bot: &BotEntry| {
            let dir = bot.dir.as_ref().map_or_else(|| home.clone(), |dir| home.join(dir.get_ref()));
            BotEntry { dir: Some(spanned(dir.display().to_string())), ..bot.clone() }
        };
        let both = [("new", &self.new), ("old", &self.old)].map(|(role, command)| {
            let found = stored.find(command);
            let entry = found.map_or_else(|| BotEntry::new("", command), in_ladder);
            (found.map(|bot| bot.name.get_ref().clone()), BotEntry { name: spanned(role.to_owned()), ..entry })
        });
        let table = LadderTable::of(&ladder, &stored.names());
        let ranked = table.games[&names[game]].bots.iter().filter(|row| row.rank.is_some());
        let others = ranked.filter(|row| both.iter().all(|(name, _)| name.as_ref() != Some(&row.name)));
        let pool: Vec<BotEntry> =
            others.filter_map(|row| stored.find(&row.name)).map(in_ladder).take(self.pool_size as usize).collect();
        if pool.is_empty() {
            return Err(usage("--pool: expected a ladder in which other bots than these two have a rank"));
        }
        let bots = both.into_iter().map(|(_, entry)| entry).chain(pool).map(spanned).collect();
        Ok(File { bot: bots, ..file.game[game].clone() })
    }
}
