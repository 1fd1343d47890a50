import { readFileSync, writeFileSync } from "node:fs";

export interface BarLine {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly isReached: boolean;
}

export const toBarLine = (what: string, measured: string, bar: string, isReached: boolean): BarLine => ({
  what,
  measured,
  bar,
  isReached,
});

export interface Section {
  /** The name of its block in docs/performance.md, if it has one. All sections are printed. */
  readonly name: string;
  readonly text: string;
  readonly bar?: readonly BarLine[];
}

const BAR = "bar";
const BAR_HEAD = "| what | measured | to reach | |\n| --- | ---: | ---: | --- |";

export function writeReport(file: string, sections: readonly Section[]): void {
  writeFileSync(file, withSections(readFileSync(file, "utf8"), sections));
}

/** Keeps lines of the bar chart that these sections do not contain. @throws Error if a block has no end */
export function withSections(document: string, sections: readonly Section[]): string {
  let changed = document;
  for (const { name, text } of sections) changed = withBlock(changed, name, () => text);
  const lines = sections.flatMap(({ bar = [] }) => bar);
  return lines.length === 0 ? changed : withBlock(changed, BAR, (old) => withBarLines(old, lines));
}

function withBlock(document: string, name: string, write: (old: string) => string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1) return document;
  if (to < from) throw new Error(`The block ${begin} has no end.`);
  const old = document.slice(from + begin.length, to).trim();
  return `${document.slice(0, from)}${begin}\n${write(old)}\n${document.slice(to)}`;
}

function withBarLines(old: string, lines: readonly BarLine[]): string {
  const rows = new Map<string, string>();
  for (const row of old.split("\n").slice(2)) {
    const what = row.split("|")[1]?.trim();
    if (what !== undefined) rows.set(what, row);
  }
  for (const { what, measured, bar, isReached } of lines) {
    rows.set(what, `| ${what} | ${measured} | ${bar} | ${isReached ? "reached" : "missed"} |`);
  }
  return [BAR_HEAD, ...rows.values()].join("\n");
}

export function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [columns, columns.map((_, index) => (index === 0 ? "---" : "---:")), ...rows];
  return `${title}:\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
}

export const formatInteger = (value: number): string => Math.round(value).toLocaleString("en");
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const times = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ×`;
export const micros = (seconds: number): string => formatInteger(seconds * 1e6);
export const mb = (megabytes: number): string => `${formatInteger(megabytes)} MB`;
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
