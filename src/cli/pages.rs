//! The command `rules`: prints the rules page of a variant.

use clap::{Args as ClapArgs, ValueEnum};
use uvi_games::game::{Registry, Variant};
use uvi_pages::rules;

use super::{
    exit::{Code, CommandResult, usage},
    output::{print_paged, print_text},
    seats::variant,
};

const HELP: &str = "\
Examples:
  arbiter rules orwell
  arbiter rules orwell promotion
  arbiter rules cat-chess --format html > cat-chess.html";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct RulesArgs {
    /// The variant; `arbiter variants` lists them
    variant: String,
    /// A section, by its heading or the beginning of it; by default the whole page
    #[arg(conflicts_with = "format")]
    section: Option<String>,
    /// The format of the page
    #[arg(long, value_enum, default_value_t)]
    format: ManualFormat,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ManualFormat {
    /// Markdown, with boards in letters
    #[default]
    Md,
    /// A page of HTML that loads nothing
    Html,
}

pub(crate) fn run(registry: Registry, args: &RulesArgs) -> CommandResult {
    let variant = variant(registry, &args.variant)?;
    let page = variant.rules();
    match (&args.section, args.format) {
        (Some(name), _) => read(variant, rules::section(page, name).map_err(usage)?)?,
        (None, ManualFormat::Md) => read(variant, page)?,
        (None, ManualFormat::Html) => print_text(rules::html(variant).as_bytes())?,
    }
    Ok(Code::Yes)
}

/// Shows a section of the rules, or without a name the part for players.
pub(crate) fn show(variant: &dyn Variant, name: &str) -> CommandResult<()> {
    let page = variant.rules();
    let part = if name.is_empty() { rules::for_players(page) } else { rules::section(page, name).map_err(usage)? };
    read(variant, part)
}

fn read(variant: &dyn Variant, part: &str) -> CommandResult<()> {
    print_paged(&rules::text(variant, part))
}
