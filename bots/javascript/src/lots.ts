/** Lots: draws that follow from a text, so that whatever goes wrong can be repeated. */

import { createHash } from "node:crypto";

/** How many numbers a draw is one of. */
const NUMBERS = 2 ** 48;

/** A source of draws. Two that were made of the same text draw the same. */
export class Lots {
  private drawn = 0;

  constructor(private readonly text: string) {}

  /** A number from 0 up to, and without, `count`, each as likely as the others; `count` is at most 2 ** 48. */
  below(count: number): number {
    if (!Number.isInteger(count) || count < 1 || count > NUMBERS) {
      throw new RangeError(`expected a count from 1 to 2 ** 48, found ${count}`);
    }
    // Numbers beyond the last whole multiple would make the small results likelier.
    const whole = NUMBERS - (NUMBERS % count);
    for (;;) {
      const hash = createHash("sha256").update(`${this.drawn} ${this.text}`).digest();
      this.drawn += 1;
      const number = hash.readUIntBE(0, 6);
      if (number < whole) return number % count;
    }
  }

  /** One of these. */
  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
