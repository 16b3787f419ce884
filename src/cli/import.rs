//! The command `import`: turns printed games into match logs.

use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use uvi::Word;
use uvi_games::game::{OptionValues, Registry};
use uvi_match::record::{self, ImportError, ImportedGame, Misprint, PrintedSource, Record};

use super::{
    args::ImportArgs,
    exit::{CliError, Code, CommandResult, failed, usage},
    output::{complain, print_text},
    play::numbered,
    seats::{pairs, variant},
    verify::read,
};

/// Imports printed games. Returns 0 if all games are complete, 1 if a misprint is not corrected or the page is empty, 3
/// if a game is not over.
pub(crate) fn run(registry: Registry, args: &ImportArgs) -> CommandResult {
    let variant = variant(registry, &args.variant)?;
    let options = OptionValues::with(variant.options(), &pairs(&args.options)?).map_err(usage)?;
    let name = args.file.file_stem().and_then(|stem| Word::new(stem.to_str()?));
    let name = name.filter(|_| args.file != Path::new("-"));
    let name = name.unwrap_or_else(|| Word::new("imported").expect("this is a word"));
    let file = if args.file == Path::new("-") { "stdin".to_owned() } else { args.file.display().to_string() };
    let from = args.source.as_deref().unwrap_or(&file);
    let source = PrintedSource { registry, variant, options: &options, name, from };
    let text = if variant.page().is_some() { read(&args.file)? } else { Vec::new() };
    if variant.page().is_some() && text.iter().all(u8::is_ascii_whitespace) {
        let error = anyhow::anyhow!("{file}: expected a printed game, found nothing");
        return Err(CliError { exit: Code::No, error });
    }
    let mut games = record::import_all(&source, &text).map_err(|error| refuse(&file, error))?;
    let several = games.len() > 1;
    let paths: Vec<Option<PathBuf>> = match &args.output {
        Some(path) if several => (1..).take(games.len()).map(|number| Some(numbered(path, number))).collect(),
        None if several => {
            let text = format!("{file} has {} games: expected -o LOG, to number a log for each", games.len());
            return Err(usage(text));
        }
        path => vec![path.clone()],
    };
    if let Some(path) = paths.iter().flatten().find(|path| path.symlink_metadata().is_ok()) {
        return Err(failed(anyhow::anyhow!("cannot create {}: it already exists", path.display())));
    }
    let mut exit = Code::Yes;
    for (number, (game, path)) in (1..).zip(games.drain(..).zip(&paths)) {
        let name = if several { format!("{file}, game {number}") } else { file.clone() };
        exit = worse(exit, one(&name, args.fix, game, path.as_deref())?);
    }
    Ok(exit)
}

/// The worse of two codes. Misprints are worse than games that are not over.
fn worse(one: Code, other: Code) -> Code {
    match (one, other) {
        (Code::No, _) | (_, Code::No) => Code::No,
        (Code::Yes, other) => other,
        (one, _) => one,
    }
}

/// Reports the misprints of a game, and writes its log if there are none, or if `fix` corrects them.
fn one(file: &str, fix: bool, imported: ImportedGame, path: Option<&Path>) -> CommandResult {
    report(file, fix, &imported.misprints);
    let ImportedGame { log, misprints, over, turns } = imported;
    let log = match log {
        Some(log) if misprints.is_empty() || fix => log,
        Some(_) => {
            complain(&format!("{file}: no log written; --fix corrects the misprints as proposed"));
            return Ok(Code::No);
        }
        None => {
            complain(&format!("{file}: no log written; it is not clear what was meant"));
            return Ok(Code::No);
        }
    };
    write(path, &log)?;
    if over {
        return Ok(Code::Yes);
    }
    complain(&format!("{file}: the page ends after {turns} turns, before the game does; its log is incomplete"));
    Ok(Code::Undecided)
}

fn refuse(file: &str, error: ImportError) -> CliError {
    let exit = match &error {
        ImportError::NoPage { .. } | ImportError::Option(_) => Code::Usage,
        ImportError::NotUtf8 { .. } | ImportError::Layout(_) | ImportError::Misprint(_) => Code::No,
    };
    let error = anyhow::Error::new(error);
    CliError { exit, error: if exit == Code::No { error.context(file.to_owned()) } else { error } }
}

fn report(file: &str, fix: bool, misprints: &[Misprint]) {
    for misprint in misprints {
        complain(&format!("{file}: {misprint}"));
        if fix && let [meant] = misprint.meant.as_slice() {
            complain(&format!("  taken: {}", meant.text));
        }
    }
}

fn write(path: Option<&Path>, log: &[Record]) -> CommandResult<()> {
    let mut text = Vec::new();
    for record in log {
        record.write_line(&mut text);
    }
    let Some(path) = path else { return print_text(&text) };
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    let written = made.and_then(|mut file| file.write_all(&text).and_then(|()| file.sync_data()));
    written.with_context(|| format!("cannot write {}", path.display())).map_err(failed)
}
