//! Mistakes in what bots say of their play, in a match.

use super::{Bench, Rules};

/// The mistakes are in the log of the answer that they came before, and nobody is at fault. The log has no other lines.
#[test]
fn what_a_bot_says_wrongly_is_recorded_and_no_fault() {
    for warns in [true, false] {
        let mut bench = Bench::start(Rules { variant: "chess", seats: 2, warns, ..Rules::default() });
        bench.say(1, "info depth 3 score 7 pv e2e4 e7e4");
        bench.say(1, "bestmove e2e4");
        bench.say(2, "info depth 3 score 7 pv e7e5");
        bench.say(2, "bestmove d7d5");
        bench.say(1, "info score 9 pv e4d5");
        bench.say(1, "bestmove e4d5");
        bench.say(2, "resign");
        let flaws: Vec<_> =
            bench.log().lines().filter_map(|line| Some(line.split_once("\"flaws\":")?.1.to_owned())).collect();
        let expected = [
            r#"[{"flaw":"illegal-line","action":"e7e4","info":"depth 3 score 7 pv e2e4 e7e4"}]}"#,
            r#"[{"flaw":"other-answer","action":"d7d5","info":"depth 3 score 7 pv e7e5"}]}"#,
        ];
        assert_eq!(flaws, if warns { &expected[..] } else { &[] });
        assert!(!bench.log().contains("\"infos\"") && !bench.log().contains(r#""type":"fault""#));
        bench.verifies();
    }
}
