//! Plans written as tournament files. Folders keep these files, and the id of a plan is computed from them.

use uvi_cup::file;

use super::plans::{plan, try_plan};

/// Keys of tournament files that together cover everything a plan can hold.
const FILES: [(&str, usize); 10] = [
    ("variant = \"orwell\"\nseatings = \"balanced\"", 3),
    ("variant = \"orwell\"\nrounds = 3\nself = \"on\"\nseatings = \"all\"\nonfault = \"retry 2 random\"", 3),
    ("variant = \"chess\"\nadaptive = true\nclock = \"time 1000 inc 10\"\n[adjudication]\nmax-decisions = 9", 3),
    ("variant = \"chess\"\nformat = \"gauntlet\"\nheroes = 2\n[lead]\nmargin = 0.1\n[gate]\nmax-faults = 1", 4),
    ("variant = \"chess\"\nformat = \"swiss\"\nrounds = 2\nblocks = 2\ntie-breaks = [\"wins\"]\nanchor = \"b1=20\"", 4),
    ("variant = \"chess\"\nformat = \"knockout\"\nthird-place = \"on\"\nmemory-between-games = \"allowed\"", 4),
    ("variant = \"chess\"\nformat = \"knockout\"\nextra = 1\nelimination = \"double\"\nrestart = \"on\"", 4),
    (
        "variant = \"chess\"\nseed = \"2a\"\n[log]\ntimes = \"off\"\ninfo = \"all\"\nsync = \"off\"\n[patience]\ngreet = 7\n\
         [openings]\norder = \"random\"\nrandom = 2\ncount = 2\n[sprt]\nelo0 = 0\nelo1 = 5\n[each]\noptions = { hash = 16 }\n\
         limits = { memory = \"512M\" }\nclearenv = true\ndir = \"d\"\nenv = { A = \"b\" }",
        2,
    ),
    ("variant = \"orwell\"", 3),
    ("variant = \"chess\"\n[adjudication]\nlike = \"fastchess\"\ndraw = { count = 8, score = 10 }", 2),
];

#[test]
fn what_is_written_is_the_plan() {
    for (keys, bots) in FILES {
        let first = plan(keys, bots);
        let written = first.to_toml();
        let again = try_plan(&written, 0).unwrap();
        assert_eq!(again.to_toml(), written);
        assert_eq!(again.format, first.format, "a key is left out of {written}");
        assert_eq!(again.differences(&file::read(&written).unwrap()), []);
        assert_eq!(again.ranked(&file::read(&written).unwrap()), None);
    }
}

#[test]
fn settings_of_a_bot_are_compared_between_plans() {
    let keys = "variant = \"congress\"\nclock = \"movetime 100\"\n[each]\noptions = { depth = 3 }";
    let one = plan(keys, 2);
    for (other, expected) in [
        (plan(keys, 3), None),
        (plan(&keys.replace("100", "200"), 2), Some("clock")),
        (plan(&keys.replace("depth = 3", "depth = 4"), 2), Some("options")),
        (plan(&format!("{keys}\nlimits = {{ memory = \"1G\" }}"), 2), Some("start settings")),
    ] {
        assert_eq!(one.other_settings(&other, "b0").as_deref(), expected);
    }
    let mut other = plan(keys, 2);
    other.entrants[0].command = uvi::Text::new("another".to_owned());
    let program = Some("program".to_owned());
    assert_eq!(one.other_settings(&other, "b0"), program);
    let digest = |byte| vec![file::Content { word: 0, sha256: uvi::Digest([byte; 32]) }];
    let mut first = plan(keys, 2);
    for (then, now, expected) in [(1, 1, None), (1, 2, program)] {
        (first.entrants[0].files, other.entrants[0].files) = (digest(then), digest(now));
        assert_eq!(first.other_settings(&other, "b0"), expected);
    }
    assert_eq!(one.other_settings(&other, "b9"), None);
}
