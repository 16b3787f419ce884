//! A rules page for a terminal: its Markdown, with boards in letters for its figures.

use uvi_games::game::Variant;

use super::figure::{LANGUAGE, RulesFigure};

/// The Markdown of a part of a variant's page. A figure that cannot be read stays as it is.
pub fn text(variant: &dyn Variant, part: &str) -> String {
    let opening = format!("```{LANGUAGE}\n");
    let mut blocks = part.split(opening.as_str());
    let mut text = blocks.next().unwrap_or_default().to_owned();
    for block in blocks {
        let read = block.split_once("```").map(|(figure, after)| (RulesFigure::read(variant, figure), after));
        text += &match read {
            Some((Ok(figure), after)) => {
                format!("```\n{}\n```\n\n{}{after}", figure.lines().join("\n"), figure.caption)
            }
            Some((Err(_), _)) | None => format!("{opening}{block}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_a_board_and_its_sentence() {
        let chess = uvi_games::games::REGISTRY.find("chess").unwrap();
        let said = text(chess, "# Men\n\n```board\nThe Knight leaps.\nmoves: g1\n```\n\nMore.\n");
        assert!(
            said.starts_with("# Men\n\n```\n")
                && said.contains("\n1  | R  N  B  Q  K  B  N  R |\n")
                && said.ends_with("\ng1 to f3 h3\n```\n\nThe Knight leaps.\n\nMore.\n"),
            "{said}"
        );
        let wrong = "```board\nplay: e2e5\n```\n";
        assert_eq!(text(chess, wrong), wrong);
    }
}
