//! Strategies for every variant of every message, among them messages that would not read back and so are refused.

use proptest::{collection::vec, option::of, prelude::*};
use uvi::{
    ClockWords, Clocks, Digest, EngineOptionKind, ErrorCode, Fault, FaultWords, FromBot, FromHost, Go, InfoDetail,
    LogWords, Lots, NewGame, NewMatch, OnFault, OptionSpec, Over, Patience, Points, ScoreText, SeatPlayer, Seed,
    Switch, Sync, Text, ToBot, ToHost, Value, Word, Words,
};

/// Words, many of them keywords: a value that looks like a keyword must not mislead the grammar.
fn word() -> BoxedStrategy<Word> {
    let keywords = "moves name value seat seats seed lots variant none time inc movestogo score shared reason text default \
                    var type - 1 1/2 \" \\ bot host";
    let keyword = prop::sample::select(keywords.split(' ').collect::<Vec<_>>());
    prop_oneof![3 => "[!-~]{1,8}", 1 => keyword.prop_map(str::to_owned)]
        .prop_map(|text| Word::new(text).unwrap())
        .boxed()
}

fn words() -> BoxedStrategy<Words> {
    vec(word(), 0..6).prop_map(Words::from_iter).boxed()
}

/// Any text, and texts in which a stranger puts a line of its own.
fn any_text() -> BoxedStrategy<String> {
    let signs =
        ["\n", "\r", "\u{b}", "\u{c}", "\u{1c}", "\u{85}", "\u{2028}", "\u{2029}", "\0", " ", "\t", "\"", "\\", "a"];
    let words = ["\u{1b}[2J", "quit", "seat m 1 bot touch made", "seed 2a", "moves", "text"];
    let hostile = vec(prop::sample::select([&signs[..], &words].concat()), 0..5).prop_map(|pieces| pieces.concat());
    prop_oneof!["[ -~]{0,12}", any::<String>(), hostile].boxed()
}

fn value() -> BoxedStrategy<Value> {
    prop_oneof![word().prop_map(Value::from), any_text().prop_map(Value::new), Just(Value::new("\\\" a"))].boxed()
}

pub(crate) fn select<T: Clone + std::fmt::Debug + 'static>(all: &'static [T]) -> BoxedStrategy<T> {
    prop::sample::select(all).boxed()
}

fn text() -> BoxedStrategy<Text> {
    any_text().prop_map(Text::new).boxed()
}

/// The rule options of a game, whose names may stand twice or be keywords.
fn rule_options() -> BoxedStrategy<Vec<(Word, Value)>> {
    let known = (word(), value());
    prop_oneof![3 => vec(known.clone(), 0..3), 1 => known.prop_map(|option| vec![option; 2])].boxed()
}

fn number() -> BoxedStrategy<u32> {
    prop_oneof![0..9_u32, any::<u32>()].boxed()
}

fn amount() -> BoxedStrategy<u64> {
    prop_oneof![0..100_000_u64, any::<u64>()].boxed()
}

pub(crate) fn points() -> BoxedStrategy<Points> {
    (number(), 1..=u32::MAX).prop_map(|(above, below)| Points::new(above, below).unwrap()).boxed()
}

fn score() -> BoxedStrategy<ScoreText> {
    prop_oneof![vec(points(), 0..6).prop_map(ScoreText::Each), number().prop_map(ScoreText::Shared)].boxed()
}

fn over() -> BoxedStrategy<Over> {
    (word(), of(score())).prop_map(|(reason, score)| Over { reason, score }).boxed()
}

fn go() -> BoxedStrategy<Go> {
    let figures = vec((of(amount()), of(amount())), 0..5);
    let clocks = (figures, of(amount()), prop::bool::weighted(0.1)).prop_map(|(figures, movestogo, is_cut)| {
        let (mut time, inc): (Vec<_>, _) = figures.into_iter().unzip();
        if is_cut {
            time.pop();
        }
        Clocks { time, inc, movestogo }
    });
    (of(amount()), of(clocks), of(amount()), of(amount()))
        .prop_map(|(movetime, clocks, nodes, depth)| Go { movetime, clocks, nodes, depth })
        .boxed()
}

fn option_spec() -> BoxedStrategy<OptionSpec> {
    let kind =
        prop_oneof![
            of(any::<bool>()).prop_map(|default| EngineOptionKind::Check { default }),
            (of(any::<i64>()), of(any::<i64>()), of(any::<i64>()))
                .prop_map(|(default, min, max)| EngineOptionKind::Spin { default, min, max }),
            (of(value()), vec(value(), 0..4)).prop_map(|(default, vars)| EngineOptionKind::Combo { default, vars }),
            of(value()).prop_map(|default| EngineOptionKind::String { default }),
            Just(EngineOptionKind::Button),
        ];
    (word(), kind).prop_map(|(name, kind)| OptionSpec { name, kind }).boxed()
}

pub(crate) fn to_bot() -> BoxedStrategy<ToBot> {
    let lots = of(any::<u64>().prop_map(Lots));
    let new_game = (word(), number(), number(), lots, rule_options())
        .prop_map(|(variant, seats, seat, lots, options)| NewGame { variant, seats, seat, lots, options });
    prop_oneof![
        number().prop_map(ToBot::Uvi),
        (word(), value()).prop_map(|(name, value)| ToBot::SetOption { name, value }),
        Just(ToBot::IsReady),
        new_game.prop_map(ToBot::NewGame),
        words().prop_map(ToBot::Position),
        (words(), words()).prop_map(|(start, moves)| ToBot::History { start, moves }),
        words().prop_map(ToBot::Legal),
        go().prop_map(ToBot::Go),
        Just(ToBot::Stop),
        over().prop_map(ToBot::GameOver),
        text().prop_map(ToBot::Error),
        Just(ToBot::Quit),
    ]
    .boxed()
}

pub(crate) fn from_bot() -> BoxedStrategy<FromBot> {
    prop_oneof![
        text().prop_map(FromBot::IdName),
        text().prop_map(FromBot::IdAuthor),
        option_spec().prop_map(FromBot::Option),
        words().prop_map(FromBot::Variant),
        words().prop_map(FromBot::Feature),
        Just(FromBot::UviOk),
        Just(FromBot::ReadyOk),
        text().prop_map(FromBot::Info),
        words().prop_map(FromBot::BestMove),
        Just(FromBot::Resign),
    ]
    .boxed()
}

pub(crate) fn clock_words() -> BoxedStrategy<ClockWords> {
    let limits = (of(amount()), of(amount()), of(amount()), of(amount()), of(amount()), of(amount()), of(amount()));
    let limits = limits.prop_map(|(movetime, time, inc, movestogo, nodes, depth, margin)| ClockWords {
        movetime,
        time,
        inc,
        movestogo,
        nodes,
        depth,
        margin,
    });
    prop_oneof![1 => Just(ClockWords::default()), 4 => limits].boxed()
}

pub(crate) fn fault_words() -> BoxedStrategy<FaultWords> {
    (of(0..=FaultWords::MOST + 1), select(&OnFault::ALL)).prop_map(|(retry, then)| FaultWords { retry, then }).boxed()
}

pub(crate) fn patience() -> BoxedStrategy<Patience> {
    (of(amount()), of(amount()), of(amount())).prop_map(|(greet, ready, quit)| Patience { greet, ready, quit }).boxed()
}

fn log_words() -> BoxedStrategy<LogWords> {
    (value(), of(select(&Switch::ALL)), of(select(&InfoDetail::ALL)), of(select(&Sync::ALL)))
        .prop_map(|(path, times, info, sync)| LogWords { path, times, info, sync })
        .boxed()
}

pub(crate) fn from_host() -> BoxedStrategy<FromHost> {
    let new_match = (word(), word(), of(number()), of(any::<[u8; 16]>()), rule_options()).prop_map(
        |(name, variant, seats, seed, options)| NewMatch { name, variant, seats, seed: seed.map(Seed), options },
    );
    let player = prop_oneof![text().prop_map(SeatPlayer::Bot), Just(SeatPlayer::Host)];
    let before = prop_oneof![
        number().prop_map(FromHost::Uvi),
        Just(FromHost::IsReady),
        Just(FromHost::Describe),
        new_match.prop_map(FromHost::NewMatch),
        (word(), words()).prop_map(|(name, position)| FromHost::SetPosition { name, position }),
        (word(), number(), player).prop_map(|(name, seat, player)| FromHost::Seat { name, seat, player }),
        (word(), number(), word(), value()).prop_map(|(name, seat, option, value)| FromHost::SeatOption {
            name,
            seat,
            option,
            value
        }),
        (word(), number(), word(), of(value())).prop_map(|(name, seat, key, value)| FromHost::SeatSet {
            name,
            seat,
            key,
            value
        }),
        (word(), of(number()), clock_words()).prop_map(|(name, seat, clock)| FromHost::Clock { name, seat, clock }),
        (word(), patience()).prop_map(|(name, patience)| FromHost::Patience { name, patience }),
        (word(), fault_words()).prop_map(|(name, policy)| FromHost::OnFault { name, policy }),
        (word(), select(&Switch::ALL)).prop_map(|(name, switch)| FromHost::Takebacks { name, switch }),
        (word(), number()).prop_map(|(name, plies)| FromHost::Undo { name, plies }),
        (word(), number()).prop_map(|(name, to)| FromHost::UndoTo { name, to }),
        (word(), select(&Switch::ALL)).prop_map(|(name, switch)| FromHost::Keep { name, switch }),
        (word(), log_words()).prop_map(|(name, log)| FromHost::Log { name, log }),
        (word(), value()).prop_map(|(name, path)| FromHost::Resume { name, path }),
        (word(), value()).prop_map(|(name, path)| FromHost::Watch { name, path }),
        word().prop_map(FromHost::Analyse),
    ]
    .boxed();
    let after = prop_oneof![
        word().prop_map(FromHost::Start),
        (word(), number(), words()).prop_map(|(name, seat, actions)| FromHost::Play { name, seat, actions }),
        (word(), number()).prop_map(|(name, seat)| FromHost::Resign { name, seat }),
        word().prop_map(FromHost::Show),
        (word(), number()).prop_map(|(name, seat)| FromHost::Legal { name, seat }),
        (word(), number()).prop_map(|(name, seat)| FromHost::LegalPlaces { name, seat }),
        (word(), of(number())).prop_map(|(name, seat)| FromHost::Picture { name, seat }),
        (word(), of(number())).prop_map(|(name, seat)| FromHost::Position { name, seat }),
        (word(), of(number())).prop_map(|(name, seat)| FromHost::History { name, seat }),
        select(&Switch::ALL).prop_map(FromHost::Debug),
        word().prop_map(FromHost::Stop),
        word().prop_map(FromHost::Drop),
        of(word()).prop_map(FromHost::Wait),
        Just(FromHost::Quit),
    ]
    .boxed();
    prop_oneof![before, after].boxed()
}

pub(crate) fn to_host() -> BoxedStrategy<ToHost> {
    let greeting = prop_oneof![
        text().prop_map(ToHost::IdName),
        text().prop_map(ToHost::IdAuthor),
        (word(), vec(number(), 0..5), text()).prop_map(|(name, seats, title)| ToHost::Variant { name, seats, title }),
        (word(), option_spec()).prop_map(|(variant, option)| ToHost::Option { variant, option }),
        (word(), word(), text()).prop_map(|(variant, key, text)| ToHost::About { variant, key, text }),
        Just(ToHost::UviOk),
        Just(ToHost::ReadyOk),
        word().prop_map(ToHost::Created),
        (word(), number(), text()).prop_map(|(name, seat, bot)| ToHost::Ready { name, seat, bot }),
    ]
    .boxed();
    let events =
        prop_oneof![
            (word(), any::<[u8; 32]>(), words()).prop_map(|(name, digest, position)| ToHost::Started {
                name,
                commitment: Digest(digest),
                position,
            }),
            (word(), word()).prop_map(|(name, action)| ToHost::Chance { name, action }),
            (word(), number(), word(), amount(), text()).prop_map(|(name, seat, action, time, text)| ToHost::Played {
                name,
                seat,
                action,
                time,
                text
            }),
            (word(), number(), number(), number(), words())
                .prop_map(|(name, turn, points, total, chain)| ToHost::Score { name, turn, points, total, chain }),
            (word(), number(), go()).prop_map(|(name, seat, go)| ToHost::Turn { name, seat, go }),
            (word(), number(), text()).prop_map(|(name, seat, text)| ToHost::Info { name, seat, text }),
            (word(), number(), prop::sample::select(Fault::ALL.to_vec()), text())
                .prop_map(|(name, seat, fault, text)| ToHost::Fault { name, seat, fault, text }),
            (word(), number(), prop::sample::select(Fault::ALL.to_vec()), number(), any::<u64>(), text())
                .prop_map(|(name, seat, fault, left, time, text)| ToHost::Try { name, seat, fault, left, time, text }),
            (word(), number(), word()).prop_map(|(name, seat, reason)| ToHost::Vacated { name, seat, reason }),
            (word(), number(), number()).prop_map(|(name, plies, to)| ToHost::Undone { name, plies, to }),
            (word(), over()).prop_map(|(name, over)| ToHost::Over { name, over }),
        ];
    let answers = prop_oneof![
        (word(), any_text()).prop_map(|(name, line)| ToHost::Board { name, line }),
        (word(), number(), words()).prop_map(|(name, seat, actions)| ToHost::Legal { name, seat, actions }),
        (word(), number(), word(), vec(word(), 0..4), vec((word(), value()), 0..3), text())
            .prop_map(|(name, seat, action, at, words, text)| ToHost::Places { name, seat, action, at, words, text }),
        (word(), text()).prop_map(|(name, svg)| ToHost::Picture { name, svg }),
        (word(), words()).prop_map(|(name, position)| ToHost::Position { name, position }),
        (word(), words(), words()).prop_map(|(name, start, moves)| ToHost::History { name, start, moves }),
        (prop::sample::select(ErrorCode::ALL.to_vec()), text()).prop_map(|(code, text)| ToHost::Error { code, text }),
    ]
    .boxed();
    prop_oneof![greeting, events, answers].boxed()
}
