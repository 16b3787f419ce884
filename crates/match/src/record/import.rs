//! Imports a printed game as a match log. The text of the page is replayed. If a part of the page cannot be played, the
//! importer searches for likely corrections. Only the variant knows the layout of its pages. This module opens no file.

mod misprint;
mod printed_walk;
mod search;

use std::collections::{BTreeMap, VecDeque};

use uvi::{ClockWords, OnFault, Points, Word, escape_controls};

use super::{
    ActionRecord, Adjudication, DecisionSource, Entry, GameCourse, Head, InfoSummary, Luck, OPENING_TAGS, PlayerKind,
    Record, Ruling, SeatHead, Terms, pgn,
};
pub use misprint::{Correction, Misprint};
use printed_walk::{Fixes, PlayedStep, Walker};
use uvi_games::game::{
    Note, OptionError, OptionValues, PrintedError, PrintedGame, PrintedPage, Registry, Seat, Seed, Table, TextPlace,
    Turn, Variant,
};

/// The number of misprints after which the import stops: such a page shows another game or other rules.
const MOST_MISPRINTS: usize = 50;

/// The facts about a printed game that are not on its page.
#[derive(Debug)]
pub struct PrintedSource<'a> {
    /// The variants that the program knows.
    pub registry: Registry,
    /// The variant of the page.
    pub variant: &'static dyn Variant,
    /// The rule options.
    pub options: &'a OptionValues,
    /// The name of the match.
    pub name: Word,
    /// The source of the game, for the log.
    pub from: &'a str,
}

/// A game that was read from a page.
#[derive(Debug)]
pub struct ImportedGame {
    /// The match log, with each misprint corrected. `None` if a misprint has no single correction, after too many
    /// misprints, or if the page states another end than the game has.
    pub log: Option<Vec<Record>>,
    /// The misprints, in the order of the page.
    pub misprints: Vec<Misprint>,
    /// True if the game is over at the end of the page.
    pub over: bool,
    /// The number of turns on the page.
    pub turns: usize,
}

/// The reason for which a text is not a game of the variant.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The variant has no importer.
    #[error("no importer for printed games of {variant}; there are importers for {known}")]
    NoPage {
        /// The word of the variant.
        variant: &'static str,
        /// The variants that have an importer.
        known: String,
    },
    /// A rule option is unknown, its value does not fit, or the options contradict each other.
    #[error("{0}")]
    Option(#[from] OptionError),
    /// The text is not UTF-8.
    #[error("{place}: expected UTF-8, found byte {byte:#04x}")]
    NotUtf8 {
        /// The place of the byte.
        place: TextPlace,
        /// The first invalid byte.
        byte: u8,
    },
    /// The layout is not that of the variant's pages.
    #[error("{0}")]
    Layout(#[from] PrintedError),
    /// An action cannot be played. Only [`openings`] returns this error.
    #[error("{0}")]
    Misprint(Box<Misprint>),
}

/// Imports a printed game.
///
/// A misprint is replaced by its most likely correction, and the rest of the page is read with this correction. The
/// caller decides if a log with corrections is acceptable.
///
/// # Errors
/// If the text is not a game of the variant.
pub fn import(source: &PrintedSource<'_>, text: &[u8]) -> Result<ImportedGame, ImportError> {
    let (page, text) = page_of(source, text)?;
    one(source, page, text)
}

/// Imports all printed games of a text. If there are several, each name gets the number of the game as suffix.
///
/// # Errors
/// If the text is not a series of games of the variant.
pub fn import_all(source: &PrintedSource<'_>, text: &[u8]) -> Result<Vec<ImportedGame>, ImportError> {
    let (page, text) = page_of(source, text)?;
    let games = page.games(text);
    if games.len() < 2 {
        return Ok(vec![one(source, page, text)?]);
    }
    let mut all = Vec::new();
    let mut above = 0;
    for (number, text) in (1..).zip(games) {
        let name = Word::new(format!("{}-{number}", source.name)).expect("a word with a number behind it is a word");
        let numbered = PrintedSource { name, ..*source };
        let below = |place: TextPlace| TextPlace { line: place.line + above, ..place };
        let mut imported = one(&numbered, page, text).map_err(|error| match error {
            ImportError::Layout(error) => PrintedError { place: below(error.place), ..error }.into(),
            error => error,
        })?;
        for misprint in &mut imported.misprints {
            misprint.place = below(misprint.place);
            misprint.meant.iter_mut().for_each(|meant| meant.place = below(meant.place));
        }
        all.push(imported);
        above += text.matches('\n').count();
    }
    Ok(all)
}

fn one(source: &PrintedSource<'_>, page: &'static dyn PrintedPage, text: &str) -> Result<ImportedGame, ImportError> {
    let game = page.read(text)?;
    let (options, start) = begin(source, &game)?;
    let walker = Walker { page, game: &game };
    let mut fixes = Fixes::default();
    let mut misprints = Vec::new();
    let mut whole = true;
    let walked = loop {
        let walked = walker.walk(&*start, &fixes);
        let Some(stop) = &walked.stop else { break walked };
        let misprint = search::explain(&walker, &walked, stop, &fixes);
        let taken = misprint.meant.first().filter(|_| !misprint.is_ambiguous()).cloned();
        // A correction lets the game continue, so misprints are found in order.
        match taken.filter(|_| misprints.len() < MOST_MISPRINTS) {
            Some(meant) => fixes.add(meant.at, meant.word.clone()),
            None => whole = false,
        }
        misprints.push(misprint);
        if !whole {
            break walked;
        }
    };
    misprints.extend(misprint::winner(&walker, &*walked.table).filter(|_| whole));
    misprints.extend(misprint::result(&walker, &*walked.table).filter(|_| whole));
    whole &= misprints.iter().all(|misprint| !misprint.meant.is_empty());
    misprints.sort_by_key(|misprint| misprint.place);
    let told = StatedResult::of(&game, &*walked.table, &walked.steps);
    let over = told.is_some() || matches!(walked.table.turn(), Turn::Over(_));
    let set = game.start.as_ref().is_some_and(|start| start.position.is_some());
    let head = head(source, &options, &*start, set, &game.tags);
    let log = whole.then(|| log(head, start, (&game, &walked.steps), told));
    Ok(ImportedGame { log, misprints, over, turns: game.turns.len() })
}

/// A position that a printed game reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedOpening {
    /// The position.
    pub position: String,
    /// The number of turns before the position.
    pub turns: usize,
    /// The name of the opening: the tags of the page that are in [`OPENING_TAGS`].
    pub tags: BTreeMap<String, String>,
}

/// Returns the position that each printed game of a text reaches after `turns` turns, or at its end.
///
/// # Errors
/// If the text is not a series of games of the variant, or a game has a misprint.
pub fn openings(
    source: &PrintedSource<'_>,
    text: &[u8],
    turns: Option<u32>,
) -> Result<Vec<PrintedOpening>, ImportError> {
    let (page, text) = page_of(source, text)?;
    let mut openings = Vec::new();
    let mut above = 0;
    for text in page.games(text) {
        let below = |place: TextPlace| TextPlace { line: place.line + above, ..place };
        let read = page.read(text).map_err(|error| PrintedError { place: below(error.place), ..error });
        let mut game = read?;
        game.turns.truncate(turns.map_or(usize::MAX, |turns| turns as usize));
        let (_, start) = begin(source, &game)?;
        let walker = Walker { page, game: &game };
        let walked = walker.walk(&*start, &Fixes::default());
        if let Some(stop) = &walked.stop {
            let mut misprint = misprint::misprint(&walker, stop, Vec::new());
            misprint.place = below(misprint.place);
            return Err(ImportError::Misprint(Box::new(misprint)));
        }
        let known = |name: &str| OPENING_TAGS.contains(&name);
        let tags = pgn::tags::known(&game.tags).filter(|(name, _)| known(name)).collect();
        openings.push(PrintedOpening { position: walked.table.position().to_string(), turns: game.turns.len(), tags });
        above += text.matches('\n').count();
    }
    Ok(openings)
}

/// Returns the rule options and the start position of a printed game. Both are the defaults unless the page states
/// others. The seed is not known, so a page must state a dealt start.
fn begin(source: &PrintedSource<'_>, game: &PrintedGame) -> Result<(OptionValues, Box<dyn Table>), ImportError> {
    let variant = source.variant;
    let seats = *variant.seats().first().expect("a variant has a number of seats");
    let mut options = source.options.clone();
    for (name, value) in game.start.iter().flat_map(|start| &start.options) {
        options.set(name, value)?;
    }
    let set = game.start.as_ref().and_then(|start| Some((start.place, start.position.as_ref()?)));
    let table = match set {
        None => variant.start(&options, seats, &Seed([0; 16]))?,
        Some((place, position)) => variant.read(&options, seats, position).map_err(|error| PrintedError {
            place,
            expected: format!("a position to start from: {error}").into(),
            found: escape_controls(position).to_string(),
        })?,
    };
    Ok((options, table))
}

/// Returns the page format of the variant, and the text without a byte order mark.
fn page_of<'t>(source: &PrintedSource<'_>, text: &'t [u8]) -> Result<(&'static dyn PrintedPage, &'t str), ImportError> {
    let Some(page) = source.variant.page() else {
        let known: Vec<_> = source.registry.iter().filter(|row| row.page().is_some()).map(|row| row.word()).collect();
        return Err(ImportError::NoPage { variant: source.variant.word(), known: known.join(", ") });
    };
    let text = str::from_utf8(text).map_err(|error| {
        let (before, after) = text.split_at(error.valid_up_to());
        let before = str::from_utf8(before).expect("it is UTF-8 up to there");
        ImportError::NotUtf8 { place: TextPlace::of(before, before.len()), byte: after.first().copied().unwrap_or(0) }
    })?;
    Ok((page, text.strip_prefix('\u{feff}').unwrap_or(text)))
}

/// A result that the page states although the board does not show the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatedResult {
    /// The seat resigned or lost on time.
    Lost(Seat),
    /// The game was drawn after this number of decisions.
    Drawn(u32),
}

impl StatedResult {
    /// Reads the result that the page states for two opponents whose game is not over on the board. `None` for any
    /// other game, and without a stated result.
    fn of(game: &PrintedGame, table: &dyn Table, steps: &[PlayedStep]) -> Option<Self> {
        let (Turn::Seats(_), Some((_, points)), false) = (table.turn(), &game.result, table.cooperative()) else {
            return None;
        };
        match points[..] {
            [Points::ONE, Points::ZERO] => Some(Self::Lost(Seat::TWO)),
            [Points::ZERO, Points::ONE] => Some(Self::Lost(Seat::ONE)),
            [one, other] if one == other => {
                let decisions = steps.iter().filter(|step| step.seat.is_some()).count();
                u32::try_from(decisions).ok().filter(|&decisions| decisions > 0).map(Self::Drawn)
            }
            [..] => None,
        }
    }
}

/// Replays the steps on a [`GameCourse`], so that the log is complete.
fn log(
    mut head: Head,
    start: Box<dyn Table>,
    (game, steps): (&PrintedGame, &[PlayedStep]),
    told: Option<StatedResult>,
) -> Vec<Record> {
    let chances: VecDeque<Word> =
        steps.iter().filter(|step| step.seat.is_none()).map(|step| step.action.clone()).collect();
    if let Some(StatedResult::Drawn(decisions)) = told {
        head.terms.adjudication = Some(Adjudication { max_decisions: Some(decisions), ..Adjudication::default() });
    }
    let rules = head.terms.adjudication;
    let mut records = vec![Record::Match(Box::new(head))];
    let mut course = GameCourse::new(start, Luck::Recorded(chances), OnFault::Forfeit).adjudicated(rules);
    course.begin();
    for step in steps {
        if let Some(seat) = step.seat {
            course.decide(vec![(seat, Ruling::Actions(vec![step.action.clone()]))]);
        }
    }
    if let Some(StatedResult::Lost(seat)) = told {
        course.resign(seat);
    }
    let mut stood = steps.iter();
    for entry in course.take_entries() {
        let stands_on_page =
            matches!(&entry, Entry::Chance { .. } | Entry::Action { how: DecisionSource::Decided, .. });
        let step = if stands_on_page { stood.next() } else { None };
        let printed = step.and_then(|step| step.printed.clone());
        let mut record = entry.into_record(&course, None);
        if let Record::Chance(chance) = &mut record {
            chance.printed = printed;
        } else if let Record::Action(action) = &mut record {
            action.printed = printed;
            annotate(action, step.map(|step| step.at.note(game)).unwrap_or_default());
        }
        records.push(record);
    }
    records
}

/// Adds the page's notes on a decision.
fn annotate(action: &mut ActionRecord, note: Note) {
    let Note { score, depth, ms } = note;
    action.ms = ms.map(|ms| ms as f64);
    if score.is_some() || depth.is_some() {
        // A page shows mates apart from scores, so a score of this size is a mate.
        let mate = score.filter(|score| (29_000..30_000).contains(&score.abs()));
        let mate = mate.map(|score| score.signum() * (30_000 - score.abs()));
        action.info = Some(InfoSummary { score: score.map(Into::into), mate, depth, ..InfoSummary::default() });
    }
}

fn head(
    source: &PrintedSource<'_>,
    options: &OptionValues,
    start: &dyn Table,
    setposition: bool,
    tags: &[(String, String)],
) -> Head {
    let mut tags: BTreeMap<String, String> = pgn::tags::known(tags).collect();
    let mut names = pgn::tags::PLAYERS.iter().map(|name| tags.remove(*name)).collect::<Vec<_>>().into_iter();
    let seat = |seat: Seat| SeatHead {
        seat: seat.number(),
        player: PlayerKind::Host,
        entrant: None,
        name: names.next().flatten(),
        author: None,
        command: None,
        options: Vec::new(),
        set: Vec::new(),
        isolated: None,
        affinity: None,
        clock: None,
    };
    Head {
        uvi: uvi::VERSION,
        arbiter: env!("CARGO_PKG_VERSION").to_owned(),
        name: source.name.to_string(),
        variant: source.variant.word().to_owned(),
        options: options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        seats: Seat::all(start.seats()).map(seat).collect(),
        clock: ClockWords::default(),
        terms: Terms::default(),
        commitment: None,
        lots: false,
        start: start.position().to_string(),
        setposition,
        imported: Some(source.from.to_owned()),
        tags,
        tournament: None,
        started: None,
    }
}
