//! The definition of the command line.

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::{
    args::DaemonArgs,
    check::CheckArgs,
    exit::with_exit_codes,
    gate::GateArgs,
    import::ImportArgs,
    ladder::LadderArgs,
    manual::{CompletionsArgs, ManArgs, SchemaArgs},
    merge::MergeArgs,
    openings::OpeningsArgs,
    play::args::PlayArgs,
    rate::RateArgs,
    replay::ReplayArgs,
    report::ReportArgs,
    rerun::RerunArgs,
    rules::{LegalArgs, PerftArgs, RulesArgs},
    show::ShowArgs,
    shrink::ShrinkArgs,
    tournament::args::TournamentArgs,
    verify::VerifyArgs,
};

/// A headless referee for board games that no other referee can hold: with dice, secret choices, three or more players, or
/// shared scores.
///
/// Without a command it is a daemon: it speaks UVI, a text protocol like UCI, on stdin and stdout, starts a bot process
/// for every seat, enforces the rules and writes match logs that anyone can verify.
#[derive(Debug, Parser)]
#[command(name = "arbiter", version, after_help = HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Args {
    pub(crate) fn definition() -> clap::Command {
        with_exit_codes(Self::command())
    }

    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut definition = Self::definition();
        let read = definition.try_get_matches_from_mut(std::env::args_os());
        read.and_then(|matches| Self::from_arg_matches(&matches)).map_err(|error| error.format(&mut definition))
    }
}

const HELP: &str = "\
To see every line that crosses a pipe, set ARBITER_LOG=debug and read stderr. For a match, use `arbiter play --debug`.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Speak UVI on stdin and stdout (the same as no command)
    Daemon(DaemonArgs),
    /// Play one or more matches from the command line
    Play(PlayArgs),
    /// Play a tournament (round robin, gauntlet, Swiss, knockout) from a file or from flags
    Tournament(Box<TournamentArgs>),
    /// Play a standing ladder: bots come, change and go, and the tables always tell their order
    Ladder(LadderArgs),
    /// Merge the shards of a tournament into the folder that one machine would have made
    Merge(MergeArgs),
    /// Draw random positions to start games from; a bot can judge whether they are balanced
    Openings(OpeningsArgs),
    /// Decide whether a new bot may replace an old one, for CI
    Gate(Box<GateArgs>),
    /// Rate bots over any logs and tournaments together
    Rate(RateArgs),
    /// Write the report of a tournament, an HTML page with tables and plots
    Report(ReportArgs),
    /// Write the replay of a match log, an HTML page that shows the game move by move
    Replay(ReplayArgs),
    /// Check step by step whether a bot follows the protocol
    Check(CheckArgs),
    /// Give a bot again what a seat of a logged match was told, and compare what it does
    Rerun(RerunArgs),
    /// Make a failure in a match log small: a script with few lines that still fails
    Shrink(ShrinkArgs),
    /// Verify match logs without bots: chance, legality, texts, results
    Verify(VerifyArgs),
    /// Show a match log or a position as text, or as a picture of the board
    Show(ShowArgs),
    /// Make match logs of games in PGN
    Import(ImportArgs),
    /// List the legal actions of a position
    Legal(LegalArgs),
    /// Count action sequences to a depth; a decision, a pass and a chance event each count as one action
    Perft(PerftArgs),
    /// List the variants and their rule options
    Variants,
    /// Print the rules of a variant
    Rules(RulesArgs),
    /// Print the JSON Schema of match logs and of other JSON output
    Schema(SchemaArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual, or write it as man pages
    Man(ManArgs),
}
