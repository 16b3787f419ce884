//! Positions whose pictures are kept.

use arbiter::{
    game::{Actor, OptionValues, Seed, Table, Turn},
    games,
};
use uvi::Word;

/// A position, and what is played from there.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) variant: &'static str,
    options: &'static [(&'static str, &'static str)],
    /// The start where it is empty.
    position: &'static str,
    /// By whoever is to act; where several are, by the first.
    actions: &'static str,
    /// How many shapes mark it.
    pub(crate) marks: usize,
}

pub(crate) const ALL: &[Scene] = &[
    Scene {
        name: "katarenga",
        variant: "katarenga",
        options: &[],
        position: "YRBGBGRY/BBGRYRBB/GYRYRGYG/RYGBGBYR/GRYBBYGR/BBRGGYRY/YYGRRBGB/RGBYYRBG \
                   2w1b3/1b2b3/8/3b4/8/5wb1/7b/2w5 2 play 10 wb 9 30",
        actions: "d5e5",
        marks: 2,
    },
    Scene {
        name: "katarenga-camp",
        variant: "katarenga",
        options: &[("doublewin", "on")],
        position: "RGBYYBGR/YYBRRBYY/BGRGBGRG/GRYBGRYB/YRBGYRGB/RBGBBGRY/GYRYGYBR/BYGRRYBG \
                   6w1/3bb3/8/8/8/8/w7/8 1 play 11 wb 0 10",
        actions: "g8camp",
        marks: 1,
    },
    Scene {
        name: "congress",
        variant: "congress",
        options: &[("capture", "on")],
        position: "RGBYYBGR/YYBRRBYY/BGRGBGRG/GRYBGRYB/YRBGYRGB/RBGBBGRY/GYRYGYBR/BYGRRYBG \
                   1b1ww3/w7/2b3bw/b6w/wb3w2/8/3b4/1w6 1 11",
        actions: "e8d7",
        marks: 2,
    },
    Scene {
        name: "isolation",
        variant: "isolation",
        options: &[("board", "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG")],
        position: "GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG/GGGGGGGG \
                   8/8/8/8/8/8/8/wb6 1",
        actions: "h8",
        marks: 1,
    },
    Scene {
        name: "orwell-start",
        variant: "orwell",
        options: &[],
        position: "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
                   1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 - --- 1 -",
        actions: "@16 b1a12",
        marks: 3,
    },
    Scene {
        name: "orwell-captures",
        variant: "orwell",
        options: &[("maxrounds", "3")],
        position: "6bu/3bD3/bM2wu3/3wJ3/7/rR1rP1wd2/7/2rD4/7/1wu1bG3/3wM2wP/6wd 3 25 rwr 2 2",
        actions: "d11g2",
        marks: 3,
    },
    Scene {
        name: "french-revolution",
        variant: "french-revolution",
        options: &[],
        position: "rn2kbnr/8/b1q5/1PPPPPPP/ppppppp1/7p/8/RNBQKBNR w KQkq piece 3",
        actions: "b1c3 b5b6",
        marks: 4,
    },
    Scene {
        name: "french-revolution-ten",
        variant: "french-revolution",
        options: &[("ranks", "10")],
        position: "rnbqkbnr/8/8/8/PPPPPPPP/pppppppp/8/8/8/RNBQKBNR w KQkq piece 1",
        actions: "b1c3",
        marks: 2,
    },
    Scene {
        name: "catalonia-chain",
        variant: "catalonia",
        options: &[],
        position: "1nbl1b2/2ppppp1/5n2/1p6/2g5/2N2NPB/1PPPPP2/2BLG3 - - bomb 4 81 - 4",
        actions: "",
        marks: 0,
    },
    Scene {
        name: "catalonia-escape",
        variant: "catalonia",
        options: &[],
        position: "2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2d3f3e4c6d6d7 2 escape:d3 9 582 - 3",
        actions: "d3b2",
        marks: 2,
    },
    Scene {
        name: "catalonia-claim",
        variant: "catalonia",
        options: &[("scoring", "claimed")],
        position: "5bn1/1b2p1p1/1l3p2/1p6/Nng5/1P6/2P1PGP1/2BL1BN1 d2d3f3e4c6d6d7 2 claim 10 582 - 3",
        actions: "=c2b3c4b4",
        marks: 0,
    },
    Scene {
        name: "cat-chess-start",
        variant: "cat-chess",
        options: &[("tiles", "0")],
        position: "",
        actions: "c55s",
        marks: 1,
    },
];

impl Scene {
    /// The position that the actions lead to, and the actions.
    pub(crate) fn played(&self) -> (Box<dyn Table>, Vec<(Actor, Word)>) {
        let variant = games::REGISTRY.find(self.variant).unwrap();
        let mut options = OptionValues::defaults(variant.options());
        self.options.iter().for_each(|(name, value)| options.set(name, value).unwrap());
        let seats = variant.seats()[0];
        let mut table = match self.position {
            "" => variant.start(&options, seats, &Seed([7; 16])).unwrap(),
            position => {
                variant.read(&options, seats, position).unwrap_or_else(|error| panic!("{}: {error}", self.name))
            }
        };
        let mut last = Vec::new();
        for action in self.actions.split_whitespace() {
            let actor = match table.turn() {
                Turn::Chance => Actor::Chance,
                Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
                Turn::Over(outcome) => panic!("{}: {outcome}", self.name),
            };
            let played = table.play(actor, action).unwrap_or_else(|error| panic!("{}: {action}: {error}", self.name));
            last.push((actor, played.action));
        }
        (table, last)
    }
}
