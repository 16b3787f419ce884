// A bot for every variant in one file, to copy and change. It needs Node.js and no package.
//
//     arbiter play orwell 'bot:node starter.js' bot:random bot:random
//
// The arbiter writes lines to stdin and reads lines from stdout. It knows the rules, so the bot may ask what is legal.
// "The seat link" in protocol/UVI.md has every message.
"use strict";

const readline = require("node:readline");

// Sends a message.
const say = (line) => process.stdout.write(line + "\n");

// Notes something. stderr is free: the arbiter puts its last lines into the match log where something goes wrong.
const log = (text) => process.stderr.write(text + "\n");

// Chooses one of the legal actions: this is the place for a better idea. It is a hash of lots, seed, seat and
// position (FNV-1a), so that games differ, since each has other lots, but the same question gets the same answer, and
// whatever goes wrong can be repeated.
function choose(game, position, legal) {
  let number = 2166136261;
  const lots = game.has("lots") ? game.get("lots") + " " : "";
  for (const byte of Buffer.from(`${lots}${game.get("seed")} ${game.get("seat")} ${position}`)) {
    number = Math.imul(number ^ byte, 16777619) >>> 0;
  }
  return legal[number % legal.length];
}

// What is set and what is played: variant, seats, seat, lots, and rule options that are not at their defaults.
let game = new Map([["seed", "0"]]);
let position = "";
let legal = [];

const input = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
input.on("line", (line) => {
  const [verb, ...words] = line.trim().split(/[ \t]+/);
  switch (verb) {
    case "uvi": // who are you?
      say("id name Starter (JavaScript)");
      say("id author me");
      say("option name seed type spin default 0 min 0 max 4294967295");
      say("feature legal"); // please send the legal actions
      say("uviok");
      break;
    case "setoption": // setoption name seed value 7
      game.set(words[1], words[3]);
      break;
    case "isready":
      say("readyok");
      break;
    case "newgame": // newgame variant orwell seats 3 seat 2 lots 7182e7f96bb0e393; time for slow preparations
      game = new Map([["seed", game.get("seed")]]);
      for (let i = 0; i < words.length; i += 2) game.set(words[i], words[i + 1]);
      log(`I am seat ${game.get("seat")} of ${game.get("seats")} in a game of ${game.get("variant")}`);
      break;
    case "position": // all that this seat may see, in the notation of the variant (UVI 8)
      position = words.join(" ");
      legal = [];
      break;
    case "legal": // sorted, each once
      legal = words;
      break;
    case "go": // decide; the words are limits, such as movetime 1000
      say(legal.length > 0 ? `bestmove ${choose(game, position, legal)}` : "resign");
      break;
    case "gameover": // gameover reason royals score 0 1 0
      log(words.join(" "));
      break;
    case "error": // your bot is at fault, and this is why
      log(`the arbiter complains: ${words.join(" ")}`);
      break;
    case "quit":
      process.exit(0);
    // stop asks for an answer at once: this bot has none open. Any other verb is ignored, as the protocol wants it.
  }
});
input.on("close", () => process.exit(0)); // the end of the input means the same as quit
