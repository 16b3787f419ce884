//! Spelling suggestions for mistyped words.

/// The known word that is most similar to `word`. At most a third of the letters may differ, where two neighbours that
/// changed places are one difference; words that differ only in letter case count as equal. `None` if no known word is similar enough, if several are equally similar, or if `word`
/// has more than 26 characters.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The limit of 26 characters bounds the cost of the comparison.
    let most = u32::try_from(word.chars().count() / 3).ok().filter(|&most| most <= 8)?;
    let mut best: Option<(u32, &str)> = None;
    let mut alone = false;
    for known in known {
        let distance = match known {
            _ if known.eq_ignore_ascii_case(word) => 0,
            _ if is_swapped(word, known) => 1,
            _ => edit_distance(word, known),
        };
        if distance > most {
            continue;
        }
        match best {
            Some((least, _)) if least < distance => {}
            Some((least, _)) if least == distance => alone = false,
            Some(_) | None => (best, alone) = (Some((distance, known)), true),
        }
    }
    best.filter(|_| alone).map(|(_, known)| known)
}

/// Returns true if two neighbouring letters changed places, and nothing else differs.
fn is_swapped(word: &str, known: &str) -> bool {
    let mut letters: Vec<char> = word.chars().collect();
    let place = letters.iter().zip(known.chars()).position(|(one, other)| *one != other);
    place.filter(|place| place + 1 < letters.len()).is_some_and(|place| {
        letters.swap(place, place + 1);
        letters.into_iter().eq(known.chars())
    })
}

/// The question `did you mean WORD?` for the known word that [`meant`] finds, else the text of `otherwise`, which says
/// what is known.
pub fn suggestion<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    meant(word, known).map_or_else(otherwise, |known| format!("did you mean {known}?"))
}

/// The number of characters to insert, delete or change to turn one text into the other (Levenshtein distance).
fn edit_distance(one: &str, other: &str) -> u32 {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<u32> = (0..).take(other.len() + 1).collect();
    for (index, letter) in (1..).zip(one.chars()) {
        let mut diagonal = std::mem::replace(&mut row[0], index);
        for (column, &wanted) in other.iter().enumerate() {
            let changed = diagonal + u32::from(letter != wanted);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, known: &[&str], expected: Option<&str>) {
        assert_eq!(meant(word, known.iter().copied()), expected, "{word}");
    }

    #[test]
    fn one_word_is_meant_or_none() {
        check("BESTMOVE", &["bestmove", "resign"], Some("bestmove"));
        check("bestmoves", &["bestmove", "resign"], Some("bestmove"));
        check("C3D4", &["c3d4", "c3d5"], Some("c3d4"));
        check("c3-d4", &["c3d4", "c5d5"], Some("c3d4"));
        check("c3d4x", &["c3d4", "c3e4"], Some("c3d4"));
        check("c3d3", &["c3d4", "c3d5"], None);
        check("a1a2", &["b1a12", "c2c3"], None);
        check("ab", &["a", "AB"], Some("AB"));
        check("hello", &["bestmove", "resign"], None);
        check("leagl", &["legal", "history"], Some("legal"));
        check("sede", &["seed", "depth"], Some("seed"));
        check("abcd", &["badc", "abdcx"], None);
        check("a", &[], None);
        check(&"x".repeat(60_000), &["x"], None);
    }
}
