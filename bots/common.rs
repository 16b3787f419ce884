//! Common code of the arbiter's own bots: the seed, the draw of an action, and the exit code. Knows no game.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use arbiter::game::{Seed, Stream};
use uvi::{
    EngineOptionKind, OptionSpec, Word,
    bot::{Feature, Identity, TurnRequest},
};

/// The name of the argument and of the bot option.
const SEED: &str = "seed";

/// Returns the end of a program's help page. Its lines are short enough to stay unwrapped.
fn help(program: &str) -> String {
    format!(
        "\
The bot speaks UVI over its stdin and stdout. You do not start it yourself:
you name it to the arbiter, which starts it. For example, on the host link,
for seat 1 of the match m:

  newmatch m variant orwell
  seat m 1 bot {program} --seed 7
  seatoption m 1 name seed value 8

The last line sets the bot's option seed, which overrides its argument.
To try a conversation by hand:

  {program} <<END
  uvi 1
  newgame variant demo seats 2 seat 1
  position p
  legal a b c
  go
  quit
  END

Without a clock, the same seed, lots, seat, position and legal actions give
the same answer, on every machine and whatever was asked before. So a
resumed match continues as if it had not been cut off. The arbiter gives
different lots (newgame … lots 9e3779b97f4a7c15) to every game and seat;
without lots the random choices are the same in every game."
    )
}

/// The arguments of every bot that comes with the arbiter.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Arguments {
    /// The seed of the bot's random choices
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u32,
}

/// Returns the identity of a bot with this name, which asks for legal actions and has the option `seed`.
pub(crate) fn identity(name: &str, arguments: &Arguments) -> Identity {
    let seed = spin(SEED, arguments.seed, 0, u32::MAX);
    Identity::new(name, "The Arbiter founders").wants(Feature::Legal).option(seed)
}

/// Returns an option that is a number.
pub(crate) fn spin(name: &str, default: u32, min: u32, max: u32) -> OptionSpec {
    let [default, min, max] = [default, min, max].map(|number| Some(i64::from(number)));
    OptionSpec { name: Word::new(name).expect("this is a word"), kind: EngineOptionKind::Spin { default, min, max } }
}

/// Returns the command line of a bot. The first line of `about` is the short help.
pub(crate) fn command<A: clap::Args>(program: &'static str, about: &'static str) -> clap::Command {
    let short = about.lines().next().unwrap_or_default();
    // The arguments have texts of their own about themselves.
    let command = A::augment_args(clap::Command::new(program)).version(env!("CARGO_PKG_VERSION"));
    command.about(short).long_about((short != about).then_some(about)).after_help(help(program))
}

/// Parses the arguments of this process.
pub(crate) fn parse<A: clap::Args>(program: &'static str, about: &'static str) -> A {
    A::from_arg_matches(&command::<A>(program, about).get_matches()).unwrap_or_else(|error| error.exit())
}

/// Returns the exit code after the conversation with the arbiter, and reports its error.
pub(crate) fn end(talk: io::Result<()>) -> ExitCode {
    match talk {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, the error cannot be reported.
            let _ = writeln!(io::stderr().lock(), "failed to talk to the arbiter: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Draws one of the actions, all equally likely; `None` if there is none. The draw depends only on the option `seed`,
/// the lots of the game, the seat, the position and the number of actions.
pub(crate) fn draw(turn: &TurnRequest, actions: &[&str]) -> Option<Word> {
    let count = u32::try_from(actions.len()).ok().filter(|count| *count > 0)?;
    let key = format!("{} {}", turn.game.seat, turn.position);
    let place = Stream::new(&seed(turn), &key).below(count) as usize;
    Word::new(actions[place])
}

/// The seed of all draws of a game: the lots from the arbiter and the value of the option `seed`. A missing or invalid
/// number counts as 0.
pub(crate) fn seed(turn: &TurnRequest) -> Seed {
    let number: u32 = turn.setting(SEED).and_then(|value| value.parse().ok()).unwrap_or_default();
    let lots = turn.game.lots.map_or(0, |lots| lots.0);
    Seed((u128::from(lots) << 64 | u128::from(number)).to_be_bytes())
}

/// The helpers of the bots' tests.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Returns the output of a bot that hears these lines.
    pub(crate) fn talk(heard: &[u8], decide: fn(&TurnRequest) -> Option<Word>) -> String {
        let mut said = Vec::new();
        uvi::bot::serve(identity("Tested", &Arguments { seed: 0 }), heard, &mut said, decide).unwrap();
        String::from_utf8(said).unwrap()
    }

    /// Returns the action of a bot that is asked once, with this seed.
    pub(crate) fn choice(
        decide: fn(&TurnRequest) -> Option<Word>,
        seed: u32,
        variant: &str,
        position: &str,
        legal: &str,
    ) -> String {
        let heard = format!(
            "setoption name seed value {seed}\nnewgame variant {variant} seats 2 seat 1\n\
             position {position}\nlegal {legal}\ngo movetime 100\n"
        );
        let said = talk(heard.as_bytes(), decide);
        said.strip_prefix("bestmove ").unwrap().trim_end().to_owned()
    }

    /// Checks that the choices over many seeds are exactly these actions.
    #[track_caller]
    pub(crate) fn chooses(
        decide: fn(&TurnRequest) -> Option<Word>,
        variant: &str,
        position: &str,
        legal: &str,
        chosen: &[&str],
    ) {
        let choices: std::collections::BTreeSet<String> =
            (0..60).map(|seed| choice(decide, seed, variant, position, legal)).collect();
        assert!(choices.iter().map(String::as_str).eq(chosen.iter().copied()), "{choices:?}");
    }

    /// Sends invalid lines to a bot, and checks that it still answers a valid question.
    pub(crate) fn survives_garbage(decide: fn(&TurnRequest) -> Option<Word>) {
        const VARIANTS: [&str; 7] =
            ["orwell", "french-revolution", "katarenga", "congress", "catalonia", "cat-chess", "halma"];
        const WORDS: &str = "go position legal newgame setoption name seed value stop gameover a1a2 a9a10q z9z9z9 a1 \
                             a99999999999999999999 a0a0 c8camp a!2b ! - 8/8 //// 9wr/ wwwwwwww/bu7 variant seats \
                             4294967296 \u{e9} \" movetime";
        let words: Vec<&str> = WORDS.split(' ').collect();
        let mut lots = Stream::new(&Seed([7; 16]), "garbage");
        for variant in VARIANTS {
            let mut heard = Vec::new();
            for _ in 0..300 {
                heard.extend_from_slice(format!("newgame variant {variant} seats 2 seat 1\n").as_bytes());
                for opening in ["", "setoption name seed value ", "position ", "legal ", "go "] {
                    heard.extend_from_slice(opening.as_bytes());
                    for _ in 0..lots.below(6) {
                        heard.extend_from_slice(words[lots.below(words.len() as u32) as usize].as_bytes());
                        heard.push(if lots.below(9) == 0 { lots.below(256) as u8 } else { b' ' });
                    }
                    heard.push(b'\n');
                }
                heard.extend_from_slice(b"go\n");
            }
            heard.extend(std::iter::repeat_n(b'x', 2 * uvi::MAX_WRITTEN_LINE));
            heard.extend_from_slice(b"\nnewgame variant v seats 2 seat 1\nposition p\nlegal only\ngo");
            assert!(talk(&heard, decide).ends_with("bestmove only\n"), "{variant}");
        }
    }
}
