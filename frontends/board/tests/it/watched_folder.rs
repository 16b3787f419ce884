//! The folders that a board may watch.

use std::fs;

use arbiter_board::watched_folder::WatchedFolder;

#[test]
fn a_ladder_is_watched_at_its_last_planned_round() {
    let ladder = crate::board::scratch();
    fs::write(ladder.join("ladder.toml"), "").unwrap();
    let told = WatchedFolder::open(&ladder).unwrap_err().to_string();
    assert!(told.ends_with("has no round yet: begin with arbiter ladder"), "{told}");
    for (round, is_planned) in [("000001-chess", true), ("000002-orwell", true), ("000003-chess", false)] {
        let folder = ladder.join("rounds").join(round);
        fs::create_dir_all(&folder).unwrap();
        if is_planned {
            fs::write(folder.join("plan.toml"), "variant = \"chess\"").unwrap();
        }
    }
    let watched = WatchedFolder::open(&ladder).unwrap();
    assert!(watched.path().ends_with("rounds/000002-orwell"), "{}", watched.path().display());
    assert_eq!(watched.reported(), fs::canonicalize(&ladder).unwrap());
}
