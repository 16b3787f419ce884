/** Options that a bot declares in its greeting, in the form that UCI gave them. */

// Made by scripts/bindings from protocol/lines.json: change that, and run `scripts/bindings --write`.

import type { Integer } from "./line.js";

/** `true` or `false`. */
export interface Check {
  name: string;
  type: "check";
  default?: boolean;
}

/** A whole number. */
export interface Spin {
  name: string;
  type: "spin";
  default?: Integer;
  min?: Integer;
  max?: Integer;
}

/** One of several values. */
export interface Combo {
  name: string;
  type: "combo";
  default?: string;
  var: string[];
}

/** Any text. */
export interface Text {
  name: string;
  type: "string";
  default?: string;
}

/** No value: setting it does something. */
export interface Button {
  name: string;
  type: "button";
}

/** An option of a bot. */
export type Option = Check | Spin | Combo | Text | Button;

/** The types of options, and the parts of each. */
export const FORMS: Record<Option["type"], readonly string[]> = {
  check: ["default"],
  spin: ["default", "min", "max"],
  combo: ["default", "var"],
  string: ["default"],
  button: [],
};
