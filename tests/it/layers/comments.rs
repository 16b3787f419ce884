//! Doc comments, read from the text of a file.

const QUESTION_WORDS: [&str; 10] = ["what", "whether", "how", "who", "whose", "whom", "where", "why", "when", "which"];

/// The first line of each doc comment that begins with a question word, with its number.
pub(crate) fn questions(text: &str) -> Vec<(usize, &str)> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let text = text.trim_start();
        let doc = text.strip_prefix("///").or_else(|| text.strip_prefix("//!"));
        if let Some(doc) = doc.filter(|_| !is_inside) {
            let word = doc.trim_start().split(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
            if QUESTION_WORDS.contains(&word.to_lowercase().as_str()) {
                found.push((line + 1, doc.trim_start()));
            }
        }
        is_inside = doc.is_some();
    }
    found
}

#[test]
fn the_first_word_of_a_doc_comment_is_seen() {
    let text = "/// The seat.\n/// What follows is no beginning.\na: u8,\n/// Whether it ends.\nb: bool,\n//! How to.\n// What.\n";
    assert_eq!(questions(text), [(4, "Whether it ends."), (6, "How to.")]);
}
