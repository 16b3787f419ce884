/**
 * Bots for the Arbiter, by the Universal Variant Interface (UVI).
 *
 * ```js
 * import { Bot } from "uvi";
 *
 * class Any extends Bot {
 *   choose(position, legal, clock) {
 *     return this.lots.choice(legal);
 *   }
 * }
 *
 * await new Any().run();
 * ```
 */

export { type Answer, Bot } from "./bot.js";
export { Clock } from "./clock.js";
export { type LineErrorKind, ParseError, PositionError, WriteError } from "./errors.js";
export type { Setting } from "./declared.js";
export type { Integer } from "./line.js";
export { Lots } from "./lots.js";
export {
  type FromBot,
  type GameOver,
  type Go,
  type History,
  type NewGame,
  type ToBot,
  parseFromBot,
  parseToBot,
  write,
} from "./messages.js";
export type { Button, Check, Combo, Option, Spin, Text } from "./options.js";
export * from "./positions/index.js";
