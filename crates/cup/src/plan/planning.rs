//! The meaning of a tournament file. Every value is checked before a game is played, and an error names its place.

use std::{collections::BTreeMap, ffi::OsStr, ops::Range, path::Path};

use itertools::Itertools as _;
use toml::Spanned;
use uvi::{InfoDetail, Seed, Value, Word, Words};
use uvi_games::game::{OptionValues, Registry, commitment};
use uvi_match::{
    record::{self, GameOpening, OPENING_FIELDS, PgnSource, TextPlace, is_blank},
    referee::{HostError, MatchSpec},
};

use super::{
    MOST_DECISIONS, MOST_OPENINGS, Plan, RandomOpenings, Trouble, TroubleCause, epd,
    file::{BotEntry, Content, File, LeadKeys, OpeningOrder, Openings, Scalar},
    growth::GROWN_TEST,
    trouble::require,
    typed_position,
    unread_openings::{games_of_table, numbered_lines, shuffle},
};
use crate::{
    counted::counted,
    schedule::{BotIndex, Format, Seatings},
    terms::Opening,
};

/// The inputs that a plan needs besides its file.
#[derive(Debug)]
pub struct PlanInputs<F, O, S, J> {
    /// The known variants.
    pub registry: Registry,
    /// The seed, if the file has none.
    pub seed: Seed,
    /// Turns a command as users write it into a command that can be started.
    pub find: F,
    /// Reads the file of openings at the path in the file.
    pub open: O,
    /// Tries a bot in all seats of this match, which has these files that it writes itself.
    pub try_on: S,
    /// Plays a match of one decision from an opening to be balanced. Returns the `info score` of each bot that decided.
    pub judge: J,
}

/// The hashes of the files that a bot is made of, except those that it writes itself, or the reason why it cannot play.
/// `None` from a caller that only reads earlier games, so that no bot is started. A [`TroubleCause::File`] is a wrong
/// key or value of the bot's settings.
pub type TrialResult = Result<Option<Vec<Content>>, Trouble>;

/// The most games or bad lines that a text lists.
const LISTED: usize = 10;

/// The default number of random openings.
const COUNT: u32 = 100;

impl File {
    /// The plan of this file alone: commands stay as they are written, and no program is tried. Openings from a file and
    /// balanced openings are errors.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub fn plan_alone(&self, registry: Registry, seed: Seed) -> Result<Plan, Trouble> {
        self.plan(PlanInputs {
            registry,
            seed,
            find: str::to_owned,
            open: |path: &Path| Err(format!("cannot read {}", path.display())),
            try_on: |_: &MatchSpec, _: &[String]| Ok(None),
            judge: |_: &MatchSpec| Err("nobody judges".to_owned()),
        })
    }

    /// The plan of this file.
    ///
    /// # Errors
    /// The first value that is wrong, with the reason.
    pub fn plan<F, O, S, J>(&self, outside: PlanInputs<F, O, S, J>) -> Result<Plan, Trouble>
    where
        F: Fn(&str) -> String,
        O: FnOnce(&Path) -> Result<String, String>,
        S: Fn(&MatchSpec, &[String]) -> TrialResult,
        J: FnMut(&MatchSpec) -> Result<Vec<f64>, String>,
    {
        let mut plan = Plan::untried(self, outside.registry, outside.seed)?;
        if self.commitment.is_some_and(|promised| promised != commitment(&plan.seed)) {
            return Err(Trouble::whole("the seed does not match the commitment; expected the seed in luck/seed"));
        }
        self.set_options(&mut plan)?;
        self.check_adjudication(&plan)?;
        if let Some(warn) = &self.warn {
            let flaw = "warn needs what the bots say; log info = \"off\" leaves it out";
            require(!plan.terms.warns() || plan.terms.info() != InfoDetail::Off, warn, flaw)?;
        }
        for bot in &self.bot {
            let bot = Spanned::new(bot.span(), self.each.and(bot.get_ref()));
            let entrant = bot.get_ref().entrant(&outside.find)?;
            let is_new = plan.entrants.iter().all(|other| other.name != entrant.name);
            let flaw = format!("two bots have the name {}; expected different names", entrant.name);
            require(is_new, &bot.get_ref().name, flaw)?;
            plan.entrants.push(entrant);
            if let Some(files) = bot.get_ref().try_on(&plan, bot.span(), &outside.try_on)? {
                plan.entrants.last_mut().expect("it was just added").files = files;
            }
        }
        let held = plan.format.check(plan.entrants.len(), plan.seats);
        let held = held.and_then(|()| plan.format.check_stages(&plan.grown, plan.entrants.len(), plan.seats));
        held.map_err(|error| self.misshapen(error))?;
        let advances = plan.variant.cooperative() && plan.format.follows_results();
        let flaw = "has one score for all seats, so no bot can advance in a Swiss or a knockout; use a round robin";
        require(!advances, &self.variant, format!("{} {flaw}", plan.variant.word()))?;
        self.set_anchor(&mut plan)?;
        self.check_tests(&plan)?;
        self.set_match_play(&mut plan)?;
        if let Some(openings) = &self.openings {
            plan.openings = match &openings.random {
                Some(random) => openings.draw(&plan, random, outside.find, outside.judge)?,
                None => openings.read(&mut plan, outside.open)?,
            };
        }
        Ok(plan)
    }

    /// Sets the rule options. Each option is tried, so that an error names the wrong option.
    fn set_options(&self, plan: &mut Plan) -> Result<(), Trouble> {
        for (name, value) in &self.options {
            let wrong = |flaw: String| Trouble::at(value.span(), flaw);
            let no_name = || wrong(format!("expected the name of an option, found {name:?}"));
            let name = Word::new(name.as_str()).ok_or_else(no_name)?;
            let value = Value::new(value.get_ref().text(["on", "off"]));
            plan.options.push((name, value));
            let tried = MatchSpec::new(trial(), plan.variant, Some(plan.seats.into()), plan.seed, &plan.options);
            tried.map_err(|error| wrong(error.to_string()))?;
        }
        Ok(())
    }

    fn check_adjudication(&self, plan: &Plan) -> Result<(), Trouble> {
        let no_endgames = "tablebases need chess, whose endgames they have";
        if let Some(folders) = &self.tablebases {
            require(plan.variant.endgames(), folders, no_endgames)?;
        }
        let Some(spanned) = &self.adjudication else { return Ok(()) };
        let rules = *spanned.get_ref();
        // The log stores these rules as text, so that text must read back.
        let flaw = "expected at least one of max-decisions, resign, draw, with counts from 1 and scores from 0";
        require(rules.to_string().parse() == Ok(rules) && rules.max_decisions != Some(0), spanned, flaw)?;
        let flaw = "resign and draw need a variant with two opposing seats";
        require(!rules.listens() || plan.two_sided(), spanned, flaw)?;
        require(rules.tables.is_none() || plan.variant.endgames(), spanned, no_endgames)?;
        let flaw = "like needs chess, whose positions count the moves since the last capture or pawn move";
        require(rules.like.is_none() || plan.variant.counts_moves(), spanned, flaw)?;
        let flaw = "resign and draw need the bots' scores; log info = \"off\" leaves them out";
        require(!rules.listens() || plan.terms.info() != InfoDetail::Off, spanned, flaw)
    }

    fn set_anchor(&self, plan: &mut Plan) -> Result<(), Trouble> {
        let Some(spanned) = &self.anchor else { return Ok(()) };
        let anchor = spanned.get_ref().among(plan.entrants.iter().map(|entrant| entrant.name.as_str()));
        plan.ranking.anchor = Some(anchor.map_err(|flaw| Trouble::at(spanned.span(), flaw))?);
        Ok(())
    }

    fn check_tests(&self, plan: &Plan) -> Result<(), Trouble> {
        if let Some(spanned) = &self.lead {
            let LeadKeys { margin, alpha } = *spanned.get_ref();
            let is_grown = self.grown.iter().any(|stage| stage.bots != plan.entrants.len());
            let flaw = "lead and sprt cannot be combined: one test ends a tournament";
            require(self.sprt.is_none(), spanned, flaw)?;
            let flaw = "a sequential test needs a round robin or a gauntlet";
            require(plan.format.takes_bots(), spanned, flaw)?;
            require(
                (0.0..=1.0).contains(&margin),
                spanned,
                "expected a share of the points as the margin, from 0 to 1",
            )?;
            require(!is_grown, spanned, GROWN_TEST)?;
            let flaw = format!("expected an alpha above 0 and below 1, found {alpha}");
            require(alpha > 0.0 && alpha < 1.0, spanned, flaw)?;
        }
        if let Some(spanned) = &self.gate {
            let is_tested = self.lead.is_some() || self.sprt.is_some() && !spanned.get_ref().fixed;
            let flaw = "a gate needs either [sprt] or [lead], and with fixed needs [lead]";
            require(is_tested, spanned, flaw)?;
            let two = matches!(plan.format, Format::Gauntlet { heroes: 2, .. });
            let flaw =
                "pool needs a lead and format = \"gauntlet\" with heroes = 2, which are the new bot and the old one";
            require(two && self.lead.is_some() || !spanned.get_ref().pool, spanned, flaw)?;
        }
        let Some(spanned) = &self.sprt else { return Ok(()) };
        let meet = plan.two_sided() && plan.entrants.len() == 2 && plan.format.takes_bots();
        let flaw = "a sequential test needs two bots as opponents, in a round robin or a gauntlet";
        require(meet, spanned, flaw)?;
        spanned.get_ref().test().map(drop).map_err(|error| Trouble::at(spanned.span(), error))
    }

    fn set_match_play(&self, plan: &mut Plan) -> Result<(), Trouble> {
        let Some(spanned) = self.match_play.as_ref().filter(|switch| switch.get_ref().is_on()) else { return Ok(()) };
        let start = plan.of_nobody().and_then(|spec| spec.table());
        let start = start.map_err(|error| Trouble::at(spanned.span(), error))?;
        let flaw = format!("{} has no rules for match play", plan.variant.word());
        require(!start.rematch().is_empty(), spanned, flaw)?;
        let may_be = plan.seatings == Seatings::Balanced && plan.seats == 2 && self.openings.is_none();
        let flaw = "match play needs seatings = \"balanced\" and no openings: its two games belong together";
        require(may_be, spanned, flaw)?;
        plan.match_play = true;
        Ok(())
    }
}

impl BotEntry {
    /// Tries the last bot of the plan in a match.
    fn try_on(
        &self,
        plan: &Plan,
        span: Range<usize>,
        try_on: impl Fn(&MatchSpec, &[String]) -> TrialResult,
    ) -> Result<Option<Vec<Content>>, Trouble> {
        let spec = plan.trial(BotIndex(plan.entrants.len() - 1)).map_err(|error| Trouble::at(span.clone(), error))?;
        // If there is no line of a file to show, the text names the bot.
        let named = |text: String| if span.is_empty() { format!("bot {}: {text}", self.name.get_ref()) } else { text };
        try_on(&spec, &self.writes).map_err(|Trouble { flaw, cause, .. }| {
            let place = match cause {
                TroubleCause::File => self.wrong_setting(plan, &span, &try_on),
                TroubleCause::Program => self.command.span(),
                TroubleCause::Machine => span.clone(),
            };
            Trouble { cause, ..Trouble::at(place, named(flaw)) }
        })
    }

    /// The place of the wrong setting: the command line, a limit, or the whole bot.
    fn wrong_setting(
        &self,
        plan: &Plan,
        whole: &Range<usize>,
        try_on: impl Fn(&MatchSpec, &[String]) -> TrialResult,
    ) -> Range<usize> {
        if shell_words::split(self.command.get_ref()).map_or(true, |words| words.is_empty()) {
            return self.command.span();
        }
        let is_wrong = |name: &str, value: &Spanned<Scalar>| {
            let mut alone = plan.clone();
            let entrant = alone.entrants.last_mut()?;
            entrant.set = vec![(Word::new(name)?, Some(Value::new(value.get_ref().text(["on", "off"]))))];
            let tried = try_on(&alone.trial(BotIndex(alone.entrants.len() - 1)).ok()?, &self.writes);
            tried.is_err_and(|trouble| trouble.cause == TroubleCause::File).then(|| value.span())
        };
        self.limits.iter().find_map(|(name, value)| is_wrong(name, value)).unwrap_or_else(|| whole.clone())
    }
}

impl Plan {
    /// A match without bots, to try settings.
    fn of_nobody(&self) -> Result<MatchSpec, HostError> {
        self.spec(trial(), self.seed, &[])
    }

    /// A match in which this bot has all seats, to try the bot.
    ///
    /// # Errors
    /// As for [`Plan::spec`].
    pub fn trial(&self, bot: BotIndex) -> Result<MatchSpec, HostError> {
        self.spec(trial(), self.seed, &vec![bot; self.seats.into()])
    }
}

fn trial() -> Word {
    Word::new("trial").expect("this is a word")
}

impl Openings {
    fn draw(
        &self,
        plan: &Plan,
        random: &Spanned<u32>,
        find: impl Fn(&str) -> String,
        judge: impl FnMut(&MatchSpec) -> Result<Vec<f64>, String>,
    ) -> Result<Vec<Opening>, Trouble> {
        let in_range = |number: &Spanned<u32>, most| {
            let found = *number.get_ref();
            let flaw = format!("expected a number from 1 to {most}, found {found}");
            require((1..=most).contains(&found), number, flaw).map(|()| found)
        };
        let decisions = in_range(random, MOST_DECISIONS)?;
        let count = self.count.as_ref().map_or(Ok(COUNT), |count| in_range(count, MOST_OPENINGS))?;
        if let Some(key) = self.plies.as_ref().or(self.start.as_ref()) {
            return Err(Trouble::at(key.span(), "plies and start need openings from a file, found random ones"));
        }
        let flaw = "openings: expected either random, or a file or positions; found both";
        require(self.file.is_none() && self.positions.is_empty(), random, flaw)?;
        let balance = self.balance.as_ref().map(|keys| {
            let flaw = "expected within to be above 0, such as 0.1";
            require(keys.get_ref().is_possible(), keys, flaw).map(|()| keys.get_ref().found(find))
        });
        let balance = balance.transpose()?;
        let span = self.balance.as_ref().map_or_else(|| random.span(), Spanned::span);
        let spec = plan.of_nobody().map_err(|error| Trouble::at(random.span(), error))?;
        let by_lot = RandomOpenings { spec, decisions };
        by_lot.openings(count, balance.as_ref(), judge).map_err(|error| Trouble::at(span, error))
    }

    fn read(
        &self,
        plan: &mut Plan,
        open: impl FnOnce(&Path) -> Result<String, String>,
    ) -> Result<Vec<Opening>, Trouble> {
        let path = self.file.as_ref().map(|file| file.get_ref().clone()).unwrap_or_default();
        let path = if path.extension().is_some_and(|ending| ending == "gz") { path.with_extension("") } else { path };
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let text = match &self.file {
            Some(file) => open(file.get_ref()).map_err(|flaw| Trouble::at(file.span(), flaw))?,
            None => String::new(),
        };
        // Games of PGN begin with a tag, whatever the file is called.
        let has_pgn = plan.variant.pgn().is_some();
        let text = games_of_table(&text).filter(|_| has_pgn).unwrap_or(text);
        let is_pgn =
            ending.eq_ignore_ascii_case("pgn") || has_pgn && text.trim_start_matches(is_blank).starts_with('[');
        if let Some(plies) = &self.plies {
            let flaw = "plies: expected at least 1, found 0; omit plies to play all moves of each game";
            require(*plies.get_ref() > 0, plies, flaw)?;
            require(is_pgn, plies, "plies needs openings from a file of games")?;
        }
        if let Some(start) = &self.start {
            let is_known = self.file.is_some() && self.order != OpeningOrder::Random;
            let flaw =
                "start: expected a number from 1, of an opening in a file with order = \"sequential\" or \"fastchess\"";
            require(*start.get_ref() > 0 && is_known, start, flaw)?;
        }
        let only_by_lot = self.count.as_ref().map(Spanned::span).or_else(|| Some(self.balance.as_ref()?.span()));
        if let Some(span) = only_by_lot {
            return Err(Trouble::at(span, "count and balance need random = N, for positions after N random decisions"));
        }
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(&self.positions) {
            let opening = opening(plan, number, line.get_ref());
            openings.push(opening.map_err(|flaw| Trouble::at(line.span(), flaw))?);
        }
        if let Some(file) = &self.file {
            let (wrong, shown) = (|flaw: String| Trouble::at(file.span(), flaw), file.get_ref().display());
            // Some files end their lines with CR alone.
            let text = if text.contains('\n') { text } else { text.replace('\r', "\n") };
            let found = if is_pgn {
                self.of_games(plan, &text).map_err(wrong)?
            } else {
                let is_epd = ending.eq_ignore_ascii_case("epd");
                let (lines, most) = self.arranged(plan, numbered_lines(&text));
                let line = |(name, number, line): (usize, usize, &str)| {
                    let is_epd = is_epd || has_pgn && epd::has_operations(line) && !line.contains('\t');
                    let line = if is_epd { epd::opening(name, line) } else { line.to_owned() };
                    // Some files have tabs between the words of a FEN, or other columns behind it.
                    let (first, columns) = line.split_once('\t').unwrap_or((&line, ""));
                    let first = (has_pgn && columns.split('\t').all(is_name)).then_some(first);
                    let alone = |text: &str| at(plan, name.to_string(), text, BTreeMap::new()).ok();
                    let any = |flaw| alone(&line).or_else(|| alone(first?)).ok_or(flaw);
                    (format!("line {number}"), opening(plan, name, &line).or_else(any))
                };
                first_right(lines.into_iter().map(line), most)
            };
            let (mut all, mut lines) = (0, Vec::new());
            for (place, opening) in found {
                all += 1;
                match opening {
                    Ok(opening) => openings.push(opening),
                    Err(flaw) => lines.push(format!("{place}: {flaw}")),
                }
            }
            if !lines.is_empty() {
                let wrong_lines = lines.len();
                let flaw = format!("{shown} {}", bad_lines(&lines));
                if openings.is_empty() {
                    return Err(wrong(flaw));
                }
                plan.remarks.push(format!("{wrong_lines} of {all} openings left out: {flaw}"));
            }
            if openings.is_empty() {
                return Err(wrong(format!("{shown} has no positions")));
            }
        }
        if openings.is_empty() {
            let flaw = "openings: expected a file, positions, or random = N for N random decisions";
            return Err(Trouble::whole(flaw));
        }
        Ok(openings)
    }

    /// The openings in the order in which they are played, each with its name and its number in the file, and the most that
    /// are played. The name is the number too, unless the file's own order does not count.
    fn arranged<T>(&self, plan: &Plan, mut openings: Vec<(usize, T)>) -> (Vec<(usize, usize, T)>, usize) {
        if self.order != OpeningOrder::Fastchess && self.start.is_none() {
            let numbered = openings.into_iter().map(|(number, opening)| (number, number, opening));
            return (numbered.collect(), usize::MAX);
        }
        if self.order == OpeningOrder::Fastchess {
            let [.., a, b, c, d, e, f, g, h] = plan.seed.0;
            shuffle(&mut openings, u64::from_be_bytes([a, b, c, d, e, f, g, h]));
        }
        let start = self.start.as_ref().map_or(1, |start| *start.get_ref());
        let most = plan.format.deals().map_or(usize::MAX, |deals| deals as usize);
        // Those before the first come last.
        let count = openings.len().max(1);
        openings.rotate_left((start as usize - 1) % count);
        ((1..).zip(openings).map(|(name, (number, opening))| (name, number, opening)).collect(), most)
    }

    /// The openings that PGN games reach, each with its place in the file.
    fn of_games(&self, plan: &mut Plan, text: &str) -> Result<Vec<FoundOpening>, String> {
        let options = OptionValues::with(plan.variant.options(), &plan.options).map_err(|error| error.to_string())?;
        let (registry, variant) = (plan.registry, plan.variant);
        let source = PgnSource { registry, variant, options: &options, name: trial(), from: "openings" };
        let plies = self.plies.as_ref().map(|plies| *plies.get_ref());
        let games = record::openings(&source, text, plies).map_err(|error| error.to_string())?;
        let mut shorter = Vec::new();
        let (games, most) = self.arranged(plan, (1..).zip(games).collect());
        let games = games.into_iter().map(|(name, number, read)| {
            let place = |place: TextPlace| format!("game {number}, line {}", place.line);
            match read() {
                Ok(game) => {
                    if plies.is_some_and(|plies| game.moves < plies as usize) {
                        shorter.push(number);
                    }
                    (place(game.place), of_game(plan, name, &game))
                }
                Err(misread) => (place(misread.place), Err(misread.fault.to_string())),
            }
        });
        let found = first_right(games, most);
        if let (false, Some(plies)) = (shorter.is_empty(), plies) {
            let which = shorter.iter().take(LISTED).join(", ");
            let more = if shorter.len() > LISTED { ", …" } else { "" };
            plan.remarks.push(format!(
                "{} of {} games of the openings have fewer than {plies} moves and are taken whole: {which}{more}",
                shorter.len(),
                found.len()
            ));
        }
        Ok(found)
    }
}

/// The errors of these lines, each with its place.
fn bad_lines(lines: &[String]) -> String {
    let shown = lines.iter().take(LISTED).join("; ");
    match lines.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown}; and {} more", counted(more as u32, "opening")),
    }
}

/// The place of an opening in its file, and the opening or its error.
type FoundOpening = (String, Result<Opening, String>);

/// The first openings, until `most` of them are right. A wrong one takes no place of those that are played.
fn first_right(openings: impl Iterator<Item = FoundOpening>, most: usize) -> Vec<FoundOpening> {
    let mut right = 0;
    let is_before_last = |(_, opening): &FoundOpening| {
        right += usize::from(opening.is_ok());
        right != most
    };
    openings.take_while_inclusive(is_before_last).collect()
}

fn of_game(plan: &Plan, name: usize, game: &GameOpening) -> Result<Opening, String> {
    // Tags of PGN may have control characters, which a line must not have.
    let plain = |text: &str| text.split(char::is_control).join(" ");
    let tags = game.tags.iter().map(|(tag, text)| (tag.clone(), plain(text))).collect();
    at(plan, name.to_string(), &game.position, tags)
}

/// Reads a line of a file of openings: `name<TAB>position` or the position alone, tried on the board. Tags of PGN may
/// follow, such as `<TAB>ECO C65<TAB>Opening Ruy Lopez`.
fn opening(plan: &Plan, number: usize, line: &str) -> Result<Opening, String> {
    let mut fields = line.split('\t').map(str::trim);
    let (name, position) = match (fields.next().unwrap_or_default(), fields.next()) {
        (name, Some(position)) => (name.to_owned(), position),
        (position, None) => (number.to_string(), position),
    };
    let mut tags = BTreeMap::new();
    for field in fields {
        let (tag, text) = field.split_once(' ').unwrap_or((field, ""));
        if !OPENING_FIELDS.contains(&tag) || text.trim().is_empty() {
            let known = OPENING_FIELDS.join(", ");
            return Err(format!("expected one of {known} and its text after the position and a tab, found {field:?}"));
        }
        tags.insert(tag.to_owned(), text.trim().to_owned());
    }
    at(plan, name, position, tags)
}

/// True if a column behind a position begins with a name or a number, and so has no moves and no tag that would be lost.
fn is_name(column: &str) -> bool {
    let word = column.split_whitespace().next().unwrap_or_default();
    let is_move = word.contains(|letter: char| letter.is_ascii_digit()) && word.contains(char::is_alphabetic);
    !is_move && word != "moves" && !OPENING_FIELDS.contains(&word)
}

/// The opening at a position, tried on the board.
fn at(plan: &Plan, name: String, position: &str, tags: BTreeMap<String, String>) -> Result<Opening, String> {
    let mut spec = plan.of_nobody().map_err(|error| error.to_string())?;
    let position = typed_position(&spec, position)?;
    let position = Words::new(&position).ok_or("expected words of printable ASCII")?;
    spec.set_position(&position).map_err(|error| error.to_string())?;
    Ok(Opening { name, position, tags })
}
