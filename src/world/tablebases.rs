//! Tablebases of Syzygy in folders of this machine. A program opens them once; they then answer for all its matches.

use std::{
    fs::{self, File},
    io::Read as _,
    path::Path,
    sync::{Mutex, OnceLock},
};

use pyrrhic_rs::{Color, EngineAdapter, TableBases, WdlProbeResult};
use uvi_games::game::Endgame;
use uvi_match::record::{Probe, TableAnswer};

use super::threads::lock;

/// The open tables. A table is read when it is first asked, so one thread asks at a time.
static TABLES: OnceLock<Mutex<TableBases<Attacks>>> = OnceLock::new();

const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

/// Opens the tables in these folders, separated by `:`. The first call counts. Fails if there is no table, or one is
/// broken.
pub fn open(folders: &str) -> Result<(), String> {
    if TABLES.get().is_none() {
        // The crate takes any folder and any file, and aborts the program at a table that is cut off.
        let entries = folders.split(':').filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let tables = entries.map(|entry| entry.path()).filter(|path| path.extension() == Some("rtbw".as_ref()));
        let mut files = tables.peekable();
        let has_any = files.peek().is_some();
        if let Some(broken) = files.find(|path| !is_whole(path)) {
            let cure = "copy it again, or remove it";
            return Err(format!("tablebases: {} is no whole table of Syzygy; {cure}", broken.display()));
        }
        let opened = has_any.then(|| TableBases::new(folders).ok()).flatten();
        let expected = "tablebases: expected folders with files such as KQvK.rtbw, separated by :";
        let tables = opened.ok_or_else(|| format!("{expected}, found none in {folders}"))?;
        // Another thread may have been faster.
        let _ = TABLES.set(Mutex::new(tables));
    }
    Ok(())
}

/// True if a file begins as a table does, and has the length of one: 16 bytes more than a multiple of 64.
fn is_whole(path: &Path) -> bool {
    let mut begins = [0; 4];
    let Ok(mut file) = File::open(path) else { return false };
    file.metadata().is_ok_and(|found| found.len() % 64 == 16) && file.read_exact(&mut begins).is_ok() && begins == MAGIC
}

/// The open tables, if there are any.
pub fn probe() -> Option<Probe> {
    TABLES.get().map(|_| ask as Probe)
}

fn ask(endgame: &Endgame) -> Option<TableAnswer> {
    let tables = lock(TABLES.get()?);
    if endgame.men() > tables.max_pieces() {
        return None;
    }
    let &Endgame { sides: [white, black], kinds: [kings, queens, rooks, bishops, knights, pawns], .. } = endgame;
    let passed = endgame.passed.unwrap_or_default();
    let answer =
        tables.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, passed, endgame.white_moves);
    Some(match answer.ok()? {
        WdlProbeResult::Loss => TableAnswer::Loss,
        WdlProbeResult::BlessedLoss => TableAnswer::LateLoss,
        WdlProbeResult::Draw => TableAnswer::Draw,
        WdlProbeResult::CursedWin => TableAnswer::LateWin,
        WdlProbeResult::Win => TableAnswer::Win,
    })
}

/// The squares that men attack, by which the crate tries captures.
#[derive(Debug, Clone, Copy)]
struct Attacks;

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares reached from a square by these steps, up to and including the first man on the way, if a man takes up to
/// `most` of them.
fn reached(square: u64, steps: &[(i8, i8)], most: i8, men: u64) -> u64 {
    let (file, rank) = ((square % 8) as i8, (square / 8) as i8);
    let mut squares = 0;
    for (east, north) in steps {
        for step in 1..=most {
            let (file, rank) = (file + east * step, rank + north * step);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let bit = 1 << (rank * 8 + file);
            squares |= bit;
            if men & bit != 0 {
                break;
            }
        }
    }
    squares
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, square: u64) -> u64 {
        let north = if color == Color::White { 1 } else { -1 };
        reached(square, &[(1, north), (-1, north)], 1, 0)
    }

    fn knight_attacks(square: u64) -> u64 {
        reached(square, &LEAPS, 1, 0)
    }

    fn bishop_attacks(square: u64, men: u64) -> u64 {
        reached(square, &SLANTED, 7, men)
    }

    fn rook_attacks(square: u64, men: u64) -> u64 {
        reached(square, &STRAIGHT, 7, men)
    }

    fn queen_attacks(square: u64, men: u64) -> u64 {
        Self::bishop_attacks(square, men) | Self::rook_attacks(square, men)
    }

    fn king_attacks(square: u64) -> u64 {
        reached(square, &STRAIGHT, 1, 0) | reached(square, &SLANTED, 1, 0)
    }
}
