/** A bot: its user writes `choose`, all else is here. */

import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";

import { Clock } from "./clock.js";
import { ParseError, PositionError } from "./errors.js";
import { cleaned, isWord } from "./line.js";
import { Lots } from "./lots.js";
import { type FromBot, type GameOver, type History, type NewGame, type ToBot, parseToBot, write } from "./messages.js";
import { type Setting, readSetting } from "./declared.js";
import { type Option } from "./options.js";
import { type Position, TextPosition, readPosition } from "./positions/index.js";

/** One action, several to be played one after the other, or `null` to resign. */
export type Answer = string | readonly string[] | null;

const NEWLINE = 0x0a;

/**
 * A bot for any variant. Make a class of your own with a method `choose`, and call `run` on an instance.
 *
 * What the class may set: `name` and `author`; `variants`, what it plays (empty: everything); `options`, which a host may
 * set and which are in `settings` when the game begins; `features`, what it is sent before each question.
 */
export abstract class Bot {
  /** Who it is. */
  name = "A bot";
  /** Who wrote it. */
  author = "me";
  /** The variants that it plays; empty: everything. */
  variants: readonly string[] = [];
  /** The options that a host may set. */
  options: readonly Option[] = [];
  /** What it is sent before each question. */
  features: readonly ("legal" | "history")[] = ["legal"];

  /** The game: its variant, how many seats it has, which one is yours, the rule options not at their defaults. */
  game: NewGame = { verb: "newgame", variant: "none", seats: 1, seat: 1, options: [] };
  /** The bot's own options by name. */
  readonly settings = new Map<string, Setting>();
  /** All that has happened, if the feature `history` was asked for. */
  history: History | undefined;
  /**
   * Draws, which the arbiter makes others in every game; the same question in the same game finds the same draws, so that
   * whatever goes wrong can be repeated.
   */
  lots = new Lots(randomBytes(16).toString("hex"));

  private output: Writable = process.stdout;

  /**
   * Chooses an action: one of `legal`, several to be played one after the other, or `null` to resign. In one phase of
   * Catalonia `legal` has a part of what is allowed; everywhere else it is the whole.
   */
  abstract choose(position: Position, legal: string[], clock: Clock): Answer | Promise<Answer>;

  /** A game begins; the time for slow preparations, before `isready` is answered. */
  onNewGame(): void | Promise<void> {}

  /** A game has ended. */
  onGameOver(_over: GameOver): void | Promise<void> {}

  /** An option was set, or a button pressed. */
  onOption(_name: string, _value: Setting): void {}

  /** Writes a line for people to stderr; stdout belongs to the protocol. */
  log(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /**
   * Says something about the bot's thinking. Control characters, line ends among them, become spaces. Reports understand
   * score and nodes. The score is how good the position is for
   * this seat: 0 is even, and more is better. A score that is not finite is a RangeError.
   */
  info(text: string, { score, nodes }: { score?: number; nodes?: number } = {}): void {
    if (score !== undefined && !Number.isFinite(score)) {
      throw new RangeError(`expected a finite score, found ${score}`);
    }
    const parts = [score === undefined ? "" : `score ${score}`, nodes === undefined ? "" : `nodes ${nodes}`, text];
    this.say({ verb: "info", text: cleaned(parts.filter((part) => part !== "").join(" ")) });
  }

  /**
   * Plays over stdin and stdout, or over what is given, until the arbiter says `quit` or is gone. Rejects where `choose`
   * throws: node then ends with the error on stderr, whose last lines the arbiter puts into its log.
   */
  async run(input: Readable = process.stdin, output: Writable = process.stdout): Promise<void> {
    this.output = output;
    check(this);
    for (const option of this.options) {
      if (option.type !== "button") this.settings.set(option.name, "default" in option ? option.default : undefined);
    }
    // The arbiter has gone, which is no failure of ours.
    output.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
    const player = new Player(this, (message) => this.say(message), () => input.destroy());
    try {
      for await (const line of lines(input)) {
        const message = this.read(line);
        if (message?.verb === "quit") break;
        if (message !== undefined) player.hear(message);
      }
    } catch (error) {
      // What the bot failed by is thrown below.
      if (!player.failed) throw error;
    } finally {
      player.leave();
      input.destroy();
    }
    await player.done;
  }

  /** Sends a message at once. */
  private say(...messages: FromBot[]): void {
    this.output.write(messages.map((message) => `${write(message)}\n`).join(""));
  }

  private read(line: string): ToBot | undefined {
    try {
      return parseToBot(line);
    } catch (error) {
      if (error instanceof ParseError) return undefined;
      throw error;
    }
  }

  /** Introduces the bot. */
  greet(): void {
    const words = (verb: "variant" | "feature", words: readonly string[]): FromBot[] =>
      words.length === 0 ? [] : [{ verb, words: [...words] }];
    this.say(
      { verb: "id", key: "name", text: this.name },
      { verb: "id", key: "author", text: this.author },
      ...this.options.map((option): FromBot => ({ verb: "option", ...option })),
      ...words("variant", this.variants),
      ...words("feature", this.features),
      { verb: "uviok" },
    );
  }

  /** Sets an option; one that is not known, or a value that means nothing, changes nothing. */
  set(name: string, value: string): void {
    const option = this.options.find((option) => option.name === name);
    if (option === undefined) return;
    let setting: Setting;
    try {
      setting = readSetting(option, value);
    } catch (error) {
      this.log(`an option is left as it was: ${error}`);
      return;
    }
    if (option.type !== "button") this.settings.set(name, setting);
    this.onOption(name, setting);
  }
}

/** Refuses what a class has set that cannot be meant; plain JavaScript has no types that would. */
function check(bot: Bot): void {
  for (const part of ["variants", "features"] as const) {
    if (!Array.isArray(bot[part])) {
      throw new TypeError(`expected ${part}, an array of words; found ${JSON.stringify(bot[part])}`);
    }
  }
  const names = bot.options.map((option) => option.name);
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) throw new TypeError(`${double}: expected one option of this name, found two`);
}

/** What was heard since the last `position`. */
interface Question {
  position: string;
  legal: string[];
  history: History | undefined;
}

/** What the bot does, one thing after the other, while lines are still heard. */
class Player {
  failed = false;
  done: Promise<void> = Promise.resolve();
  private question: Question = { position: "", legal: [], history: undefined };
  private clock: Clock | undefined;
  private seat = 1;

  constructor(
    private readonly bot: Bot,
    private readonly say: (message: FromBot) => void,
    /** Stops the hearing of lines. */
    private readonly deafen: () => void,
  ) {}

  /** Nobody waits for an answer any more. */
  leave(): void {
    this.clock?.stop();
    this.clock = undefined;
  }

  /** Takes a message: at once where the bot may be thinking, else after all that came before. */
  hear(message: ToBot): void {
    switch (message.verb) {
      case "isready":
        // After `stop` it promises that no answer follows, so it waits for the answer.
        if (this.clock === undefined || this.clock.isStopped) this.later(() => this.say({ verb: "readyok" }));
        else this.say({ verb: "readyok" });
        return;
      case "stop":
        this.clock?.stop();
        return;
      case "gameover":
        this.leave();
        this.later(() => this.bot.onGameOver(message));
        return;
      case "error":
        this.leave();
        this.bot.log(`the arbiter says that this bot is at fault: ${message.text}`);
        return;
      case "newgame":
        this.seat = message.seat;
        this.later(() => {
          this.bot.game = message;
          return this.bot.onNewGame();
        });
        return;
      case "go": {
        const clock = new Clock(message, this.seat);
        const question = this.question;
        this.clock = clock;
        this.later(() => this.answer(question, clock));
        return;
      }
      case "uvi":
        this.later(() => this.bot.greet());
        return;
      case "setoption":
        this.later(() => this.bot.set(message.name, message.value));
        return;
      case "position":
        this.question = { position: message.position.join(" "), legal: [], history: undefined };
        return;
      case "history":
        this.question.history = message;
        return;
      case "legal":
        this.question.legal = message.actions;
        return;
      case "quit":
        return;
    }
  }

  private later(step: () => void | Promise<void>): void {
    this.done = this.done.then(step);
    this.done.catch(() => {
      this.failed = true;
      // Whoever waits for the arbiter's next line would not notice that the bot has failed.
      this.deafen();
    });
  }

  private async answer(question: Question, clock: Clock): Promise<void> {
    const { bot } = this;
    bot.history = question.history;
    if (bot.game.lots !== undefined) bot.lots = new Lots(`${bot.game.lots} ${question.position}`);
    let position: Position;
    try {
      position = readPosition(bot.game.variant, question.position);
    } catch (error) {
      if (!(error instanceof PositionError)) throw error;
      // Its notation may have come to have more than this package knows. The list of actions is enough to go on.
      bot.log(`a position is given as its text: ${error.message}`);
      position = new TextPosition(question.position);
    }
    const answer = await bot.choose(position, question.legal, clock);
    const given: readonly unknown[] = typeof answer === "string" ? [answer] : Array.isArray(answer) ? answer : [];
    const actions = given.filter((action): action is string => typeof action === "string" && isWord(action));
    if (answer !== null && (actions.length === 0 || actions.length < given.length)) {
      throw new TypeError(
        `expected an action, several in an array, or null to resign, from choose; each is a word, such as those of legal; ` +
          `found ${JSON.stringify(answer)}`,
      );
    }
    // Said later than the `readyok` that follows a timeout, it would be taken for the answer to the next question.
    if (this.clock !== clock) return;
    this.clock = undefined;
    this.say(actions.length === 0 ? { verb: "resign" } : { verb: "bestmove", actions });
  }
}

/** The lines of a stream, those that are no UTF-8 left out. */
async function* lines(input: Readable): AsyncGenerator<string> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let rest = Buffer.alloc(0);
  for await (const chunk of input) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const line = rest.subarray(0, end > 0 && rest[end - 1] === 0x0d ? end - 1 : end);
      rest = rest.subarray(end + 1);
      try {
        yield utf8.decode(line);
      } catch {
        // It is ignored, as the protocol has it.
      }
    }
  }
}
