/** The time that a decision may take. */

import { setImmediate } from "node:timers/promises";

import type { Integer } from "./line.js";
import type { Go } from "./messages.js";

/** The longest time that a timer of the system waits, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * The limits of one decision, and how much of them is used. Times are milliseconds, and run from the moment when `go` was
 * read.
 *
 * Look at `clock.isUp` now and then while you think, and answer when it is true: `share` leaves enough for later decisions.
 * Between two looks write `await clock.listen()` where you can: only then is `stop` heard, and `isready` answered.
 */
export class Clock {
  private readonly started = performance.now();
  private readonly stopping = new AbortController();
  /** Kept, because a signal of a timer that nobody holds is collected, and never aborts. */
  private timer: AbortSignal | undefined;
  private whenUp: AbortSignal | undefined;

  /** `margin` is kept back for the way to the arbiter; so many `decisions` are thought to lie ahead. */
  constructor(
    readonly go: Go,
    readonly seat: number,
    private readonly margin = 20,
    private readonly decisions = 30,
  ) {}

  private ofSeat(figures: (Integer | null)[] | undefined): number | undefined {
    const figure = figures?.[this.seat - 1];
    return figure === undefined || figure === null ? undefined : Number(figure);
  }

  /** What was left on this seat's clock when it was asked; infinite without a clock. */
  get left(): number {
    return this.ofSeat(this.go.time) ?? Infinity;
  }

  /** What is added after the answer. */
  get increment(): number {
    return this.ofSeat(this.go.inc) ?? 0;
  }

  /** When the answer must be there at the latest; infinite without a limit. */
  get limit(): number {
    return Math.min(Number(this.go.movetime ?? Infinity), this.left);
  }

  /** How long to think: all of `movetime`, or a part of the clock, less the margin. */
  get share(): number {
    // One more than are to go, since the whole time comes only after the last of them.
    const ahead = Math.min(this.decisions, Number(this.go.movestogo ?? Infinity) + 1);
    const part = this.left / ahead + 0.8 * this.increment;
    return Math.max(0, Math.min(this.limit - this.margin, part));
  }

  /** How long it has been thought. */
  get used(): number {
    return performance.now() - this.started;
  }

  /** Whether to answer now. */
  get isUp(): boolean {
    return this.isStopped || this.used >= this.share;
  }

  /** Whether nobody waits for a better answer: the arbiter said `stop`, the game is over, or the arbiter is gone. */
  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /**
   * Aborts when `isUp` becomes true; for `fetch` and the like. What it aborts throws: catch that in `choose`, and answer.
   */
  get signal(): AbortSignal {
    if (this.whenUp === undefined) {
      const rest = Math.max(0, Math.ceil(this.share - this.used));
      if (rest <= LONGEST) this.timer = AbortSignal.timeout(rest);
      this.whenUp = this.timer ? AbortSignal.any([this.stopping.signal, this.timer]) : this.stopping.signal;
    }
    return this.whenUp;
  }

  /** Hears what the arbiter has said meanwhile. */
  async listen(): Promise<void> {
    await setImmediate();
  }

  /** Says that the answer is wanted now. */
  stop(): void {
    this.stopping.abort();
  }
}
