/** The arbiter's own vectors. */

import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../../../../../protocol/vectors/", import.meta.url);

/** A line and what it means, or why it is refused. */
export interface Row {
  line: string;
  message: Record<string, unknown>;
  written: string;
  column: number;
  error: string;
  kind: string;
}

/** The lines of one language. */
export function lines(name: string): { good: Row[]; bad: Row[] } {
  return read(name) as { good: Row[]; bad: Row[] };
}

/** The fields of each message of each language, with their types. */
export function fields(link: string): Record<string, Record<string, { type: string }>> {
  const tables = read("../messages.json") as Record<string, Record<string, Record<string, { type: string }>>>;
  return tables[link] ?? {};
}

/** Positions of one variant. */
export interface Vectors {
  variant: string;
  positions: {
    position: string;
    views?: Record<string, string>;
    next?: string;
    legal?: Record<string, string[]>;
  }[];
}

/** The positions of every variant. */
export function positions(): Vectors[] {
  const names = readdirSync(FOLDER).filter((name) => name.startsWith("positions-"));
  return names.map((name) => read(name) as Vectors);
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
}
