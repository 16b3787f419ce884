//! `arbiter-echo`, a bot that does not think, for measuring the cost of a question. It shares no code with the arbiter
//! and does as little as a bot can: one read and one write for each decision.
//!
//! - `arbiter-echo constant [ANSWER]` answers every line that begins with `go` with the same line. The default is
//!   `bestmove c3d4`.
//! - `arbiter-echo script FILE` answers its k-th `go` with the k-th line of the file, unchanged. It resigns after the
//!   last line.
//! - `arbiter-echo plies FILE` answers a question of chess with the line for the ply of the position. It can play both
//!   sides of the same game, any number of times.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Write},
    process::ExitCode,
};

/// The size of the input buffer in bytes: the longest question that takes one read.
const CHUNK: usize = 64 * 1024;

const USAGE: &str = "usage: arbiter-echo constant [ANSWER] | arbiter-echo script FILE | arbiter-echo plies FILE";

#[derive(Debug, Clone, PartialEq, Eq)]
enum AnswerSource {
    Constant(String),
    Script(Vec<String>),
    Plies(Vec<String>),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = AnswerSource::parse(&arguments).and_then(|mode| {
        // Stdin has a smaller buffer of its own, but a read as large as this buffer bypasses it.
        answer_all(&mode, BufReader::with_capacity(CHUNK, io::stdin().lock()), io::stdout().lock())
    });
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr().lock(), "arbiter-echo: {error}");
            ExitCode::from(2)
        }
        Ok(()) | Err(_) => ExitCode::SUCCESS,
    }
}

impl AnswerSource {
    fn parse(arguments: &[&str]) -> io::Result<Self> {
        match arguments {
            ["constant"] => Ok(Self::Constant("bestmove c3d4".to_owned())),
            ["constant", answer] => Ok(Self::Constant((*answer).to_owned())),
            ["script", file] => lines(file).map(Self::Script),
            ["plies", file] => lines(file).map(Self::Plies),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, USAGE)),
        }
    }

    /// The answer to the question with this index, from 0: the number of the `go`, or in mode `Plies` the ply of the
    /// position. `resign` after the last answer.
    fn answer(&self, question: usize) -> &str {
        match self {
            Self::Constant(answer) => answer,
            Self::Script(answers) | Self::Plies(answers) => answers.get(question).map_or("resign", String::as_str),
        }
    }
}

fn lines(file: &str) -> io::Result<Vec<String>> {
    Ok(fs::read_to_string(file)?.lines().map(str::to_owned).collect())
}

/// Returns the ply of a position of chess, from 0: the number of moves of both sides before the position. Reads only
/// the second and the sixth word of the position, and does not check that the game is chess. `None` if the sixth word
/// is missing or is not a number from 1.
fn ply(position: &[u8]) -> Option<usize> {
    let text = str::from_utf8(position).ok()?;
    let black = text.split_ascii_whitespace().nth(2)? == "b";
    let number: usize = text.split_ascii_whitespace().nth(6)?.parse().ok()?;
    Some(number.checked_sub(1)? * 2 + usize::from(black))
}

/// Answers line by line until `quit` or the end of input.
fn answer_all(mode: &AnswerSource, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    let mut reply = String::new();
    let mut question = 0;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        match line.split(u8::is_ascii_whitespace).next() {
            Some(b"go") => {
                reply.push_str(mode.answer(question));
                question += 1;
            }
            Some(b"position") => {
                if let (AnswerSource::Plies(_), Some(ply)) = (mode, ply(&line)) {
                    question = ply;
                }
                continue;
            }
            Some(b"isready") => reply.push_str("readyok"),
            Some(b"uvi") => reply.push_str("id name Echo\nid author The Arbiter founders\nuviok"),
            Some(b"quit") => return Ok(()),
            _ => continue,
        }
        reply.push('\n');
        output.write_all(reply.as_bytes())?;
        output.flush()?;
        reply.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_answers_in_its_way() {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let (black, white) = ("position 8/8 b - - 0 1 -\ngo\n", "position 8/8 w - - 0 2\ngo\n");
        for (mode, heard, said) in [
            (
                AnswerSource::Plies(lines(&["bestmove e2e4", "bestmove e7e5", "bestmove g1f3"])),
                format!("{black}{white}{black}"),
                "bestmove e7e5\nbestmove g1f3\nbestmove e7e5\n",
            ),
            (
                AnswerSource::parse(&["constant"]).unwrap(),
                "uvi 1\nisready\ngameover reason x score 1 0\nposition p\ngo\ngo movetime 5\r\n\n\nquit\ngo\n"
                    .to_owned(),
                "id name Echo\nid author The Arbiter founders\nuviok\nreadyok\nbestmove c3d4\nbestmove c3d4\n",
            ),
            (
                AnswerSource::Script(lines(&["bestmove a1a2", "what"])),
                "go\ngo depth 1\ngo".to_owned(),
                "bestmove a1a2\nwhat\nresign\n",
            ),
        ] {
            let mut output = Vec::new();
            answer_all(&mode, heard.as_bytes(), &mut output).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), said);
        }
    }
}
