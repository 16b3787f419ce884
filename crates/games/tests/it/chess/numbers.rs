//! Numbers that others have counted.

use std::collections::HashSet;

use testkit::typed::{read, start};
use uvi_games::{
    game::{Game, perft},
    games::chess::{Chess, row},
};

use super::SHUFFLED;

#[track_caller]
fn counts(options: &[(&str, &str)], position: &str, wanted: &[u64]) {
    let game = read::<Chess>(options, 2, position).unwrap();
    let counted: Vec<u64> = (1..).take(wanted.len()).map(|depth| perft(&game, depth).unwrap()).collect();
    assert_eq!(counted, wanted, "{position}");
}

#[test]
fn the_six_usual_positions() {
    let rows: &[(&str, &[u64])] = &[
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281, 4_865_609]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2_039, 97_862, 4_085_603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890, 3_894_594]),
        // One more, full of promotions.
        ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", &[24, 496, 9_483, 182_838]),
    ];
    for (position, wanted) in rows {
        counts(&[], position, wanted);
    }
}

#[test]
fn shuffled_starts() {
    let rows: &[(&str, &[u64])] = &[
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189, 326_672]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002, 667_366]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
        ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", &[22, 593, 13_440, 382_958]),
    ];
    for (position, wanted) in rows {
        counts(SHUFFLED, position, wanted);
    }
}

/// The numbering of Reinhard Scharnagl.
#[test]
fn each_of_960_numbers_has_its_own_start() {
    for (number, wanted) in
        [(0, "bbqnnrkr"), (1, "bqnbnrkr"), (518, "rnbqkbnr"), (534, "rnbkqbnr"), (692, "rbbqknnr"), (959, "rkrnnqbb")]
    {
        assert_eq!(row(number), wanted, "{number}");
    }
    let rows: HashSet<String> = (0..960).map(row).collect();
    assert_eq!(rows.len(), 960);
    for row in rows {
        let places = |man| row.match_indices(man).map(|(place, _)| place).collect::<Vec<_>>();
        let (rooks, bishops, king) = (places('r'), places('b'), places('k'));
        assert!(rooks[0] < king[0] && king[0] < rooks[1] && (bishops[0] + bishops[1]) % 2 == 1, "{row}");
    }
}

/// Computed in another language, from the rules page alone.
#[test]
fn seeds_deal_these_starts() {
    for (seed, row) in [("0", "bnrbkqnr"), ("1", "rnkqnbbr"), ("2a", "bqrknnrb")] {
        let game = start::<Chess>(SHUFFLED, seed).to_string();
        assert_eq!(game.split('/').next(), Some(row), "{seed}");
        assert!(game.contains(&row.to_uppercase()), "{game}");
    }
    assert_eq!(start::<Chess>(&[], "1"), start::<Chess>(&[], "2"));
    assert_eq!(Chess::SEATS, [2]);
}
