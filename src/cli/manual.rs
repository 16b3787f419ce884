//! The commands `completions`, `man` and `schema`, made from the definition of the command line and from types.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Arg, Args as ClapArgs, Command, ValueEnum, builder::PossibleValuesParser};
use clap_mangen::Man;
use uvi_cup::{GameResult, LadderTable, PlayLine, Standings};
use uvi_games::game::Registry;
use uvi_match::record;

use super::{
    engines,
    exit::{Code, CommandResult, cannot, failed},
    gate,
    output::print_text,
    seats,
};
use crate::{bot::OWN_BOTS, check};

const COMPLETIONS_HELP: &str = "\
Examples:
  arbiter completions bash > ~/.local/share/bash-completion/completions/arbiter
  arbiter completions zsh > ~/.zfunc/_arbiter
  arbiter completions fish > ~/.config/fish/completions/arbiter.fish
  arbiter completions elvish >> ~/.config/elvish/rc.elv
  arbiter completions powershell >> $PROFILE";

#[derive(Debug, ClapArgs)]
pub(crate) struct SchemaArgs {
    /// The kind of output whose schema to print
    #[arg(value_enum, default_value_t)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A line of a match log
    #[default]
    Log,
    /// A line of `arbiter check --json`
    Check,
    /// A line of a tournament's `results.jsonl`
    Result,
    /// The object that `arbiter tournament --json` writes
    Standings,
    /// The object that `arbiter gate --json` writes
    Gate,
    /// A line of `arbiter play --json`
    Play,
    /// The object in a ladder's `table.json`
    Ladder,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

const MAN_HELP: &str = "\
Examples:
  arbiter man | man -l -
  arbiter man --dir ~/.local/share/man/man1";

#[derive(Debug, ClapArgs)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// Write a man page for each command into this directory, and create it if needed
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

/// Prints the completions for a shell, with the variants and the bots that come with the arbiter.
pub(crate) fn completions(command: Command, registry: Registry, args: &CompletionsArgs) -> CommandResult {
    let mut command = command.mut_subcommands(|part| part.mut_args(|arg| with_words(registry, arg)));
    // A program with games of its own has another name.
    let program = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&program).file_name().and_then(|name| name.to_str()).unwrap_or("arbiter");
    // Written to memory first, because the generator panics if stdout is closed.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut text);
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

pub(crate) fn man(command: Command, args: &ManArgs) -> CommandResult {
    let mut command = command.disable_help_subcommand(true);
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
    fs::create_dir_all(dir).map_err(cannot("make", dir))?;
    for page in std::iter::once(command).chain(command.get_subcommands()).chain([&engines::adapter()]) {
        let man = Man::new(page.clone());
        let path = dir.join(man.get_filename());
        let mut text = Vec::new();
        let written = man.render(&mut text).and_then(|()| fs::write(&path, laid_out(&String::from_utf8_lossy(&text))));
        written.map_err(cannot("write", &path))?;
    }
    Ok(())
}
