//! The commands `completions`, `man` and `schema`, whose output is made from the definition of the command line and
//! from types.

use std::{fs, io, path::Path};

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use uvi_cup::{GameResult, LadderTable, PlayLine, Standings};
use uvi_match::record;

use super::{
    args::{CompletionsArgs, ManArgs, SchemaArgs, SchemaOf},
    command::Args,
    exit::{Code, CommandResult, failed},
    gate,
    output::print_text,
};
use crate::check;

/// Prints the completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> CommandResult {
    // Written to memory first, because the generator panics if stdout is closed.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "arbiter", &mut text);
    print_text(&text)?;
    Ok(Code::Yes)
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
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    match &args.dir {
        None => print_text(&whole(&command).map_err(failed)?)?,
        Some(dir) => write(&command, dir)?,
    }
    Ok(Code::Yes)
}

/// One page: the sections of the program, then a section for each command, with subsections.
fn whole(command: &Command) -> io::Result<Vec<u8>> {
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
    Ok(page)
}

fn write(command: &Command, dir: &Path) -> CommandResult<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display())).map_err(failed)?;
    for page in std::iter::once(command).chain(command.get_subcommands()) {
        let man = Man::new(page.clone());
        let path = dir.join(man.get_filename());
        let mut text = Vec::new();
        let written = man.render(&mut text).and_then(|()| fs::write(&path, &text));
        written.with_context(|| format!("cannot write {}", path.display())).map_err(failed)?;
    }
    Ok(())
}
