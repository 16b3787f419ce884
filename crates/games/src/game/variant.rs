//! A row of the registry: the data of a variant, and constructors of its tables.

use std::fmt::Debug;

use uvi::Seed;

use super::{
    ChanceEvents, Cooperative, CountsMoves, Draw, Endgame, Endgames, Game, GameWords, ListsInPart, MatchPlay,
    MoveCounts, OptionError, OptionRow, OptionValues, Pgn, PositionError, PositionField, ScoredTurn, Seat, SeatSet,
    Table, Vacate, suggestion,
};

/// A variant, its type erased.
pub trait Variant: Debug + Send + Sync {
    /// The variant's word in the protocol.
    fn word(&self) -> &'static str;
    /// The title for people.
    fn title(&self) -> &'static str;
    /// The rules page, in Markdown.
    fn rules(&self) -> &'static str;
    /// The possible numbers of seats, ascending.
    fn seats(&self) -> &'static [u8];
    /// The rule options.
    fn options(&self) -> &'static [OptionRow];
    /// The kinds of decision that seats make.
    fn phases(&self) -> &'static [&'static str];
    /// The names that people give to things in the variant.
    fn words(&self) -> GameWords;
    /// The words of positions, in order; empty if the variant does not tell them.
    fn fields(&self) -> &'static [PositionField];
    /// Returns true if all seats share one score.
    fn cooperative(&self) -> bool;
    /// Returns true if games have chance events after their start.
    fn chance(&self) -> bool;
    /// Returns true if positions count moves as FEN does.
    fn counts_moves(&self) -> bool;
    /// Returns true if tables of endgames have positions of the variant.
    fn endgames(&self) -> bool;
    /// The colour of a seat's men, as people call it; `None` if the game has no colours.
    fn colour(&self, seat: Seat) -> Option<&'static str>;
    /// The PGN form of the variant's games; `None` if PGN cannot express them.
    fn pgn(&self) -> Option<&'static Pgn>;
    /// Checks that the option values are valid together.
    ///
    /// # Errors
    /// If a text is not valid, or options exclude each other.
    fn check(&self, options: &OptionValues) -> Result<(), OptionError>;
    /// A table at the start of a game; `seats` is one of [`Variant::seats`].
    ///
    /// # Errors
    /// As [`Variant::check`].
    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, OptionError>;
    /// A table at a position, which may be finished. The options must have passed [`Variant::check`].
    ///
    /// # Errors
    /// If the options are not valid, the position does not parse, or the rules page forbids the position.
    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError>;
}

/// The variants that a program knows, in the order of lists for people. Code receives the registry as an argument, so
/// that other programs can bring other games.
#[derive(Debug, Clone, Copy)]
pub struct Registry(&'static [&'static dyn Variant]);

impl Registry {
    /// A registry of these variants. No two variants may have the same word.
    pub const fn new(rows: &'static [&'static dyn Variant]) -> Self {
        Self(rows)
    }

    /// The variant with this word; `None` if there is none.
    pub fn find(self, word: &str) -> Option<&'static dyn Variant> {
        self.iter().find(|variant| variant.word() == word)
    }

    /// All variants.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Variant> {
        self.0.iter().copied()
    }

    /// The rows as a slice.
    pub const fn rows(self) -> &'static [&'static dyn Variant] {
        self.0
    }

    /// An error message: there is no variant of this word, and what was probably meant or is known.
    pub fn no_variant(self, word: &str) -> String {
        let known = || self.iter().map(|variant| variant.word());
        let list = || format!("the arbiter knows {}", known().collect::<Vec<_>>().join(", "));
        format!("no variant {word}; {}", suggestion(word, known(), list))
    }
}

impl IntoIterator for Registry {
    type Item = &'static dyn Variant;
    type IntoIter = std::iter::Copied<std::slice::Iter<'static, &'static dyn Variant>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// The registry row of a game: its features beyond [`Game`]. A method adds each feature and requires the trait of the
/// feature.
///
/// The row is a constant of the game, [`Game::ROW`], so that generic code can ask for features at no runtime cost.
#[derive(Debug)]
pub struct Row<G: Game> {
    outcomes: List<G>,
    chance: Option<fn(&G, &Seed) -> G::Action>,
    draw: fn(&G) -> Option<Draw>,
    vacant: fn(&G) -> SeatSet,
    vacate: Option<fn(&mut G, Seat)>,
    shared: Option<fn(&G) -> u32>,
    scored: fn(&G, G::Action, &G) -> Option<ScoredTurn>,
    lists_all: fn(&G) -> bool,
    unlisted: Offer<G>,
    rematch: fn(&G) -> Vec<(&'static str, String)>,
    counts: Option<fn(&G) -> MoveCounts>,
    endgame: Option<fn(&G) -> Option<Endgame>>,
    pgn: Option<&'static Pgn>,
    colours: &'static [&'static str],
}

type List<G> = fn(&G, &mut Vec<(<G as Game>::Action, u32)>);
type Offer<G> = fn(&G, Seat, &mut dyn FnMut(u32) -> u32) -> Option<<G as Game>::Action>;

impl<G: Game> Row<G> {
    /// The row of a game without features: no chance events, competing seats, no seat leaves, and complete lists of
    /// actions.
    pub const fn new() -> Self {
        Self {
            outcomes: |_, _| {},
            chance: None,
            draw: |_| None,
            vacant: |_| SeatSet::EMPTY,
            vacate: None,
            shared: None,
            scored: |_, _, _| None,
            lists_all: |_| true,
            unlisted: |_, _, _| None,
            rematch: |_| Vec::new(),
            counts: None,
            endgame: None,
            pgn: None,
            colours: &[],
        }
    }

    /// Adds chance events.
    #[must_use]
    pub const fn chance_events(self) -> Self
    where
        G: ChanceEvents,
    {
        Self { outcomes: G::outcomes, chance: Some(G::chance), draw: G::draw, ..self }
    }

    /// Lets the game continue after a seat leaves.
    #[must_use]
    pub const fn vacating(self) -> Self
    where
        G: Vacate,
    {
        Self { vacant: G::vacant, vacate: Some(G::vacate), ..self }
    }

    /// Adds a score shared by all seats.
    #[must_use]
    pub const fn cooperative(self) -> Self
    where
        G: Cooperative,
    {
        Self { shared: Some(G::shared), scored: G::scored, ..self }
    }

    /// Allows incomplete lists of legal actions.
    #[must_use]
    pub const fn lists_in_part(self) -> Self
    where
        G: ListsInPart,
    {
        Self { lists_all: G::lists_all, unlisted: G::unlisted, ..self }
    }

    /// Adds match play: two games form a match.
    #[must_use]
    pub const fn match_play(self) -> Self
    where
        G: MatchPlay,
    {
        Self { rematch: G::rematch, ..self }
    }

    /// Adds the counts of FEN.
    #[must_use]
    pub const fn counts_moves(self) -> Self
    where
        G: CountsMoves,
    {
        Self { counts: Some(G::counts), ..self }
    }

    /// Adds positions for tables of endgames.
    #[must_use]
    pub const fn endgames(self) -> Self
    where
        G: Endgames,
    {
        Self { endgame: Some(G::endgame), ..self }
    }

    /// Adds the colours of the seats, in seat order, as people call them.
    #[must_use]
    pub const fn colours(self, colours: &'static [&'static str]) -> Self {
        Self { colours, ..self }
    }

    /// Adds a PGN form. The texts of the actions must be PGN moves.
    #[must_use]
    pub const fn pgn(self, form: &'static Pgn) -> Self {
        Self { pgn: Some(form), ..self }
    }
}

impl<G: Game> Default for Row<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// Calls the features of a game, with defaults for missing features.
impl<G: Game> Row<G> {
    /// As [`ChanceEvents::outcomes`]; adds nothing in a game without chance.
    pub fn outcomes(&self, game: &G, outcomes: &mut Vec<(G::Action, u32)>) {
        (self.outcomes)(game, outcomes);
    }

    /// As [`ChanceEvents::chance`].
    ///
    /// # Panics
    /// If the game has no chance. May panic if no chance event is pending.
    pub fn chance(&self, game: &G, seed: &Seed) -> G::Action {
        let Some(chance) = self.chance else { panic!("{} has no chance events in its row", G::WORD) };
        chance(game, seed)
    }

    /// As [`ChanceEvents::draw`]; `None` in a game without chance.
    pub fn draw(&self, game: &G) -> Option<Draw> {
        (self.draw)(game)
    }

    /// As [`Vacate::vacant`]; empty in games without the feature.
    pub fn vacant(&self, game: &G) -> SeatSet {
        (self.vacant)(game)
    }

    /// As [`Vacate::vacate`]; does nothing in games without the feature.
    pub fn vacate(&self, game: &mut G, seat: Seat) {
        if let Some(vacate) = self.vacate {
            vacate(game, seat);
        }
    }

    /// Returns true if the game continues after a seat gives up.
    pub const fn is_vacating(&self) -> bool {
        self.vacate.is_some()
    }

    /// Returns true if all seats share one score.
    pub const fn is_cooperative(&self) -> bool {
        self.shared.is_some()
    }

    /// As [`Cooperative::shared`]; 0 if seats compete.
    pub fn shared(&self, game: &G) -> u32 {
        self.shared.map_or(0, |shared| shared(game))
    }

    /// As [`Cooperative::scored`]; `None` if seats compete.
    pub fn scored(&self, game: &G, action: G::Action, after: &G) -> Option<ScoredTurn> {
        (self.scored)(game, action, after)
    }

    /// As [`ListsInPart::lists_all`]; true in games without the feature.
    pub fn lists_all(&self, game: &G) -> bool {
        (self.lists_all)(game)
    }

    /// As [`ListsInPart::unlisted`]; `None` in games without the feature.
    pub fn unlisted(&self, game: &G, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<G::Action> {
        (self.unlisted)(game, seat, pick)
    }

    /// As [`MatchPlay::rematch`]; empty if the rules page has no match play.
    pub fn rematch(&self, game: &G) -> Vec<(&'static str, String)> {
        (self.rematch)(game)
    }

    /// As [`CountsMoves::counts`]; `None` in games without the feature.
    pub fn counts(&self, game: &G) -> Option<MoveCounts> {
        self.counts.map(|counts| counts(game))
    }

    /// As [`Endgames::endgame`]; `None` in games without the feature.
    pub fn endgame(&self, game: &G) -> Option<Endgame> {
        self.endgame.and_then(|endgame| endgame(game))
    }
}

impl<G: Game> Variant for Row<G> {
    fn word(&self) -> &'static str {
        G::WORD
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn seats(&self) -> &'static [u8] {
        G::SEATS
    }

    fn options(&self) -> &'static [OptionRow] {
        G::OPTIONS
    }

    fn phases(&self) -> &'static [&'static str] {
        G::PHASES
    }

    fn words(&self) -> GameWords {
        G::WORDS
    }

    fn fields(&self) -> &'static [PositionField] {
        G::FIELDS
    }

    fn cooperative(&self) -> bool {
        self.is_cooperative()
    }

    fn chance(&self) -> bool {
        self.chance.is_some()
    }

    fn counts_moves(&self) -> bool {
        self.counts.is_some()
    }

    fn endgames(&self) -> bool {
        self.endgame.is_some()
    }

    fn colour(&self, seat: Seat) -> Option<&'static str> {
        self.colours.get(seat.index()).copied()
    }

    fn pgn(&self) -> Option<&'static Pgn> {
        self.pgn
    }

    fn check(&self, options: &OptionValues) -> Result<(), OptionError> {
        G::options(options).map(|_| ())
    }

    fn start(&self, options: &OptionValues, seats: u8, seed: &Seed) -> Result<Box<dyn Table>, OptionError> {
        Ok(Box::new(G::start(&G::options(options)?, seats, seed)))
    }

    fn read(&self, options: &OptionValues, seats: u8, position: &str) -> Result<Box<dyn Table>, PositionError> {
        let options = G::options(options).map_err(|error| PositionError::Refused(error.to_string().into()))?;
        Ok(Box::new(G::read(&options, seats, position)?))
    }
}
