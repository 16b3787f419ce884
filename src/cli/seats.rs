//! Turns arguments about seats, options and positions into a match setup or a position.

use std::{os::unix::fs::PermissionsExt, path::Path};

use uvi::{ClockWords, ParseError, Text, Value, Word, Words};
use uvi_cup::{schedule::Lineup, typed_position};
use uvi_games::game::{Registry, Seed, Table, Variant, meant, suggestion};
use uvi_match::{
    record::Terms,
    referee::{self, MatchSpec},
};

use super::{
    args::StartArgs,
    engines,
    exit::{CommandResult, usage},
    play::args::PlayArgs,
};
use crate::{
    bot::{LimitError, OWN_BOTS, StartError, own_bot},
    driver::{DenialError, Setup},
    world::DISK,
};

pub(crate) const HUMAN: &str = "human";

const INTERPRETERS: [(&str, &str); 5] =
    [("py", "python3"), ("js", "node"), ("sh", "sh"), ("rb", "ruby"), ("pl", "perl")];

const DEFAULT_MOVETIME: u64 = 5_000;

fn host<E: std::fmt::Display>(what: &str) -> impl Fn(E) -> super::exit::CliError + '_ {
    move |error| usage(format!("{what}: {error}"))
}

pub(crate) fn variant(registry: Registry, word: &str) -> CommandResult<&'static dyn Variant> {
    referee::variant(registry, word).map_err(|error| usage(error.to_string()))
}

pub(crate) fn pair<'a>(flag: &str, text: &'a str) -> CommandResult<(Word, &'a str)> {
    let wrong = || usage(format!("{flag}: expected NAME=VALUE, found {text}"));
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((Word::new(name).ok_or_else(wrong)?, value))
}

/// Reads `NAME=VALUE` of a bot. UCI names have spaces, so the error proposes one with underscores.
fn bot_option<'a>(text: &str, rest: &'a str) -> CommandResult<(Word, &'a str)> {
    let Some((name, value)) = rest.split_once('=').filter(|(name, _)| !name.is_empty()) else {
        return Err(usage(format!("--bot-option: expected SEAT:NAME=VALUE, found {text}")));
    };
    let word = Word::new(name).ok_or_else(|| {
        let meant = name.split_whitespace().collect::<Vec<_>>().join("_");
        usage(format!("--bot-option: expected a name without spaces, such as {meant}, found {name}"))
    })?;
    Ok((word, value))
}

pub(crate) fn pairs(options: &[String]) -> CommandResult<Vec<(Word, Value)>> {
    options.iter().map(|text| pair("--option", text).map(|(name, value)| (name, Value::new(value)))).collect()
}

fn seat<'a>(flag: &str, text: &'a str) -> CommandResult<(u32, &'a str)> {
    let wrong = || usage(format!("{flag}: expected a seat number and a colon, such as 1:, found {text}"));
    let (number, rest) = text.split_once(':').ok_or_else(wrong)?;
    Ok((number.parse().map_err(|_| wrong())?, rest))
}

/// Splits `KEY=VALUE`; a key alone has the value `None`.
pub(crate) fn switch(text: &str) -> (&str, Option<&str>) {
    text.split_once('=').map_or((text, None), |(key, value)| (key, Some(value)))
}

/// The hint after an unknown key of `--set`, which may be meant as an option of the bot. `text` is the value of the flag.
pub(crate) fn bot_option_hint(text: &str) -> String {
    format!("; an option of the bot is set with --bot-option {}", shell_words::quote(text))
}

/// The setup of the match that the arguments of `play` describe. `table` has the players in seat order; index 0 is the
/// first player of the command line. Options for a seat of the command line follow its player.
pub(crate) fn setup(registry: Registry, args: &PlayArgs, seed: Seed, table: &Lineup) -> CommandResult<Setup> {
    let name = Word::new("game-1").expect("this is a word");
    let seats = Some(u32::try_from(args.seats.len()).unwrap_or(u32::MAX));
    let word = args.variant.as_deref().unwrap_or_default();
    let variant = self::variant(registry, word).map_err(|mut failure| {
        if is_player(word) {
            failure.error =
                anyhow::anyhow!("{failure}; the variant stands before the players, as in play chess {word}");
        }
        failure
    })?;
    let seat_of = |number: u32| {
        let found = table.seats().find(|(_, bot)| u32::try_from(bot.0 + 1) == Ok(number));
        found.map_or(number, |(seat, _)| seat.number())
    };
    let spec = MatchSpec::new(name, variant, seats, seed, &pairs(&args.options)?);
    let mut spec = spec.map_err(|error| usage(format!("play: {error}{}", quotes_hint(&args.seats))))?;
    spec.default_movetime = DEFAULT_MOVETIME;
    let mut setup = Setup::new(DISK, spec).map_err(host("play"))?;
    if let Some(position) = &args.position {
        let position = typed_position(setup.spec(), position).map_err(|error| usage(format!("--position: {error}")))?;
        let words = Words::new(&position).ok_or_else(|| usage("--position: expected words of printable ASCII"))?;
        setup.spec_mut().set_position(&words).map_err(host("--position"))?;
    }
    for (number, text) in (1..).zip(&args.seats) {
        let player = self::player(text)?;
        setup.set_player(seat_of(number), &player).map_err(host(text))?;
        if args.untrusted && matches!(player, uvi::SeatPlayer::Bot(_)) {
            let key = Word::new("untrusted").expect("this is a word");
            setup.set_launch(seat_of(number), key, None).map_err(host("--untrusted"))?;
        }
    }
    setup.spec_mut().set_clock(None, args.clock).map_err(host("--clock"))?;
    for text in &args.seat_clock {
        let (number, words) = seat("--seat-clock", text)?;
        let wrong =
            |error: ParseError| usage(format!("--seat-clock: column {} of {words:?}: {}", error.column, error.kind));
        let clock: ClockWords = words.parse().map_err(wrong)?;
        let clock = clock.playable().map_err(|error| usage(format!("--seat-clock: {error}")))?;
        setup.spec_mut().set_clock(Some(seat_of(number)), clock).map_err(host("--seat-clock"))?;
    }
    for text in &args.bot_option {
        let (number, rest) = seat("--bot-option", text)?;
        let (name, value) = bot_option(text, rest)?;
        setup.spec_mut().set_bot_option(seat_of(number), name, Value::new(value)).map_err(host("--bot-option"))?;
    }
    for text in &args.set {
        let (number, rest) = seat("--set", text)?;
        let (key, value) = switch(rest);
        let key = Word::new(key).ok_or_else(|| usage(format!("--set: expected SEAT:KEY=VALUE, found {text}")))?;
        setup.set_launch(seat_of(number), key, value.map(Value::new)).map_err(|error| {
            let is_unknown = matches!(&error, DenialError::Limit { error: LimitError::Key, .. });
            let hint = if is_unknown { bot_option_hint(text) } else { String::new() };
            usage(format!("--set: {error}{hint}"))
        })?;
    }
    let set = |terms: &mut Terms| {
        terms.set_fault_words(args.onfault);
        terms.patience = args.patience.unwrap_or_default();
    };
    setup.spec_mut().set_terms(set).map_err(host("play"))?;
    Ok(setup)
}

/// The words that are players without `bot:`.
pub(crate) fn short_names() -> impl Iterator<Item = &'static str> {
    OWN_BOTS.into_iter().chain([HUMAN])
}

pub(crate) fn is_player(word: &str) -> bool {
    word.starts_with("bot:") || short_names().any(|name| name == word)
}

/// The hint after the error that a program is not there or not executable: how to start the file, the bot that was
/// probably meant, or all that come with the arbiter. `None` after other errors.
pub(crate) fn start_hint(error: &StartError) -> Option<String> {
    if let Some(hint) = shell_hint(error) {
        return Some(hint);
    }
    let program = match error {
        StartError::NotOnPath { program, .. } if Path::new(program).is_file() => {
            return Some(file_hint(&Path::new(".").join(program)));
        }
        StartError::NotExecutable(path) if path.is_file() => return Some(file_hint(path)),
        StartError::NotOnPath { program, .. } => program.as_str(),
        StartError::NoProgram | StartError::NoFile(_) => "",
        _ => return None,
    };
    if OWN_BOTS.contains(&program) {
        return Some(format!(
            "it comes with Arbiter as arbiter-{program}, which must lie beside this program or on the PATH"
        ));
    }
    let [bots @ .., last] = OWN_BOTS;
    let all = || format!("the arbiter comes with {} and {last}, and uci:ENGINE plays a UCI engine", bots.join(", "));
    Some(suggestion(program, OWN_BOTS, all))
}

/// The hint for a command line that only a shell understands.
fn shell_hint(error: &StartError) -> Option<String> {
    let program = match error {
        StartError::NotOnPath { program, .. } => program.as_str(),
        StartError::NoFile(path) => path.to_str()?,
        _ => return None,
    };
    if program.split('/').any(|part| part.starts_with(['~', '$'])) {
        return Some("no shell expands ~ and $ in a command line here; write the whole path".to_owned());
    }
    let is_variable = program.split_once('=').is_some_and(|(name, _)| !name.contains('/'));
    if is_variable && matches!(error, StartError::NotOnPath { .. }) {
        return Some(format!("to set a variable, write env before it, such as env {program} ./bot"));
    }
    let is_builtin = ["cd", "source", "export", "ulimit", "exec"].contains(&program);
    is_builtin.then(|| format!("{program} is a command of a shell; write sh -c '{program} ...'"))
}

/// The warning for a word that is an operator of a shell, such as `2>err.log`. The bot gets the word as an argument.
pub(crate) fn shell_warning(command: &[String]) -> Option<String> {
    let is_operator = |word: &&String| {
        ["|", "||", "&&", "&", ";", "<"].contains(&word.as_str())
            || word.trim_start_matches(['1', '2', '&']).starts_with('>')
    };
    let word = command.iter().skip(1).find(is_operator)?;
    Some(format!(
        "arbiter: warning: {} gets {word} as an argument, because no shell reads the command line; for a shell, write \
         sh -c '...'",
        command[0]
    ))
}

/// The hint how to start a file as a bot.
fn file_hint(path: &Path) -> String {
    let file = shell_words::quote(&path.to_string_lossy()).into_owned();
    let is_executable = path.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let interpreter = INTERPRETERS.iter().find(|(known, _)| Some(*known) == ending).map(|(_, program)| *program);
    match (is_executable, interpreter) {
        (true, _) => format!("did you mean {file}?"),
        (false, Some(program)) => format!("did you mean {program} {file}? Or run chmod +x {file}, and name {file}"),
        (false, None) => format!("to name {file} as the bot, run chmod +x {file}"),
    }
}

/// The error of a bot that was not started, with a hint. `words` are those of its command line.
pub(crate) fn hinted(error: &StartError, words: Option<&[String]>) -> String {
    let file = words.filter(|words| words.len() > 1).and_then(|words| file_command(&words.join(" ")));
    let file = file.map(|file| format!("a path with spaces needs quotes: did you mean {}?", shell_words::quote(&file)));
    file.or_else(|| start_hint(error)).map_or_else(|| error.to_string(), |hint| format!("{error}; {hint}"))
}

/// Reads a player: `human`, a bot as `bot:` and its command line, or the short name of a bot that comes with the arbiter.
fn player(text: &str) -> CommandResult<uvi::SeatPlayer> {
    if text == HUMAN {
        return Ok(uvi::SeatPlayer::Host);
    }
    let command = match text.strip_prefix("bot:") {
        Some(_) => command_line(text),
        None => short(text)?,
    };
    Ok(uvi::SeatPlayer::Bot(Text::new(command)))
}

/// The command line of a bot that comes with the arbiter, by its short name. A file of this name must be told apart.
fn short(text: &str) -> CommandResult<String> {
    let name = text.split(' ').next().unwrap_or_default();
    match beside(text) {
        Some(_) if Path::new(name).is_file() => Err(usage(format!(
            "seat {text}: expected one player, but {name} is a bot of the arbiter and a file in this folder; write \
             bot:{text} for the bot, or bot:./{text} for the file"
        ))),
        Some(command) => Ok(command),
        None => {
            let meant = if text == "host" { Some(HUMAN) } else { meant(name, short_names()) };
            let command = || file_command(text).unwrap_or_else(|| text.to_owned());
            let meant = meant.map_or_else(|| bot_word(&command()), str::to_owned);
            Err(usage(format!("seat {text}: expected bot:COMMAND or human, such as bot:random; did you mean {meant}?")))
        }
    }
}

/// A command line as a player, in quotes if a shell would split it.
fn bot_word(command: &str) -> String {
    let word = format!("bot:{command}");
    let needs_quotes = |sign: char| sign.is_whitespace() || ['\'', '"'].contains(&sign);
    if command.contains(needs_quotes) { shell_words::quote(&word).into_owned() } else { word }
}

/// The command line that names a file with spaces or quotes in its path. `None` for other texts.
fn file_command(text: &str) -> Option<String> {
    if shell_words::quote(text) == text || !Path::new(text).is_file() {
        return None;
    }
    let path = if text.contains('/') { text.to_owned() } else { format!("./{text}") };
    // Double quotes stay readable between the single quotes of a shell.
    let is_plain = !path.contains(['"', '\\', '$', '`']);
    Some(if is_plain { format!("\"{path}\"") } else { shell_words::quote(&path).into_owned() })
}

/// The hint after a wrong number of players, if one of them looks like an argument of the player before it.
fn quotes_hint(seats: &[String]) -> String {
    let pair = seats.windows(2).find(|pair| pair[0] != HUMAN && !is_player(&pair[1]));
    let meant = pair.map(|pair| bot_word(&format!("{} {}", pair[0].trim_start_matches("bot:"), pair[1])));
    meant.map_or_else(String::new, |meant| format!("; a command line is one player, in quotes: did you mean {meant}?"))
}

/// The command line that starts a bot on this machine. `bot:` may stand before it, and short names stand for the bots
/// that come with the arbiter.
pub(crate) fn command_line(text: &str) -> String {
    let command = text.strip_prefix("bot:").unwrap_or(text);
    beside(command).unwrap_or_else(|| command.to_owned())
}

/// The command line of a bot that comes with the arbiter, if `command` begins with its short name or with `uci:` and an
/// engine. `None` for other commands.
fn beside(command: &str) -> Option<String> {
    if let Some(engine) = command.strip_prefix("uci:") {
        return beside(&format!("uci {}", engine.trim_start()));
    }
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let path = own_bot(name)?;
    let quoted = shell_words::quote(path.to_str()?).into_owned();
    let rest = engines::located(name, rest);
    Some(if rest.is_empty() { quoted } else { format!("{quoted} {rest}") })
}

pub(crate) fn table(registry: Registry, variant: &str, start: &StartArgs) -> CommandResult<Box<dyn Table>> {
    let name = Word::new("position").expect("this is a word");
    let variant = self::variant(registry, variant)?;
    let spec = MatchSpec::new(name, variant, start.seats, start.seed, &pairs(&start.options)?);
    let spec = spec.map_err(host("variant"))?;
    match &start.position {
        None => spec.table().map_err(host("option")),
        Some(position) => {
            let position = typed_position(&spec, position).map_err(|error| usage(format!("--position: {error}")))?;
            spec.read(&position).map_err(host("--position"))
        }
    }
}
