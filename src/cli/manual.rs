//! The commands `completions`, `man` and `schema`, whose output is made from the definition of the command line and
//! from types.

use std::{fs, io, path::Path};

use anyhow::Context;
use clap::{Arg, Command, builder::PossibleValuesParser};
use clap_mangen::Man;
use uvi_cup::{GameResult, LadderTable, PlayLine, Standings};
use uvi_games::game::Registry;
use uvi_match::record;

use super::{
    args::{CompletionsArgs, ManArgs, SchemaArgs, SchemaOf},
    command::Args,
    engines,
    exit::{Code, CommandResult, failed},
    gate,
    output::print_text,
    seats,
};
use crate::{bot::OWN_BOTS, check};

/// Prints the completions for a shell, with the variants and the bots that come with the arbiter.
pub(crate) fn completions(registry: Registry, args: &CompletionsArgs) -> CommandResult {
    let mut command = Args::definition().mut_subcommands(|part| part.mut_args(|arg| with_words(registry, arg)));
    // Written to memory first, because the generator panics if stdout is closed.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "arbiter", &mut text);
    print_text(&text)?;
    Ok(Code::Yes)
}

/// An argument with the words that shells complete for it. Bots of `check` and `gate --new` are mostly files, which
/// shells complete only without such words.
fn with_words(registry: Registry, arg: Arg) -> Arg {
    match (arg.get_id().as_str(), arg.is_positional()) {
        ("variant" | "variants", _) => {
            arg.value_parser(PossibleValuesParser::new(registry.iter().map(|variant| variant.word())))
        }
        ("seats", true) => arg.value_parser(PossibleValuesParser::new(seats::short_names())),
        ("old" | "balance", false) => arg.value_parser(PossibleValuesParser::new(OWN_BOTS)),
        _ => arg,
    }
}

/// Prints the JSON Schema of one kind of output.
pub(crate) fn schema(args: &SchemaArgs) -> CommandResult {
    let schema = match args.of {
        SchemaOf::Log => record::schema(),
        SchemaOf::Check => check::schema(),
        SchemaOf::Result => GameResult::schema(),
        SchemaOf::Standings => Standings::schema(),
        SchemaOf::Gate => gate::schema(),
        SchemaOf::Play => PlayLine::schema(),
        SchemaOf::Ladder => LadderTable::schema(),
    };
    print_text(schema.as_bytes())?;
    Ok(Code::Yes)
}

/// Prints one page with all commands, or writes a page for each.
pub(crate) fn man(args: &ManArgs) -> CommandResult {
    let mut command = Args::definition().disable_help_subcommand(true);
    command.build();
    match &args.dir {
        None => print_text(whole(&command).map_err(failed)?.as_bytes())?,
        Some(dir) => write(&command, dir)?,
    }
    Ok(Code::Yes)
}

/// A page as man shows it best: lines that begin with a space, such as examples and tables, are not joined.
fn laid_out(page: &str) -> String {
    let (mut text, mut is_table) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with(' ') != is_table {
            is_table = !is_table;
            text.push_str(if is_table { ".nf\n" } else { ".fi\n" });
        }
        text.push_str(match line {
            ".SH EXTRA" => ".SH DETAILS",
            ".SS EXTRA" => ".SS DETAILS",
            line => line,
        });
        text.push('\n');
    }
    text
}

/// One page: the sections of the program, then a section for each command, with subsections.
fn whole(command: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    for part in command.get_subcommands() {
        let man = Man::new(part.clone());
        let mut sections = Vec::new();
        man.render_synopsis_section(&mut sections)?;
        man.render_description_section(&mut sections)?;
        man.render_options_section(&mut sections)?;
        man.render_extra_section(&mut sections)?;
        let sections = String::from_utf8_lossy(&sections).replace("\n.SH ", "\n.SS ");
        let name = part.get_bin_name().unwrap_or_else(|| part.get_name());
        page.extend_from_slice(format!(".SH \"{name}\"\n{sections}").as_bytes());
    }
    Ok(laid_out(&String::from_utf8_lossy(&page)))
}

fn write(command: &Command, dir: &Path) -> CommandResult<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display())).map_err(failed)?;
    for page in std::iter::once(command).chain(command.get_subcommands()).chain([&engines::adapter()]) {
        let man = Man::new(page.clone());
        let path = dir.join(man.get_filename());
        let mut text = Vec::new();
        let written = man.render(&mut text).and_then(|()| fs::write(&path, laid_out(&String::from_utf8_lossy(&text))));
        written.with_context(|| format!("cannot write {}", path.display())).map_err(failed)?;
    }
    Ok(())
}
