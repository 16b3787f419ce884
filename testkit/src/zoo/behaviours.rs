//! The zoo: every hostile behaviour, with its expected result at each stage of a match.

/// The stages of a match, in the words of `--at` of `arbiter-faulty`.
pub const STAGES: [&str; 5] = ["greeting", "ready", "thinking", "idle", "over"];

/// A behaviour: the arguments after `--mode`, and its expected result at each of the [`STAGES`].
///
/// A result is the word of a fault; `resign`; or `ok` if nothing may follow. `|` separates the possible results of a
/// race. An empty result means that the behaviour makes no sense at that stage. `bare` before a mode removes the bot's
/// namespaces.
pub type Behaviour = (&'static str, [&'static str; 5]);

/// Nothing follows at any stage.
pub const HARMLESS: [&str; 5] = ["ok"; 5];

/// The bot sends no useful line any more.
const SILENT: [&str; 5] = ["no-greeting", "timeout", "timeout", "timeout", "ok"];

/// The bot ends, or can no longer be heard.
const GONE: [&str; 5] = ["crash", "crash", "crash", "crash", "ok"];

/// The behaviour makes sense only when the bot is asked.
const fn answer(word: &'static str) -> [&'static str; 5] {
    ["", "", word, "", ""]
}

/// The behaviour makes sense only when the bot greets.
const fn greeting(word: &'static str) -> [&'static str; 5] {
    [word, "", "", "", ""]
}

/// The whole zoo.
pub fn zoo() -> impl Iterator<Item = &'static Behaviour> {
    DEEDS.iter().chain(WORDS)
}

/// Behaviours whose result depends on what the system allows, so on the account and the namespaces too.
pub const DEEDS: &[Behaviour] = &[
    // Ends.
    ("crash", GONE),
    ("exit", GONE),
    ("signal --signal segv", GONE),
    ("signal --signal kill", GONE),
    ("become-another", GONE),
    ("grandchild-exit", GONE),
    ("stop-self", SILENT),
    ("close-stdout", GONE),
    ("close-all", GONE),
    ("close-apart", GONE),
    ("ignore-quit --at quit", answer("ok")),
    ("ignore-term --at start", answer("ok")),
    // Processes left behind.
    ("grandchild", HARMLESS),
    ("leave-session", HARMLESS),
    ("daemonise", HARMLESS),
    ("stopped-child", HARMLESS),
    ("fork-bomb --count 12", HARMLESS),
    ("runaway --count 30", HARMLESS),
    ("zombies --count 12", HARMLESS),
    // Attacks. An isolated bot finds no process to attack.
    ("kill-keeper", HARMLESS),
    ("stop-keeper", HARMLESS),
    ("hold-keeper", HARMLESS),
    ("trace-keeper", HARMLESS),
    ("blind-keeper", HARMLESS),
    // A tracer stops the process for a moment, which may make its answer late.
    ("traced", HARMLESS),
    ("kill-all", HARMLESS),
    // Ties between matches.
    ("share-pipes --other {others}", HARMLESS),
    ("bare share-pipes --other {others}", HARMLESS),
    ("trace-others --other {others}", HARMLESS),
    ("bare trace-others --other {others}", HARMLESS),
    ("stop-others --other {others}", HARMLESS),
    ("bare stop-others --other {others}", HARMLESS),
    // Writes in forbidden places.
    ("type --action true", HARMLESS),
    ("bare type --action true", HARMLESS),
    ("rewrite --dir {dir}/victim", HARMLESS),
    ("feign", GONE),
    // The bot dies with its keeper. On a busy machine that may take as long as a short game.
    ("bare kill-keeper", ["crash|ok", "crash|ok", "crash|ok", "crash|ok", "ok"]),
    ("bare stop-keeper", HARMLESS),
    ("bare hold-keeper", HARMLESS),
    ("bare blind-keeper", HARMLESS),
    // Only root is allowed to do this; others are refused.
    ("bare trace-keeper", HARMLESS),
    ("bare traced", HARMLESS),
    ("bare fork-bomb --count 12", HARMLESS),
    ("bare leave-session", HARMLESS),
    ("bare slow-keeper", HARMLESS),
    ("slow-keeper", HARMLESS),
    ("leave-core", HARMLESS),
    ("change-modes --dir {dir}/victim", HARMLESS),
    // Doors out of isolation.
    ("reach --action name", HARMLESS),
    ("reach --action clock", HARMLESS),
    ("reach --action group", HARMLESS),
    ("reach --action screen", HARMLESS),
    ("reach --action disk", HARMLESS),
    ("reach --action device", HARMLESS),
    ("reach --action datagram --dir {dir}/victim", HARMLESS),
    ("fill-shared --bytes 1000000", HARMLESS),
    ("fill-memory --bytes 40000000", HARMLESS),
    ("open-files --count 100000", HARMLESS),
    ("threads --count 50", HARMLESS),
    ("delete-files --dir {dir}/victim", HARMLESS),
];

/// Behaviours that only say or answer something, or nothing any more. The referee alone decides what follows.
pub const WORDS: &[Behaviour] = &[
    // Silence.
    ("never-greet", greeting("no-greeting")),
    ("stall", SILENT),
    ("spin", answer("timeout")),
    ("greet-for-ever", SILENT),
    ("drip", SILENT),
    ("late --delay-ms 3600000", SILENT),
    ("parrot", SILENT),
    ("ignore-isready", ["", "timeout", "", "", ""]),
    // No reading.
    ("deaf", ["timeout", "timeout", "timeout", "timeout", "ok"]),
    ("close-stdin", ["deaf", "deaf", "deaf", "deaf", "ok"]),
    // Ends in the middle of an answer.
    ("signal --signal abrt", GONE),
    ("mid-line", GONE),
    ("answer-and-exit", answer("crash")),
    ("late-told", answer("timeout")),
    // One millisecond late. An arbiter that reads late finds the answer in time.
    ("late --delay-ms 1501", answer("timeout|ok")),
    ("late --delay-ms 50", ["ok", "ok", "ok", "ok", "ok"]),
    // Odd greetings.
    ("bad-greeting", greeting("unreadable")),
    ("escapes", HARMLESS),
    ("greet-again", ["", "", "ok", "ok", "ok"]),
    // Wrong answers.
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
    // The first action is good. Later actions are checked only if the same seat is to decide again.
    ("trailing", answer("unreadable")),
    ("trailing-words", answer("ok|illegal")),
    ("many --count 2", answer("ok|illegal")),
    ("many --count 50", answer("ok|illegal")),
    // Odd but allowed behaviour.
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
    // Resignations and output out of turn. If the bot is asked again at once, the output may count as its answer.
    ("resign", ["", "", "resign", "ok|resign", "ok"]),
    ("resign-and-answer", ["", "", "resign", "ok|resign", "ok"]),
    ("out-of-turn", ["", "", "", "ok|illegal|unreadable", "ok"]),
    ("former-game", ["", "", "", "ok|illegal|unreadable", "ok"]),
    ("resign --at newgame", answer("ok")),
    ("out-of-turn --at newgame", answer("ok")),
    ("former-game --at newgame", answer("ok")),
    // Too much output.
    ("flood --bytes 4000000", ["flood", "flood", "flood", "flood", "ok"]),
    ("chatter --count 20000", ["flood", "flood", "flood", "flood", "ok"]),
    ("flood-stderr --bytes 1000000", HARMLESS),
];
