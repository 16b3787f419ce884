//! A tournament on a terminal: drawing slows no game.

use std::{
    fs::File,
    io::Read,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use testkit::terminal::Terminal;

use super::Cup;

#[test]
fn a_bar_is_drawn_a_few_times_a_second_however_fast_games_are() {
    let cup = Cup::new("terminal");
    let Terminal { ours, theirs, .. } = Terminal::new();
    let args = ["tournament", "--variant", "isolation", "--bot", "random", "--bot", "greedy", "--rounds", "60"];
    let mut command = cup.arbiter(&args);
    command.stderr(Stdio::from(theirs));
    let begun = Instant::now();
    let child = command.spawn().unwrap();
    // The command holds the program's end of the terminal, which must be closed to see its end.
    drop(command);
    let drawn = thread::spawn(move || {
        let mut drawn = Vec::new();
        // Reading a terminal without another end is an error.
        let _ = File::from(ours).read_to_end(&mut drawn);
        String::from_utf8_lossy(&drawn).into_owned()
    });
    let output = child.wait_with_output().unwrap();
    let tenths = begun.elapsed().div_duration_f64(Duration::from_millis(100));
    let drawn = drawn.join().unwrap();
    assert_eq!(output.status.code(), Some(0), "{drawn}");
    let out = String::from_utf8(output.stdout).unwrap();
    let games: Vec<&str> = out.lines().filter(|line| line.starts_with("game ")).collect();
    assert_eq!(games.len(), 120);
    for (number, line) in (1..).zip(games) {
        assert!(line.starts_with(&format!("game {number} ")), "{line}");
    }
    assert!(drawn.contains("/120 games") && drawn.contains("random"), "there is no bar with standings: {drawn}");
    // In each tenth of a second, the bar may be drawn once for the lines, once for the number of games and once for the
    // standings.
    let times = drawn.matches("/120 games").count();
    assert!((times as f64) < 4.0 * tenths + 10.0, "drawn {times} times in {tenths:.0} tenths of a second");
}
