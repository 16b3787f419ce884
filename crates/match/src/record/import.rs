//! A printed game made into a match log: what the page says is replayed, and where it cannot be played, what was
//! probably meant is searched for. How a page looks is known to its variant alone. It knows no file.

mod misprint;
mod search;
mod walk;

use std::collections::{BTreeMap, VecDeque};

use uvi::{ClockWords, OnFault, Points, Word, escape_controls};

use super::{
    ActionRecord, Adjudication, Course, Entry, Head, How, InfoSummary, Luck, OPENING_TAGS, PlayerKind, Record,
    SeatHead, Terms, Verdict, pgn,
};
pub use misprint::{Meant, Misprint};
use uvi_games::game::{
    BadOption, Note, OptionValues, Place, PrintedError, PrintedGame, PrintedPage, Registry, Seat, Seed, Table, Turn,
    Variant,
};
use walk::{Fixes, Step, Walker};

/// A page with more misprints is no game of this variant, or one by other rules.
const MOST_MISPRINTS: usize = 50;

/// What is known of a printed game beside its page.
#[derive(Debug)]
pub struct PrintedSource<'a> {
    /// The variants that there are.
    pub registry: Registry,
    /// The variant that the page shows.
    pub variant: &'static dyn Variant,
    /// The rule options.
    pub options: &'a OptionValues,
    /// The name of the match.
    pub name: Word,
    /// Where the game is from, for the log.
    pub from: &'a str,
}

/// A game that was read from a page.
#[derive(Debug)]
pub struct Imported {
    /// The match log, each misprint replaced by what was probably meant; none if that cannot be told.
    pub log: Option<Vec<Record>>,
    /// The misprints, in the order of the page.
    pub misprints: Vec<Misprint>,
    /// Whether the game is over at the end of the page.
    pub over: bool,
    /// How many turns the page has.
    pub turns: usize,
}

/// Why a text is no game of the variant at all.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Nobody has taught the arbiter how this variant is printed.
    #[error("no importer for printed games of {variant}; there are importers for {known}")]
    NoPage {
        /// The variant's word.
        variant: &'static str,
        /// The variants that have an importer.
        known: String,
    },
    /// The options do not go together.
    #[error("{0}")]
    Option(#[from] BadOption),
    /// It is not UTF-8.
    #[error("{place}: expected UTF-8, found byte {byte:#04x}")]
    NotUtf8 {
        /// Where.
        place: Place,
        /// The first byte that is no text.
        byte: u8,
    },
    /// It has another layout.
    #[error("{0}")]
    Layout(#[from] PrintedError),
    /// It cannot be played as it is.
    #[error("{0}")]
    Misprint(Box<Misprint>),
}

/// Imports a printed game.
///
/// Where something cannot be played, the rest is read as if it were what was probably meant; the caller decides whether
/// to take a log that was made so.
///
/// # Errors
/// If the text is no game of the variant at all.
pub fn import(source: &PrintedSource<'_>, text: &[u8]) -> Result<Imported, ImportError> {
    let (page, text) = page_of(source, text)?;
    one(source, page, text)
}

/// Imports the printed games of a text, one behind the other. Where they are several, each has its number behind its name.
///
/// # Errors
/// If the text is no such games.
pub fn import_all(source: &PrintedSource<'_>, text: &[u8]) -> Result<Vec<Imported>, ImportError> {
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
        let below = |place: Place| Place { line: place.line + above, ..place };
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

fn one(source: &PrintedSource<'_>, page: &'static dyn PrintedPage, text: &str) -> Result<Imported, ImportError> {
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
        // What was meant lets the game go on, so that each misprint comes after the one before.
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
    let told = Told::of(&game, &*walked.table, &walked.steps);
    let over = told.is_some() || matches!(walked.table.turn(), Turn::Over(_));
    let set = game.start.as_ref().is_some_and(|start| start.position.is_some());
    let head = head(source, &options, &*start, set, &game.tags);
    let log = whole.then(|| log(head, start, (&game, &walked.steps), told));
    Ok(Imported { log, misprints, over, turns: game.turns.len() })
}

/// A position that a printed game comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedOpening {
    /// The position.
    pub position: String,
    /// How many turns lead to it.
    pub turns: usize,
    /// What the page calls it: those of its tags that are [`OPENING_TAGS`].
    pub tags: BTreeMap<String, String>,
}

/// The positions that the printed games of a text come to after so many turns, or at their ends, to start others from.
///
/// # Errors
/// If the text is no such games, or one of them has a misprint.
pub fn openings(
    source: &PrintedSource<'_>,
    text: &[u8],
    turns: Option<u32>,
) -> Result<Vec<PrintedOpening>, ImportError> {
    let (page, text) = page_of(source, text)?;
    let mut openings = Vec::new();
    let mut above = 0;
    for text in page.games(text) {
        let below = |place: Place| Place { line: place.line + above, ..place };
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

/// The rule options and the position with which a printed game starts: where every game of the variant does, but where
/// the page says otherwise. Where the seed dealt, the page has to say.
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

/// How the variant is printed, and the text without the mark of its encoding.
fn page_of<'t>(source: &PrintedSource<'_>, text: &'t [u8]) -> Result<(&'static dyn PrintedPage, &'t str), ImportError> {
    let Some(page) = source.variant.page() else {
        let known: Vec<_> = source.registry.iter().filter(|row| row.page().is_some()).map(|row| row.word()).collect();
        return Err(ImportError::NoPage { variant: source.variant.word(), known: known.join(", ") });
    };
    let text = str::from_utf8(text).map_err(|error| {
        let (before, after) = text.split_at(error.valid_up_to());
        let before = str::from_utf8(before).expect("it is UTF-8 up to there");
        ImportError::NotUtf8 { place: Place::of(before, before.len()), byte: after.first().copied().unwrap_or(0) }
    })?;
    Ok((page, text.strip_prefix('\u{feff}').unwrap_or(text)))
}

/// How a page says that a game ended whose board does not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// A seat gave up, or was out of time.
    Lost(Seat),
    /// It was drawn after so many decisions.
    Drawn(u32),
}

impl Told {
    /// With two seats against each other, whose points the page has.
    fn of(game: &PrintedGame, table: &dyn Table, steps: &[Step]) -> Option<Self> {
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

/// Plays the steps on a course, so that the log has what any log of these actions would have.
fn log(
    mut head: Head,
    start: Box<dyn Table>,
    (game, steps): (&PrintedGame, &[Step]),
    told: Option<Told>,
) -> Vec<Record> {
    let chances: VecDeque<Word> =
        steps.iter().filter(|step| step.seat.is_none()).map(|step| step.action.clone()).collect();
    if let Some(Told::Drawn(decisions)) = told {
        head.terms.adjudication = Some(Adjudication { max_decisions: Some(decisions), ..Adjudication::default() });
    }
    let rules = head.terms.adjudication;
    let mut records = vec![Record::Match(Box::new(head))];
    let mut course = Course::new(start, Luck::Told(chances), OnFault::Forfeit).adjudicated(rules);
    course.begin();
    for step in steps {
        if let Some(seat) = step.seat {
            course.decide(vec![(seat, Verdict::Actions(vec![step.action.clone()]))]);
        }
    }
    if let Some(Told::Lost(seat)) = told {
        course.resign(seat);
    }
    let mut stood = steps.iter();
    for entry in course.take_entries() {
        let stands_on_page = matches!(&entry, Entry::Chance { .. } | Entry::Action { how: How::Decided, .. });
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

/// Adds what the page says beside a decision.
fn annotate(action: &mut ActionRecord, note: Note) {
    let Note { score, depth, ms } = note;
    action.ms = ms.map(|ms| ms as f64);
    if score.is_some() || depth.is_some() {
        action.info = Some(InfoSummary { score: score.map(Into::into), depth, ..InfoSummary::default() });
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
        started: None,
    }
}
