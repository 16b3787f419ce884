//! Pictures. `tests/golden/pictures` and `docs/pictures` keep the expected ones, and `UPDATE_GOLDENS=1 cargo test -p
//! uvi-match-tests pictures` rewrites them. Other tests check the laws of pictures in random games of every variant.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod scenes;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use roxmltree::{Document, Node};
use serde_json::json;
use testkit::{boards, golden::golden, root, specimens, walk};
use uvi::Word;
use uvi_games::{
    game::{Actor, Picture, Table, Turn, Variant},
    games::REGISTRY,
};
use uvi_match::record::{self, Record};

/// Returns the files with this ending in a folder.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort();
    files
}

fn stems(files: &[PathBuf]) -> BTreeSet<&str> {
    files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect()
}

#[test]
fn positions_look_so() {
    let folder = root().join("tests/golden/pictures");
    for (variant, scene) in scenes::all() {
        let (table, last) = scenes::played(variant, scene);
        let picture = table.picture(&last);
        well_formed(&picture, scene.name);
        all_men_are_drawn(&picture, variant, &*table);
        golden(&folder.join(format!("{}.svg", scene.name)), &picture.to_svg());
    }
    assert_eq!(stems(&files(&folder, "svg")), scenes::all().map(|(_, scene)| scene.name).collect());
    let shown: BTreeSet<&str> = scenes::all().map(|(variant, _)| variant.word()).collect();
    assert_eq!(shown, REGISTRY.iter().map(|variant| variant.word()).collect(), "every variant shows something");
}

/// `scripts/pictures` makes these pictures.
#[test]
fn the_documents_show_these_pictures() {
    let folder = root().join("docs/pictures");
    for variant in REGISTRY {
        let log = folder.join(format!("{}.jsonl", variant.word()));
        // If no log shows a variant, its first scene does.
        let picture = match fs::read(&log) {
            Ok(text) => record::picture(&record::read(REGISTRY, &text).unwrap(), None).unwrap(),
            Err(_) => {
                let (table, last) = scenes::played(variant, &specimens::scenes(variant)[0]);
                table.picture(&last)
            }
        };
        let svg = picture.to_svg();
        well_formed(&picture, &log.display().to_string());
        // A third of the largest picture is the names of its places.
        assert!(svg.len() < 56_000, "{}: {} bytes", log.display(), svg.len());
        assert!(svg.contains(r#"class="mark""#), "{}", log.display());
        golden(&log.with_extension("svg"), &svg);
    }
    let words: BTreeSet<&str> = REGISTRY.iter().map(|variant| variant.word()).collect();
    assert!(stems(&files(&folder, "jsonl")).is_subset(&words));
    assert_eq!(stems(&files(&folder, "svg")), words);
}

#[test]
fn every_position_of_random_games_has_its_picture() {
    for board in boards::all() {
        let word = board.variant.word();
        let mut drawn = 0;
        for number in 0..2 {
            let options = walk::options(board.variant, number);
            let seed = walk::seed(number);
            let mut table = board.variant.start(&options, board.seats, &seed).unwrap();
            let mut last: Vec<(Actor, Word)> = Vec::new();
            for step in 0..400 {
                // Neighbouring positions differ in little, so few are drawn.
                if step < 4 || step % 97 == 0 || matches!(table.turn(), Turn::Over(_)) {
                    let picture = table.picture(&last);
                    well_formed(&picture, &format!("{word} {}", table.position()));
                    all_men_are_drawn(&picture, board.variant, &*table);
                    drawn += 1;
                }
                last = walk::due(&*table, &seed);
                if last.is_empty() {
                    break;
                }
                for (actor, action) in &last {
                    table.play(*actor, action.as_str()).unwrap();
                }
            }
        }
        assert!(drawn > 8, "{word}: {drawn} positions are few");
    }
}

#[test]
fn a_picture_marks_what_was_done_last() {
    for (variant, scene) in scenes::all() {
        let (table, last) = scenes::played(variant, scene);
        let (marked, plain) = (table.picture(&last), table.picture(&[]));
        let marks = |picture: &Picture| picture.shapes().iter().filter(|shape| shape.contains(r#""mark""#)).count();
        assert_eq!((marks(&plain), marks(&marked)), (0, scene.marks), "{}", scene.name);
        // An action that the variant does not have marks nothing.
        let strange = [(Actor::Chance, Word::new("strange").unwrap())];
        assert_eq!(table.picture(&strange).to_svg(), plain.to_svg(), "{}", scene.name);
    }
}

/// A word is `@` and a chance event, a seat number and its action, or `!` for a seat that leaves.
#[test]
fn the_last_is_what_one_seat_did_with_chance_around_it() {
    for (records, expected) in [
        ("", ""),
        ("@13", "@13"),
        ("1a1b2 2c3d4", "2c3d4"),
        ("@13 1a1b2 1c3d4", "@13 1a1b2 1c3d4"),
        ("1a1b2 @13 2c3d4 ! @25", "@13 2c3d4 @25"),
        ("1a1b2 2c3d4 @6 2e5f6", "2c3d4 @6 2e5f6"),
    ] {
        let record = |text: &str| match text.split_at(1) {
            ("@", _) => json!({"type": "chance", "n": 1, "action": text}),
            ("!", _) => json!({"type": "vacated", "seat": 1, "reason": "resign"}),
            (seat, action) => {
                let seat: u32 = seat.parse().unwrap();
                json!({"type": "action", "n": 1, "seat": seat, "action": action, "text": "x"})
            }
        };
        let records: Vec<(usize, Record)> =
            records.split_whitespace().map(|text| (1, serde_json::from_value(record(text)).unwrap())).collect();
        let found = record::last(&records).into_iter().map(|(actor, action)| match actor {
            Actor::Chance => action.to_string(),
            Actor::Seat(seat) => format!("{seat}{action}"),
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), expected);
    }
}

/// Checks that the document and its shapes are well-formed, and a shape is one self-contained element. Classes are
/// those of the theme, the size is that of the drawing, and numbers are numbers.
#[track_caller]
fn well_formed(picture: &Picture, what: &str) {
    let svg = picture.to_svg();
    let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{what}: {error}"));
    let element = document.root_element();
    let sizes = [picture.width(), picture.height()].map(|size| size.to_string());
    assert_eq!(
        ["width", "height"].map(|name| element.attribute(name)),
        sizes.each_ref().map(|size| Some(size.as_str()))
    );
    assert_eq!(element.attribute("viewBox"), Some(&*format!("0 0 {} {}", sizes[0], sizes[1])));
    assert_eq!(child_text(element, "title"), Some(picture.title()));
    assert!(!picture.title().is_empty() && !picture.shapes().is_empty());
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{what}");
    for shape in picture.shapes() {
        let shape = Document::parse(shape).unwrap_or_else(|error| panic!("{what}: {error} in {shape}"));
        for node in shape.descendants().filter(Node::is_element) {
            assert!(node.attribute("id").is_none() && node.attribute("href").is_none(), "{what}");
            let classes = node.attribute("class").unwrap_or_default().split_whitespace();
            for class in classes {
                let known = Picture::STYLE.split(|byte: char| !(byte.is_alphanumeric() || byte == '-'));
                assert!(known.into_iter().any(|word| word == class), "{what}: {class} is not in the theme");
            }
        }
    }
}

fn child_text<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.children().find(|child| child.tag_name().name() == name)?.text()
}

/// Checks that each man of the position is drawn once, and nothing else is drawn as a man.
#[track_caller]
fn all_men_are_drawn(picture: &Picture, variant: &dyn Variant, table: &dyn Table) {
    let position = table.position();
    let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
    for shape in picture.shapes() {
        let shape = Document::parse(shape).unwrap();
        let group = shape.root_element();
        let class = group.attribute("class").unwrap_or_default();
        if ["man", "token", "cat"].iter().any(|man| class.split(' ').next() == Some(man)) {
            let title = child_text(group, "title").unwrap();
            if !title.starts_with("sheet of") && !title.starts_with("captured by") {
                *drawn.entry(title.to_owned()).or_default() += 1;
            }
        }
    }
    let mut men: BTreeMap<String, u32> = BTreeMap::new();
    specimens::men(variant, position.as_str()).into_iter().for_each(|man| *men.entry(man).or_default() += 1);
    assert!(!men.is_empty() || drawn.is_empty(), "{} {position}", variant.word());
    assert_eq!(drawn, men, "{} {position}", variant.word());
}
