//! The list of moves: which row and cell an action stands in.

use uvi::{MoveList, MoveRow, RowPart, TurnRules};

/// Checks the rows of a game: the number, then for each cell its seat and actions. An action is written with its seat
/// before it, chance with 0, a note with `!`.
#[track_caller]
fn check(rules: &str, actions: &str, expected: &[&str]) {
    let mut known = TurnRules::default();
    rules.split(", ").for_each(|row| known.hear(row));
    let mut list = MoveList::new(known);
    for action in actions.split_whitespace() {
        let (seat, text) = action.split_at(1);
        if seat == "!" {
            list.note(text);
        } else {
            list.act(seat.parse().ok().filter(|seat| *seat > 0), text, text);
        }
    }
    let row = |MoveRow { place, parts }: MoveRow<&str>| {
        let number = place.map(|place| place.number.map_or_else(|| "setup".to_owned(), |number| format!("{number}.")));
        let part = |part: RowPart<&str>| match part {
            RowPart::Note(text) => format!(" !{text}"),
            RowPart::Cell { seat, items } => {
                let seat = seat.map_or_else(|| "all".to_owned(), |seat| seat.to_string());
                format!(" {seat}:{}", items.join(","))
            }
        };
        number.unwrap_or_default() + &parts.into_iter().map(part).collect::<String>()
    };
    assert_eq!(list.rows().into_iter().map(row).collect::<Vec<_>>(), expected, "{rules}");
}

const CATALONIA: &str = "offer yield, offer decline, move pass, move _%-%, shared %";

#[test]
fn a_row_is_a_turn_of_each_seat() {
    check("", "1a 2b 1c 2d 1e", &["1. 1:a 2:b", "2. 1:c 2:d", "3. 1:e"]);
    check("of-a-newer-arbiter %", "1a 2b 1c", &["1. 1:a 2:b", "2. 1:c"]);
    check("", "2a 1b 2c", &["1. 2:a", "2. 1:b 2:c"]);
    check("", "1f6 2Na6 2h3 1Nxh3 1f7+", &["1. 1:f6 2:Na6,h3", "2. 1:Nxh3,f7+"]);
    // Dice belong to the turn that follows, also where a seat has left.
    check("", "0@11 1a 1b 0@31 2c 0@22 3d 0@13 1e", &["1. 1:@11,a,b 2:@31,c 3:@22,d", "2. 1:@13,e"]);
    check("", "0@11 1a 0@31 1b 0@22 3d 0@55", &["1. 1:@11,a", "2. 1:@31,b 3:@22,d", " all:@55"]);
    // An event that is no action does not end a turn.
    check("", "!e 1a !f 1b 2c", &[" !e", "1. 1:a !f 1:b 2:c"]);
    // The choice of a baseline is no turn.
    check("setup turn%", "2turn270 1a1-a2 2b8-b7 1a2-a3", &["setup 2:turn270", "1. 1:a1-a2 2:b8-b7", "2. 1:a2-a3"]);
}

#[test]
fn a_turn_of_catalonia_has_two_moves_and_all_that_a_bomb_does() {
    check(
        CATALONIA,
        "1Nb1-a3 2Ge8-c6 1Ng1-f3 2Gc6-c4 0@e3 2*e2 1e2~e4 1-c3 1done 1c2-c4 2pass",
        &["1. 1:Nb1-a3 2:Ge8-c6", "2. 1:Ng1-f3 2:Gc6-c4 all:@e3,*e2,e2~e4,-c3,done", "3. 1:c2-c4 2:pass"],
    );
    // Black moves first, or declines to.
    check(
        CATALONIA,
        "1yield 2Nb8-a6 1Nb1-a3 1yield 2decline 1c2-c4 2c7-c5 2=c4e2f3e1 0@e3 1d2-d3",
        &["1. 1:yield 2:Nb8-a6 1:Nb1-a3", "2. 1:yield 2:decline 1:c2-c4 2:c7-c5 all:=c4e2f3e1,@e3", "3. 1:d2-d3"],
    );
}

#[test]
fn a_turn_of_cat_chess_has_all_that_its_challenges_bring() {
    check(
        "own _!%, own _-%, own _~%, own _*%, setup %, own ^%, own _=%, own done, reaction %",
        "1a13s 2c55p 1a35s 2+g11 1a=b12 1^3 2b=g12 2^0 1b!2b 1hiss 2ignore 0@heads 2>p6 1c-k12 1a~ 1^42 2b=c9 2^1 2done \
         1a* 1a-g11",
        &[
            "setup 1:a13s 2:c55p",
            "setup 1:a35s 2:+g11",
            "setup 1:a=b12,^3 2:b=g12,^0",
            "1. 1:b!2b,hiss,ignore,@heads,>p6,c-k12,a~,^42 2:b=c9,^1,done",
            "2. 1:a*,a-g11",
        ],
    );
}
