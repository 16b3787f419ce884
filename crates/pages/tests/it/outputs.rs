//! Compares the outputs for tournaments with the files in `tests/golden/standings`: text, both CSVs, JSON, its schema,
//! and the report without plots, whose numbers are those of the JSON and of the text. `UPDATE_GOLDENS=1 cargo test -p uvi-pages outputs` rewrites the files.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeMap;

use testkit::{golden::golden, root, schema::Schema};
use uvi::Fault;
use uvi_cup::{
    Effort, Fingerprint, GameResult, GameTimes, KnownResults, Plan, Progress, Ranking, RatedGame, RatedGames,
    SeatEffort, SeatFault, SeatTimes, Standings, TieBreak,
    file::{self, File},
    schedule::{Next, PlannedGame},
};
use uvi_games::{
    game::{Points, Seed},
    games::REGISTRY,
};
use uvi_match::record::Tokens;
use uvi_pages::report::{PageLinks, ReportFacts, html};

use self::SceneData::{All, Copies, Scores};

const FOLDER: &str = "tests/golden/standings";

/// A tournament with random results.
struct Scene {
    name: &'static str,
    keys: &'static str,
    bots: usize,
    /// The data beside scores.
    told: SceneData,
    games: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SceneData {
    Scores,
    /// Faults, times and efforts.
    All,
    /// Few distinct courses of play, so that many games are copies of others.
    Copies,
}

const SCENES: [Scene; 13] = [
    scene("duel", "variant = \"congress\"\nrounds = 24", 2, All, 999),
    scene("sprt", "variant = \"congress\"\nrounds = 60\n[sprt]\nelo0 = -20\nelo1 = 20", 2, Scores, 999),
    scene("gate", "variant = \"congress\"\nrounds = 40\n[lead]\nmargin = 0.2\n[gate]\nmax-faults = 200", 2, All, 999),
    scene("robin", "variant = \"congress\"\nrounds = 3", 5, All, 999),
    scene(
        "ties",
        "variant = \"congress\"\nrounds = 2\nanchor = \"b1=1500\"\n\
         tie-breaks = [\"buchholz-cut\", \"sonneborn-berger\", \"wins\", \"rating\"]",
        6,
        Scores,
        999,
    ),
    scene("gauntlet", "variant = \"congress\"\nformat = \"gauntlet\"\nrounds = 4", 4, Scores, 999),
    scene("three", "variant = \"orwell\"\nseatings = \"balanced\"\nrounds = 5", 4, All, 999),
    scene("lead", "variant = \"orwell\"\nseatings = \"balanced\"\nrounds = 30\n[lead]", 3, Scores, 70),
    scene("swiss", "variant = \"congress\"\nformat = \"swiss\"\nrounds = 3", 7, Scores, 999),
    scene("knockout", "variant = \"congress\"\nformat = \"knockout\"\nextra = 0\nthird-place = \"on\"", 8, All, 999),
    scene("shared", "variant = \"catalonia\"\nrounds = 4", 4, All, 999),
    scene("copies", "variant = \"congress\"\nrounds = 8", 3, Copies, 999),
    scene("begun", "variant = \"congress\"\nrounds = 8", 2, Scores, 1),
];

const fn scene(name: &'static str, keys: &'static str, bots: usize, told: SceneData, games: usize) -> Scene {
    Scene { name, keys, bots, told, games }
}

/// Random numbers that never change.
struct Lots(u64);

impl Lots {
    /// A number below `below`.
    fn draw(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(below)) as u32
    }
}

impl Scene {
    fn plan(&self) -> Plan {
        let bots = (0..self.bots).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"none\"\n"));
        let file: File = file::read(&format!("{}\n{}", self.keys, bots.collect::<String>())).unwrap();
        file.plan_alone(REGISTRY, Seed([7; 16])).unwrap()
    }

    fn play(&self, plan: &Plan) -> Progress {
        let mut lots = Lots(self.name.bytes().map(u64::from).sum());
        let mut progress = Progress::new(plan, KnownResults::default()).unwrap();
        let mut played = 0;
        while let Next::One(game) = progress.hand_out() {
            if played == self.games {
                break;
            }
            played += 1;
            let (result, times) = self.game(plan, &game, &mut lots);
            progress.finish(result, times);
        }
        progress
    }

    fn game(&self, plan: &Plan, game: &PlannedGame, lots: &mut Lots) -> (GameResult, Option<GameTimes>) {
        let seats = game.table.iter().count() as u32;
        // The first bots are stronger.
        let mut tries: Vec<u32> = game.table.iter().map(|bot| lots.draw(20) + 3 * (self.bots - bot.0) as u32).collect();
        if self.told == SceneData::Copies {
            tries = game.table.iter().map(|bot| bot.0 as u32 % 2).collect();
        }
        let most = *tries.iter().max().unwrap();
        let first: Vec<bool> = tries.iter().map(|&tried| tried + 4 > most).collect();
        let ahead = first.iter().filter(|first| **first).count() as u32;
        let score = first.iter().map(|&first| if first { Points::new(1, ahead).unwrap() } else { Points::ZERO });
        let all = self.told == SceneData::All;
        let faulty = all && lots.draw(6) == 0;
        let fault = [Fault::Timeout, Fault::Illegal, Fault::Crash][lots.draw(3) as usize];
        let seat = 1 + first.iter().position(|first| !first).unwrap_or(0) as u32;
        let effort = Effort {
            illegal: lots.draw(3),
            unreadable: lots.draw(2),
            retries: lots.draw(4),
            forfeits: BTreeMap::from([("illegal".to_owned(), lots.draw(2) + 1)]),
            tokens: Some(Tokens { read: lots.draw(5000).into(), written: lots.draw(700).into() }),
            cost: Some(f64::from(lots.draw(1000)) / 7000.0),
        };
        let times = (0..seats).map(|_| SeatTimes {
            decisions: 10 + lots.draw(20),
            ms: f64::from(lots.draw(9000)) / 7.0,
            longest: f64::from(lots.draw(4000)) / 3.0,
        });
        let times = GameTimes { game: game.game, seats: times.collect() };
        let course = |text: String| Fingerprint(text.parse().unwrap());
        let result = GameResult {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: game.table.iter().map(|&bot| plan.entrant(bot).name.clone()).collect(),
            reason: if faulty { fault.word() } else { ["mate", "king", "adjudication"][lots.draw(3) as usize] }
                .to_owned(),
            score: (!plan.variant.cooperative()).then(|| score.collect()),
            shared: plan.variant.cooperative().then(|| tries.iter().sum::<u32>() / 2),
            decisions: 5 + lots.draw(90),
            course: (self.told == SceneData::Copies).then(|| course(format!("{:032x}", tries[0] + 2 * tries[1]))),
            faults: if faulty { vec![SeatFault { seat, fault }] } else { Vec::new() },
            efforts: if all && seat == 1 { vec![SeatEffort { seat, effort }] } else { Vec::new() },
            seed: Some(plan.seed_of(game)),
            log: uvi_cup::log(game.game),
            ..GameResult::default()
        };
        (result, all.then_some(times))
    }
}

/// Links to logs of every second game and to replays of every third.
#[derive(Debug)]
pub(super) struct Halves;

impl PageLinks for Halves {
    fn log(&self, game: &GameResult) -> Option<String> {
        game.game.is_multiple_of(2).then(|| format!("logs/{}.jsonl", game.game))
    }

    fn log_path(&self, game: &GameResult) -> Option<String> {
        self.log(game)
    }

    fn replay(&self, game: &GameResult) -> Option<String> {
        game.game.is_multiple_of(3).then(|| format!("replays/{}.html", game.game))
    }
}

/// The page without its style, script, plots and version.
fn bare(page: &str) -> String {
    let mut bare = String::new();
    let mut rest = page;
    while let Some((name, start)) = ["svg", "style", "script"]
        .into_iter()
        .filter_map(|name| Some((name, rest.find(&format!("<{name}"))?)))
        .min_by_key(|&(_, start)| start)
    {
        bare.push_str(&rest[..start]);
        let end = format!("</{name}>");
        rest = &rest[start + rest[start..].find(&end).unwrap() + end.len()..];
    }
    bare.push_str(rest);
    // One line per row, for readable differences.
    bare.replace(env!("CARGO_PKG_VERSION"), "")
        .replace("<tr>", "\n<tr>")
        .replace("<section", "\n<section")
        .replace("<div>", "\n<div>")
}

/// The columns of bots and of pairs that readers may find by position. New ones come after these.
const COLUMNS: [&str; 2] = [
    "rank,bot,games,blocks,points,share,share_low,share_high,won,drawn,lost,mean_place,rating,rating_low,rating_high,\
     effect,effect_low,effect_high,with_others,mean_ms,longest_ms,faults,tied,byes,places,against_hero,\
     against_hero_low,against_hero_high,buchholz,buchholz-cut,sonneborn-berger,head-to-head,wins,against,elo,",
    "bot,against,won,drawn,lost,elo,elo_low,elo_high,los,pairs_0,pairs_half,pairs_1,pairs_3_halves,pairs_2,nelo,",
];

/// Compares the outputs of all scenes with the files in [`FOLDER`].
#[test]
fn outputs_are_what_they_were() {
    let keep = |name: String, text: &str| golden(&root().join(FOLDER).join(name), text);
    keep("schema.json".to_owned(), &Standings::schema());
    let schema = |text: String| Schema::new(serde_json::from_str(&text).unwrap());
    let (standings_schema, result_schema) = (schema(Standings::schema()), schema(GameResult::schema()));
    for scene in &SCENES {
        let plan = scene.plan();
        let progress = scene.play(&plan);
        let results = progress.held().results.iter().map(|result| serde_json::to_value(result).unwrap());
        results.for_each(|result| result_schema.check(&result).unwrap());
        let games = progress.held().results.iter().map(|result| {
            let times = progress.held().times.iter().find(|times| times.game == result.game);
            RatedGame { source: 0, result: result.clone(), times: times.map(|times| times.seats.clone()) }
        });
        let options = BTreeMap::from([("some".to_owned(), "option".to_owned())]);
        let (variant, seats) = (plan.variant, plan.seats);
        let rated = RatedGames { variant, options, seats, games: games.collect(), bots: Vec::new(), tested: false };
        let ranking = Ranking { tie_breaks: TieBreak::ALL.to_vec(), anchor: Some(("b0".to_owned(), 100.0)) };
        let [played, rated] = [Standings::of(&plan, &progress), Standings::rate(&rated, &ranking)];
        let texts = [&played, &rated].map(|standings| {
            let (bots, pairs) = (standings.to_csv(), standings.pairs_to_csv());
            assert!(bots.starts_with(COLUMNS[0]) && pairs.starts_with(COLUMNS[1]), "{bots}\n{pairs}");
            format!("{}\n\n{bots}\n{pairs}\n", standings.to_text())
        });
        keep(format!("{}.txt", scene.name), &texts.concat());
        let json = serde_json::to_value(&played).unwrap();
        standings_schema.check(&json).unwrap();
        assert!(result_schema.check(&json).is_err(), "standings are no result");
        if ["duel", "lead", "robin", "shared", "swiss"].contains(&scene.name) {
            keep(format!("{}.json", scene.name), &serde_json::to_string_pretty(&played).unwrap());
        }
        let page = html(&plan, &progress, &ReportFacts { unproved: &[2, 5], links: &Halves });
        keep(format!("{}.html", scene.name), &bare(&page));
    }
}
