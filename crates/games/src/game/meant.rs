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
