/** Options that a bot declares in its greeting, in the form that UCI gave them. */

import { Cursor, type Integer, Keywords, isNumber, joined, present, quoted } from "./line.js";

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

/** What an option is set to; `undefined` for a button. */
export type Setting = boolean | Integer | string | undefined;

const TYPES = ["check", "spin", "combo", "string", "button"] as const;

/** The words after `option`. */
export function writeOption(option: Option): string {
  const number = (word: string, value: Integer | undefined) => (value === undefined ? "" : `${word} ${value}`);
  const text = (value: string | undefined) => (value === undefined ? "" : `default ${quoted(value)}`);
  const head = `name ${option.name} type ${option.type}`;
  switch (option.type) {
    case "check":
      return joined(head, option.default === undefined ? "" : `default ${option.default}`);
    case "spin":
      return joined(head, number("default", option.default), number("min", option.min), number("max", option.max));
    case "combo":
      return joined(head, text(option.default), ...option.var.map((value) => `var ${quoted(value)}`));
    case "string":
      return joined(head, text(option.default));
    case "button":
      return head;
  }
}

/** The setting that a value of `setoption` means; throws a `RangeError` where it means none. */
export function readSetting(option: Option, value: string): Setting {
  const wrong = (expected: string) => new RangeError(`${option.name}: expected ${expected}, found ${value}`);
  switch (option.type) {
    case "check":
      if (value !== "true" && value !== "false") throw wrong("true or false");
      return value === "true";
    case "spin": {
      if (!isNumber(value.replace(/^-/, ""))) throw wrong("a whole number");
      const { min, max } = option;
      const number = BigInt(value);
      if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
        throw wrong(`a number from ${min ?? "any"} to ${max ?? "any"}`);
      }
      const small = Number(number);
      return Number.isSafeInteger(small) ? small : number;
    }
    case "combo":
      if (!option.var.includes(value)) throw wrong(`one of ${option.var.join(", ")}`);
      return value;
    case "string":
      return value;
    case "button":
      return undefined;
  }
}

/** Reads the words after `option`. */
export function parseOption(at: Cursor): Option {
  const keywords = new Keywords(at);
  let name: string | undefined;
  let type: Option["type"] | undefined;
  let value: string | undefined;
  let min: Integer | undefined;
  let max: Integer | undefined;
  const vars: { place: number; value: string }[] = [];
  while (!at.ended) {
    const keyword = at.peek();
    switch (keyword) {
      case "name":
        name = keywords.fill(keyword, () => at.word());
        break;
      case "type":
        type = keywords.fill(keyword, () => at.oneOf("check, spin, combo, string or button", TYPES));
        break;
      case "default":
        value = keywords.fill(keyword, () => at.value());
        break;
      case "min":
        min = keywords.fill(keyword, () => at.signed());
        break;
      case "max":
        max = keywords.fill(keyword, () => at.signed());
        break;
      case "var":
        at.skip();
        vars.push({ place: at.at, value: at.value() });
        break;
      default:
        at.refuse("name, type, default, min, max or var");
    }
  }
  name = keywords.required(name, "name");
  type = keywords.required(type, "type");
  const refuse = (place: number | undefined, what: string) => {
    if (place === undefined) return;
    at.at = place;
    at.refuse(what);
  };
  if (type !== "spin") refuse(keywords.place("min") ?? keywords.place("max"), `no min or max for type ${type}`);
  if (type !== "combo") refuse(vars[0]?.place, `no var for type ${type}`);
  const place = keywords.place("default");
  switch (type) {
    case "check":
      if (value !== undefined && value !== "true" && value !== "false") refuse(place, "true or false");
      return present({ name, type, default: value === undefined ? undefined : value === "true" }) as Check;
    case "spin": {
      // It was read as a value, since the type may come after it.
      const number = place === undefined ? undefined : new Cursor(at.line, place).signed();
      return present({ name, type, default: number, min, max }) as Spin;
    }
    case "combo":
      return present({ name, type, default: value, var: vars.map((found) => found.value) }) as Combo;
    case "string":
      return present({ name, type, default: value }) as Text;
    case "button":
      refuse(place, `no default for type ${type}`);
      return { name, type };
  }
}
