//! Catalonia as a [`Game`]: turns, phases, points and ends.

use std::fmt::Write as _;

use super::{
    Action, Bombs, Catalonia, Claim, Due, Kind, Man, Options, Phase, Scoring, Square, Squares,
    bombs::THROWN,
    chain::{self, FEWEST},
    drawing, picture,
    position::{FIELDS, MOST_TURNS, START, STARVING},
};
use crate::{
    board::Side,
    game::{
        Actor, Draw, DrawWords, Game, GameWords, Gesture, IllegalError, OptionError, OptionRow, OptionValues, Outcome,
        Picture, PositionError, PositionField, Score, ScoredTurn, Seat, SeatSet, Seed, Stream, Style, Turn, TurnPart,
    },
};

impl Catalonia {
    fn on_longest(&self) -> Squares {
        self.field.squares(self.defence().search().on_longest())
    }

    /// Ends the movement phase. Rules page, Scoring.
    fn moved(&mut self) {
        match self.options.scoring {
            Scoring::Claimed => self.phase = Phase::Claim,
            Scoring::Automatic => {
                let longest = self.defence().search().longest();
                self.score(longest);
            }
        }
    }

    /// Scores the square of the length, and starts the next phase. Rules page, Scoring, Pit and End.
    ///
    /// The length is 0 if there is no chain or no claim.
    fn score(&mut self, length: usize) {
        if length > 0 {
            self.since.get_or_insert(self.turn);
        }
        self.total += (length * length) as u32;
        let falls = match self.options.bombs {
            Bombs::Dice => !self.bombable().is_empty(),
            Bombs::Chain => length > 0,
        };
        self.phase = match self.since {
            None if self.turn >= STARVING => Phase::Over,
            Some(_) if falls => Phase::Bomb,
            None | Some(_) => return self.bombed(),
        };
    }

    /// Starts the next turn, or ends the game. Rules page, End: the last turn has all its phases.
    pub(super) fn next_turn(&mut self) {
        if self.turn >= self.options.turns {
            self.phase = Phase::Over;
        } else {
            self.turn += 1;
            self.phase = Phase::Move(Due::Both);
        }
    }

    /// Starts the next move, or ends the movement phase.
    fn next_move(&mut self) {
        self.phase = match self.phase {
            Phase::Move(Due::Both | Due::WhiteFirst) => Phase::Move(Due::Last(Side::Black)),
            Phase::Answer => Phase::Move(Due::Last(Side::White)),
            _ => return self.moved(),
        };
    }

    /// Rules page, Movement: White may yield whenever Black has a move.
    fn may_yield(&self) -> bool {
        self.phase == Phase::Move(Due::Both) && self.field.can_move(Side::Black)
    }

    /// The player who must pass. Rules page, Movement: a player who cannot move passes, unless he may yield.
    fn must_pass(&self) -> Option<Side> {
        let Phase::Move(due) = self.phase else { return None };
        (!self.field.can_move(due.mover()) && !self.may_yield()).then_some(due.mover())
    }

    /// Adds the listed actions of the player to act.
    fn list(&self, owner: Side, actions: &mut Vec<Action>) {
        match self.phase {
            Phase::Move(_) | Phase::Answer => {
                for (from, man) in self.field.own(owner) {
                    actions.extend(self.field.targets(from, man).iter().map(|to| Action::Move(from, to)));
                }
                if self.phase == Phase::Answer {
                    actions.push(Action::Decline);
                } else if self.may_yield() {
                    actions.push(Action::Yield);
                }
                if self.must_pass().is_some() {
                    actions.push(Action::Pass);
                }
            }
            // Rules page, Claims in legal: `none` and the chains of exactly four, each from its first square.
            Phase::Claim => {
                let squares = self.numbered();
                let claim = |four: [usize; FEWEST]| Claim::new(&four.map(|number| squares[number]));
                actions.push(Action::NoClaim);
                actions.extend(self.defence().fours().into_iter().filter_map(claim).map(Action::Claim));
            }
            Phase::Bomb => actions.extend(self.on_longest().iter().map(Action::Target)),
            Phase::Target(thrown) => actions.extend(self.field.neighbours(thrown).iter().map(Action::Target)),
            Phase::Escape(lost) => {
                actions.extend(self.field.escapes(lost).iter().map(|to| Action::Move(lost, to)));
            }
            Phase::Remove(owner) => {
                actions.extend(self.field.trapped(owner).iter().map(Action::Remove));
                actions.push(Action::Done);
            }
            Phase::Over => {}
        }
    }

    /// The squares of the men by their numbers in the graph.
    fn numbered(&self) -> Vec<Square> {
        self.men().all().iter().collect()
    }

    /// The squares of the first longest chain; empty if there is none.
    pub(super) fn witness(&self) -> Vec<Square> {
        let squares = self.numbered();
        self.defence().search().witness().iter().map(|&number| squares[number]).collect()
    }

    /// Checks an action of the player to act. Errors: the rule that forbids it.
    fn allows(&self, owner: Side, action: Action) -> Result<(), IllegalError> {
        match (self.phase, action) {
            (_, Action::Bomb(_)) => Err(IllegalError::rule("the arbiter throws the bomb")),
            (Phase::Move(_), Action::Pass) => {
                IllegalError::unless(self.must_pass().is_some(), "something can be done, so you cannot pass")
            }
            (Phase::Move(Due::Both), Action::Yield) => {
                IllegalError::unless(self.may_yield(), "Black has no move, so you cannot yield")
            }
            (Phase::Move(Due::WhiteFirst), Action::Yield) => {
                Err(IllegalError::rule("Black has declined to move first"))
            }
            (Phase::Answer, Action::Decline) => Ok(()),
            (Phase::Move(_) | Phase::Answer, Action::Move(from, to)) => self.allows_move(owner, from, to),
            (Phase::Claim, Action::NoClaim) => Ok(()),
            (Phase::Claim, Action::Claim(claim)) => {
                IllegalError::unless(self.is_chain(&claim), "these squares are no chain")
            }
            (Phase::Bomb, Action::Target(square)) => {
                IllegalError::unless(self.on_longest().contains(square), "the target is a man of a longest chain")
            }
            (Phase::Target(thrown), Action::Target(square)) => IllegalError::unless(
                self.field.neighbours(thrown).contains(square),
                "the target is a man beside the square thrown",
            ),
            (Phase::Escape(lost), Action::Move(from, to)) => {
                IllegalError::unless(from == lost, "only the man that lost its square escapes")?;
                IllegalError::unless(
                    self.field.escapes(lost).contains(to),
                    "it cannot leap there, or would be in no chain there",
                )
            }
            (Phase::Remove(owner), Action::Remove(square)) => IllegalError::unless(
                self.field.trapped(owner).contains(square),
                "no trapped Peasant of yours stands there",
            ),
            (Phase::Remove(_), Action::Done) => Ok(()),
            (phase, _) => Err(IllegalError::rule(format!("the phase is {phase}"))),
        }
    }

    fn allows_move(&self, owner: Side, from: Square, to: Square) -> Result<(), IllegalError> {
        let Some(man) = self.man(from).filter(|man| man.owner == owner) else {
            return Err(IllegalError::rule(format!("there is no man of yours on {from}")));
        };
        if self.field.targets(from, man).contains(to) {
            return Ok(());
        }
        let there = match (self.man(to), self.pits().contains(to)) {
            (Some(man), _) => format!("a {} stands on {to}, and nobody captures", man.kind.name()),
            (None, true) => format!("{to} is a pit"),
            (None, false) => format!("a {} cannot go from {from} to {to}", man.kind.name()),
        };
        Err(IllegalError::rule(there))
    }

    pub(super) fn is_chain(&self, claim: &Claim) -> bool {
        let squares = self.numbered();
        let number = |square: &Square| squares.binary_search(square).ok();
        let numbers: Option<chain::Path> = claim.squares().iter().map(number).collect();
        numbers.is_some_and(|numbers| self.defence().is_chain(&numbers))
    }
}

impl Game for Catalonia {
    type Action = Action;
    type Options = Options;

    const WORD: &'static str = "catalonia";
    const TITLE: &'static str = "Catalonia";
    const RULES: &'static str = include_str!("RULES.md");
    const OPTIONS: &'static [OptionRow] = &[
        OptionRow::spin("turns", 15, STARVING, MOST_TURNS).about("how many turns are played"),
        OptionRow::combo("bombs", "dice", &["dice", "chain"])
            .about("whether bombs fall by dice, or on a man of a longest chain"),
        OptionRow::combo("scoring", "automatic", &["automatic", "claimed"])
            .about("whether the arbiter finds the longest chain, or the players claim one"),
    ];
    const PHASES: &'static [&'static str] = &["move", "answer", "claim", "bomb", "target", "escape", "remove"];
    const FIELDS: &'static [PositionField] = FIELDS;
    const WORDS: GameWords = GameWords {
        about: "You and your partner score together, and may not speak: the longer the chain, a loop of men in which each \
                defends the next, the better. Bombs fall on it.",
        turns_round: true,
        rows: &[
            ("yield", TurnPart::Offer),
            ("decline", TurnPart::Offer),
            ("pass", TurnPart::Move),
            ("_%-%", TurnPart::Move),
            ("%", TurnPart::Shared),
        ],
        ends: &[("starved", "no chain in five turns"), ("turns", "all turns are over")],
        points: Some(["point", "points"]),
        chance: Some("bomb"),
        acts: &[("*%", "is hit"), ("%~%", "escapes"), ("-%", "is removed"), ("=%", "is claimed")],
        clicks: &[
            ("move", "choose a man, then a square"),
            ("answer", "choose a man, then a square, or decline below"),
            ("claim", "choose the men of a chain, each defending the next"),
            ("bomb", "choose the man that the bomb hits"),
            ("target", "choose the man that the bomb hits"),
            ("escape", "choose the man that was hit, then a square"),
            ("remove", "choose a trapped Peasant, or be done below"),
        ],
        ..GameWords::NONE
    };
    const COLOURS: &'static [&'static str] = &["White", "Black"];
    const CHANCE: bool = true;
    const COOPERATIVE: bool = true;

    fn options(values: &OptionValues) -> Result<Options, OptionError> {
        Ok(Options {
            turns: values.number("turns"),
            bombs: if values.text("bombs") == "chain" { Bombs::Chain } else { Bombs::Dice },
            scoring: if values.text("scoring") == "claimed" { Scoring::Claimed } else { Scoring::Automatic },
        })
    }

    fn start(options: &Options, _: u8, _: &Seed) -> Self {
        Self::parse(options, START).expect("the start is a position")
    }

    fn read(options: &Options, _: u8, position: &str) -> Result<Self, PositionError> {
        Self::parse(options, position)
    }

    /// Rules page, End: lost if no chain ever was, else the sum of the points.
    fn turn(&self) -> Turn {
        match (self.phase, self.actor()) {
            (Phase::Over, _) => {
                let reason = if self.since.is_none() { "starved" } else { "turns" };
                Turn::Over(Outcome { reason, score: Score::Shared(self.total) })
            }
            (_, None) => Turn::Chance,
            (_, Some(owner)) => Turn::Seats(SeatSet::only(owner.seat())),
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Over => Self::PHASES[0],
            phase => phase.word(),
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if let Some(owner) = self.actor().filter(|owner| owner.seat() == seat) {
            self.list(owner, actions);
        }
    }

    fn check(&self, actor: Actor, action: Action) -> Result<(), IllegalError> {
        match (actor, self.actor(), action) {
            (Actor::Seat(seat), Some(owner), _) if owner.seat() == seat => self.allows(owner, action),
            (Actor::Chance, None, Action::Bomb(square)) if self.phase == Phase::Bomb => {
                IllegalError::unless(self.bombable().contains(square), "a bomb falls on b2 to g7, and not on a pit")
            }
            (Actor::Chance, None, _) if self.phase == Phase::Bomb => Err(IllegalError::rule("a bomb is to fall")),
            (Actor::Chance | Actor::Seat(_), _, _) => Err(IllegalError::NotToAct),
        }
    }

    fn play(&mut self, _: Actor, action: Action) {
        match (self.phase, action) {
            (Phase::Move(_) | Phase::Answer, Action::Move(from, to)) => {
                if let Some(man) = self.field.men.take(from) {
                    self.field.men.put(to, man);
                }
                self.next_move();
            }
            (Phase::Move(_), Action::Pass) => self.next_move(),
            (Phase::Move(_), Action::Yield) => self.phase = Phase::Answer,
            (Phase::Answer, Action::Decline) => self.phase = Phase::Move(Due::WhiteFirst),
            (Phase::Claim, Action::NoClaim) => self.score(0),
            (Phase::Claim, Action::Claim(claim)) => self.score(claim.squares().len()),
            (Phase::Bomb, Action::Bomb(square)) => self.fall(square),
            (Phase::Bomb | Phase::Target(_), Action::Target(square)) => self.hit(square),
            (Phase::Escape(_), Action::Move(lost, to)) => self.flee(lost, to),
            (Phase::Remove(owner), Action::Remove(square)) => {
                self.field.men.take(square);
                if self.field.trapped(owner).is_empty() {
                    self.removed(owner);
                }
            }
            (Phase::Remove(owner), Action::Done) => self.removed(owner),
            // No other action is legal in these phases.
            _ => {}
        }
    }

    fn forced(&self) -> Option<(Seat, Action)> {
        self.must_pass().map(|owner| (owner.seat(), Action::Pass))
    }

    /// Rules page, Actions.
    fn describe(&self, _: Actor, action: Action) -> String {
        let Action::Move(from, to) = action else { return action.to_string() };
        let letter = self.man(from).map(|man: Man| man.kind).filter(|kind| *kind != Kind::Peasant).map(Kind::letter);
        let sign = if matches!(self.phase, Phase::Escape(_)) { '~' } else { '-' };
        let mut text = String::new();
        text.extend(letter);
        write!(text, "{from}{sign}{to}").expect("a String takes any text");
        text
    }

    fn gesture(&self, _: Seat, action: Action) -> Gesture {
        match action {
            Action::Move(from, to) => Gesture::at([from, to]),
            Action::Bomb(square) | Action::Target(square) | Action::Remove(square) => Gesture::at([square]),
            Action::Claim(claim) => Gesture::at(claim.squares()),
            Action::Yield => Gesture::say(action, "let Black move first"),
            Action::Decline => Gesture::say(action, "let White move first"),
            Action::Pass => Gesture::say(action, "there is no move"),
            Action::Done => Gesture::say(action, "remove no more Peasants"),
            Action::NoClaim => Gesture::say(action, "claim no chain"),
        }
    }

    fn board(&self, style: Style) -> Vec<String> {
        drawing::board(self, style)
    }

    fn picture(&self, last: &[(Actor, Action)]) -> Picture {
        picture::picture(self, Self::TITLE, last)
    }

    /// Rules page, Pit: each square of b2 to g7 that is no pit, with equal weights.
    fn outcomes(&self, outcomes: &mut Vec<(Action, u32)>) {
        if self.turn() == Turn::Chance {
            outcomes.extend(self.bombable().iter().map(|square| (Action::Bomb(square), 1)));
        }
    }

    /// Rules page, Chance: two dice, the file first, thrown again while the square is a pit.
    fn chance(&self, seed: &Seed) -> Action {
        let mut stream = Stream::new(seed, &self.key());
        let bombable = self.bombable();
        assert!(!bombable.is_empty(), "no bomb is due");
        loop {
            let (file, rank) = (stream.die(), stream.die());
            let thrown = Square::new(file.into(), rank.into()).filter(|&square| bombable.contains(square));
            if let Some(square) = thrown {
                return Action::Bomb(square);
            }
        }
    }

    fn draw(&self) -> Option<Draw> {
        let parts =
            vec![('b'..='g').map(|file| format!("@{file}")).collect(), (2..=7).map(|rank| rank.to_string()).collect()];
        let again = (THROWN - self.bombable()).iter().map(|pit| Action::Bomb(pit).to_string()).collect();
        let words = DrawWords { parts, again };
        (self.turn() == Turn::Chance).then(|| Draw { key: self.key(), words })
    }

    fn shared(&self) -> u32 {
        self.total
    }

    /// Rules page, Score lines: directly after the action that ends the movement phase, or after the claim, in every
    /// turn from the first chain on.
    ///
    /// That action removes no man, so the men in `after` stand as they were counted.
    fn scored(&self, action: Action, after: &Self) -> Option<ScoredTurn> {
        after.since?;
        let chain = match (self.phase, self.options.scoring, action) {
            (Phase::Claim, Scoring::Claimed, Action::Claim(claim)) => claim.squares().to_vec(),
            (Phase::Claim, Scoring::Claimed, _) => Vec::new(),
            (Phase::Move(Due::Last(_)), Scoring::Automatic, _) => after.witness(),
            _ => return None,
        };
        let longest = match self.options.scoring {
            Scoring::Automatic => None,
            Scoring::Claimed => Some(self.defence().search().longest() as u32),
        };
        Some(ScoredTurn {
            turn: self.turn,
            points: after.total - self.total,
            total: after.total,
            chain: chain.iter().map(ToString::to_string).collect(),
            longest,
        })
    }

    /// Rules page, Claims in legal: only some of the legal claims are listed.
    fn lists_all(&self) -> bool {
        self.phase != Phase::Claim
    }

    /// A legal claim that is not listed: a longest chain or a chain through a random man, from a random square.
    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Action> {
        if self.phase != Phase::Claim || self.actor()?.seat() != seat {
            return None;
        }
        let squares = self.numbered();
        let graph = self.defence();
        let mut search = graph.search();
        let mut chain = if pick(2) == 0 { search.witness() } else { search.any(pick(squares.len() as u32) as usize) };
        let length = chain.len() as u32;
        if length == 0 {
            return None;
        }
        // The list has each chain of four from its lowest square, so this claim must begin elsewhere.
        let lowest = chain.iter().enumerate().min_by_key(|(_, number)| **number).map_or(0, |(place, _)| place);
        chain.rotate_left(lowest);
        let turned = if length == FEWEST as u32 { 1 + pick(length - 1) } else { pick(length) };
        chain.rotate_left(turned as usize);
        let chain: Vec<Square> = chain.iter().map(|&number| squares[number]).collect();
        Claim::new(&chain).map(Action::Claim)
    }
}
