//! The zoo: every hostile behaviour, and what comes of it at each stage of a match.

/// A moment of a match, as `--at` of `arbiter-faulty` has it.
pub const STAGES: [&str; 5] = ["greeting", "ready", "thinking", "idle", "over"];

/// A behaviour: the arguments behind `--mode`, and what comes of it where it begins at the greeting, at `isready`, while
/// the bot thinks, while another one does, and when the match is over.
///
/// That is the word of a fault; `resign`; `ok` where nothing may come of it; several with `|` where it is a race that
/// both may win; nothing if the behaviour makes no sense at that stage. `bare` before a mode takes the bot's namespaces
/// away.
pub type Behaviour = (&'static str, [&'static str; 5]);

/// Nothing may come of it, whenever it is done.
const HARMLESS: [&str; 5] = ["ok"; 5];

/// It is not heard of again.
const SILENT: [&str; 5] = ["no-greeting", "timeout", "timeout", "timeout", "ok"];

/// It is gone, or cannot be heard any more.
const GONE: [&str; 5] = ["crash", "crash", "crash", "crash", "ok"];

/// It does so only where it is asked.
const fn answer(word: &'static str) -> [&'static str; 5] {
    ["", "", word, "", ""]
}

/// It does so only where it greets.
const fn greeting(word: &'static str) -> [&'static str; 5] {
    [word, "", "", "", ""]
}

pub const ZOO: &[Behaviour] = &[
    // It ends.
    ("crash", GONE),
    ("exit", GONE),
    ("signal --signal segv", GONE),
    ("signal --signal kill", GONE),
    ("signal --signal abrt", GONE),
    ("mid-line", GONE),
    ("become-another", GONE),
    ("answer-and-exit", answer("crash")),
    ("grandchild-exit", GONE),
    // It is silent, or as good as that.
    ("never-greet", greeting("no-greeting")),
    ("stall", SILENT),
    ("spin", SILENT),
    ("stop-self", SILENT),
    ("greet-for-ever", SILENT),
    ("drip", SILENT),
    ("late --delay-ms 3600000", SILENT),
    ("parrot", SILENT),
    ("ignore-isready", ["", "timeout", "", "", ""]),
    // One millisecond late: whoever reads late finds it in time.
    ("late --delay-ms 1501", answer("timeout|ok")),
    ("late --delay-ms 50", ["ok", "ok", "ok", "ok", "ok"]),
    // Its greeting is odd.
    ("bad-greeting", greeting("unreadable")),
    ("escapes", HARMLESS),
    ("greet-again", ["", "", "ok", "ok", "ok"]),
    // Its answer is wrong.
    ("illegal", answer("illegal|unreadable")),
    ("illegal --after 1", answer("illegal|unreadable")),
    ("slip", answer("illegal|unreadable")),
    ("almost-right", answer("unreadable|illegal")),
    ("wrong-case", answer("unreadable|illegal")),
    ("mark", answer("timeout")),
    ("capital-verb", answer("timeout")),
    ("empty", answer("unreadable")),
    ("garbage", answer("unreadable")),
    ("complain --bytes 1000", answer("unreadable")),
    ("nul", answer("unreadable")),
    ("control", answer("unreadable")),
    ("not-utf8", answer("timeout")),
    ("word --action @12", answer("unreadable")),
    ("word --action !1", answer("unreadable")),
    ("word --action pass", answer("illegal|unreadable")),
    ("word --action %s%n%x", answer("unreadable")),
    ("word --action -1", answer("unreadable")),
    ("word --action 99999999999999999999", answer("unreadable")),
    ("huge-line --bytes 60000", answer("unreadable")),
    ("huge-line --bytes 1000000", answer("flood")),
    ("no-newline", answer("timeout")),
    // The first action is good. What stands behind it is looked at where the same seat is to decide again.
    ("trailing", answer("unreadable")),
    ("trailing-words", answer("ok|illegal")),
    ("many --count 2", answer("ok|illegal")),
    ("many --count 50", answer("ok|illegal")),
    // It is odd, and allowed.
    ("good", HARMLESS),
    ("many --count 1", answer("ok")),
    ("crlf", answer("ok")),
    ("blanks", answer("ok")),
    ("slowly", answer("ok")),
    ("twice", answer("ok")),
    ("answer-and-resign", answer("ok")),
    ("early --at listed", answer("ok")),
    ("unknown-verbs", HARMLESS),
    ("chatter --count 4000", HARMLESS),
    // It gives up, or speaks out of turn. Where it is asked again at once, that may be its answer.
    ("resign", ["", "", "resign", "ok|resign", "ok"]),
    ("resign-and-answer", ["", "", "resign", "ok|resign", "ok"]),
    ("out-of-turn", ["", "", "", "ok|illegal|unreadable", "ok"]),
    ("former-game", ["", "", "", "ok|illegal|unreadable", "ok"]),
    ("resign --at newgame", answer("ok")),
    ("out-of-turn --at newgame", answer("ok")),
    ("former-game --at newgame", answer("ok")),
    // It shouts.
    ("flood --bytes 4000000", ["flood", "flood", "flood", "flood", "ok"]),
    ("chatter --count 20000", ["flood", "flood", "flood", "flood", "ok"]),
    ("flood-stderr --bytes 8000000", HARMLESS),
    // It does not listen.
    ("deaf", ["timeout", "timeout", "timeout", "timeout", "ok"]),
    ("close-stdin", ["deaf", "deaf", "deaf", "deaf", "ok"]),
    ("close-stdout", GONE),
    ("close-all", GONE),
    ("close-apart", GONE),
    ("ignore-quit --at quit", answer("ok")),
    ("ignore-term --at start", answer("ok")),
    // It leaves processes behind.
    ("grandchild", HARMLESS),
    ("leave-session", HARMLESS),
    ("daemonise", HARMLESS),
    ("stopped-child", HARMLESS),
    ("fork-bomb --count 12", HARMLESS),
    ("runaway --count 30", HARMLESS),
    ("zombies --count 12", HARMLESS),
    // It attacks. Where it is isolated it finds nobody.
    ("kill-keeper", HARMLESS),
    ("stop-keeper", HARMLESS),
    ("hold-keeper", HARMLESS),
    ("trace-keeper", HARMLESS),
    ("blind-keeper", HARMLESS),
    // A tracer stops it for a moment, which may cost it its answer.
    ("traced", HARMLESS),
    ("kill-all", HARMLESS),
    // Several matches are tied together.
    ("share-pipes --other {others}", HARMLESS),
    ("bare share-pipes --other {others}", HARMLESS),
    ("trace-others --other {others}", HARMLESS),
    ("bare trace-others --other {others}", HARMLESS),
    ("stop-others --other {others}", HARMLESS),
    ("bare stop-others --other {others}", HARMLESS),
    // It writes where it should not.
    ("type --action true", HARMLESS),
    ("bare type --action true", HARMLESS),
    ("rewrite --dir {dir}/victim", HARMLESS),
    ("feign", GONE),
    // It dies with its keeper, which may take as long as a short game where there is much else to do.
    ("bare kill-keeper", ["crash|ok", "crash|ok", "crash|ok", "crash|ok", "ok"]),
    ("bare stop-keeper", HARMLESS),
    ("bare hold-keeper", HARMLESS),
    ("bare blind-keeper", HARMLESS),
    // Root may; others are refused.
    ("bare trace-keeper", HARMLESS),
    ("bare traced", HARMLESS),
    ("bare fork-bomb --count 12", HARMLESS),
    ("bare leave-session", HARMLESS),
    ("bare slow-keeper", HARMLESS),
    ("slow-keeper", HARMLESS),
    ("leave-core", HARMLESS),
    ("change-modes --dir {dir}/victim", HARMLESS),
    ("fill-shared --bytes 1000000", HARMLESS),
    ("fill-memory --bytes 40000000", HARMLESS),
    ("open-files --count 100000", HARMLESS),
    ("threads --count 50", HARMLESS),
    ("delete-files --dir {dir}/victim", HARMLESS),
];
