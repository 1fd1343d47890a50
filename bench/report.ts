import { readFileSync, writeFileSync } from "node:fs";

type Sign = "≥" | "≤" | "<" | "=";

/** A measured value and the limit that it must keep, in one unit. A value that was not measured is NaN and misses. */
export interface Measure {
  readonly value: number;
  readonly sign: Sign;
  readonly limit: number;
  readonly format: (value: number) => string;
  /** Tells it from the other measures of its line. */
  readonly name?: string;
}

export interface BarLine {
  readonly what: string;
  readonly measures: readonly Measure[];
}

const COMPARISONS: Readonly<Record<Sign, (value: number, limit: number) => boolean>> = {
  "≥": (value, limit) => value >= limit,
  "≤": (value, limit) => value <= limit,
  "<": (value, limit) => value < limit,
  "=": (value, limit) => value === limit,
};

/** @throws Error if every possible value keeps the limit: measured values are 0 or more */
export function toMeasure(
  value: number,
  sign: Sign,
  limit: number,
  format: (value: number) => string,
  name?: string,
): Measure {
  const canFail = Number.isFinite(limit) && (sign !== "≥" || limit > 0);
  if (!canFail) throw new Error(`A bar of ${sign} ${limit} cannot fail.`);
  return { value, sign, limit, format, ...(name === undefined ? {} : { name }) };
}

/** Reached if all measures keep their limits. */
export const toBarLine = (what: string, ...measures: readonly Measure[]): BarLine => ({ what, measures });

const isKept = ({ value, sign, limit }: Measure): boolean => COMPARISONS[sign](value, limit);

export const isReached = ({ measures }: BarLine): boolean => measures.every(isKept);

const showValue = ({ value, format, name }: Measure): string =>
  [Number.isNaN(value) ? "–" : format(value), ...(name === undefined ? [] : [name])].join(" ");

/** The cells of a line: what, measured, to reach, and the verdict, which names the measures that miss their limits. */
export function toBarCells(line: BarLine): string[] {
  const { what, measures } = line;
  const missed = measures.filter((measure) => !isKept(measure)).flatMap(({ name }) => name ?? []);
  const verdict = isReached(line)
    ? "reached"
    : missed.length === 0
      ? "missed"
      : `missed: ${missed.join(", ")}`;
  return [
    what,
    measures.map(showValue).join("; "),
    measures.map(({ sign, limit, format }) => `${sign} ${format(limit)}`).join("; "),
    verdict,
  ];
}

export interface Section {
  /** The name of its block in docs/performance.md, if it has one. All sections are printed. */
  readonly name: string;
  readonly text: string;
  readonly bar?: readonly BarLine[];
}

const BAR = "bar";
const BAR_HEAD = "| benchmark | what | measured | to reach | |\n| --- | --- | ---: | ---: | --- |";

export function writeReport(file: string, sections: readonly Section[]): void {
  writeFileSync(file, withSections(readFileSync(file, "utf8"), sections));
}

/** Replaces the bar lines of these sections and keeps those of others. @throws Error if a block has no end */
export function withSections(document: string, sections: readonly Section[]): string {
  let changed = document;
  for (const { name, text } of sections) changed = withBlock(changed, name, () => text);
  const isMeasured = sections.some(({ bar }) => bar !== undefined);
  return isMeasured ? withBlock(changed, BAR, (old) => withBarLines(old, sections)) : changed;
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

function withBarLines(old: string, sections: readonly Section[]): string {
  const rows = new Map<string, string[]>();
  for (const row of old.split("\n").slice(2)) {
    const name = row.split("|")[1]?.trim() ?? "";
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  for (const { name, bar } of sections) {
    if (bar === undefined) continue;
    const lines = bar.map((line) => `| ${[name, ...toBarCells(line)].join(" | ")} |`);
    rows.set(name, lines);
  }
  return [BAR_HEAD, ...[...rows.values()].flat()].join("\n");
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
export const ms = (value: number): string =>
  Number.isNaN(value) ? "–" : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const times = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ×`;
export const micros = (seconds: number): string => formatInteger(seconds * 1e6);
export const mb = (megabytes: number): string => `${formatInteger(megabytes)} MB`;
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
