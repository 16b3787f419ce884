/** How options are declared and set, whichever type they have: the parts of each type are in `options.ts`. */

import { KINDS, type Piece, choice, truth } from "./kinds.js";
import { Cursor, type Integer, Keywords, alternatives, integer, isNumber } from "./line.js";
import { FORMS, type Option } from "./options.js";
import type { Fields, Part } from "./parts.js";

/** What an option is set to; `undefined` for a button. */
export type Setting = boolean | Integer | string | undefined;

const TYPES = Object.keys(FORMS) as Option["type"][];
const WORDS = ["name", "type", "default", "min", "max", "var"] as const;

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
      return integer(number);
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

/** The part of a line that declares an option. */
export const OPTION: Part = {
  read: (at, fields) => void Object.assign(fields, readOption(at)),
  write: (fields) => WORDS.flatMap((word) => writePart(word, fields[word])),
};

function writePart(word: (typeof WORDS)[number], part: unknown): Piece[] {
  const piece = (value: unknown, kind = KINDS.value): Piece => ({ field: word, keyword: word, value, kind });
  if (word === "name") return [piece(part, KINDS.word)];
  if (word === "type") return [piece(part, choice(TYPES))];
  if (part === undefined) return [];
  if (word === "var") return Array.isArray(part) ? part.map((value) => piece(value)) : [piece(part)];
  if (typeof part === "boolean") return [piece(part, truth)];
  return [piece(part, word === "default" && typeof part === "string" ? KINDS.value : KINDS.signed)];
}

function readOption(at: Cursor): Fields {
  const keywords = new Keywords(at);
  const found: Fields = {};
  const values: string[] = [];
  let firstValue: number | undefined;
  while (!at.ended) {
    const keyword = at.peek() as (typeof WORDS)[number];
    if (!WORDS.includes(keyword)) at.refuse(alternatives(WORDS));
    if (keyword === "var") {
      at.skip();
      firstValue ??= at.at;
      values.push(at.value());
    } else {
      found[keyword] = keywords.fill(keyword, () => {
        if (keyword === "name") return at.word();
        if (keyword === "type") return at.oneOf(alternatives(TYPES), TYPES);
        return keyword === "default" ? at.value() : at.signed();
      });
    }
  }
  keywords.required(found["name"], "name");
  const type = keywords.required(found["type"], "type") as Option["type"];
  const place = keywords.place("default");
  const refuse = (place: number | undefined, what: string) => {
    if (place === undefined) return;
    at.at = place;
    at.refuse(what);
  };
  const parts = FORMS[type];
  if (!parts.includes("min")) refuse(keywords.place("min") ?? keywords.place("max"), `no min or max for type ${type}`);
  if (!parts.includes("var")) refuse(firstValue, `no var for type ${type}`);
  if (!parts.includes("default")) refuse(place, `no default for type ${type}`);
  if (type === "combo") found["var"] = values;
  if (place !== undefined && type === "check") {
    if (found["default"] !== "true" && found["default"] !== "false") refuse(place, "true or false");
    found["default"] = found["default"] === "true";
  }
  // It was read as a value, since the type may come after it.
  if (place !== undefined && type === "spin") found["default"] = new Cursor(at.line, place).signed();
  return found;
}
