//! Spelling suggestions for mistyped words.

use strsim::osa_distance;

/// The known word that is most similar to `word`. At most a third of the letters may differ, where two neighbours that
/// changed places are one difference; words that differ only in letter case count as equal. `None` if no known word is
/// similar enough, if several are equally similar, or if `word` has more than 26 characters.
pub fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The limit of 26 characters bounds the cost of the comparison.
    let most = Some(word.chars().count() / 3).filter(|&most| most <= 8)?;
    let mut best: Option<(usize, &str)> = None;
    let mut alone = false;
    for known in known {
        let distance = if known.eq_ignore_ascii_case(word) { 0 } else { osa_distance(word, known) };
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

/// The question `did you mean WORD?` for the known word that [`meant`] finds, else the text of `otherwise`.
pub fn suggestion<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: impl FnOnce() -> String,
) -> String {
    meant(word, known).map_or_else(otherwise, |known| format!("did you mean {known}?"))
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
