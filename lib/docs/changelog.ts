import type { MarkedToken } from "marked";
import { readDirective } from "@/lib/docs/directive";
import type { Block, Doc } from "@/lib/docs/doc";
import { listTokens } from "@/lib/docs/parse-guide";
import { readContent } from "@/lib/docs/read-content";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const HEADING = /^(?<date>\d{4}-\d\d-\d\d): (?<title>.+)$/;

interface Entry {
  readonly date: string;
  readonly title: string;
  readonly changes: readonly string[];
  /** Only stated in English. */
  readonly operations: readonly string[];
  /** Fields added by this change, as `name` or `operationId.name`. Those of a new operation are not listed. */
  readonly fields: readonly string[];
}

/** Entries by language, newest first (spec, VER-2). */
export const CHANGELOG = readChangelogs();

function readChangelogs(): Readonly<Record<Locale, readonly Entry[]>> {
  const { en, ru } = readContent("changelog", parseChangelog);
  if (en === undefined || ru === undefined) throw new Error("The changelog lacks a language.");
  return { en, ru };
}

/**
 * Parses entries in Markdown: a heading `## date: title`, the directives `{operations} names` and `{fields} names`, and
 * a list of changes. @throws Error that names what is none of them
 */
export function parseChangelog(source: string): Entry[] {
  const entries: Entry[] = [];
  for (const token of listTokens(source)) {
    const { date, title } = token.type === "heading" ? (HEADING.exec(token.text)?.groups ?? {}) : {};
    if (date !== undefined && title !== undefined) {
      entries.push({ date, title, changes: [], operations: [], fields: [] });
      continue;
    }
    const entry = entries.pop();
    if (entry === undefined) throw new Error(`No date and title before: ${token.raw}`);
    entries.push({ ...entry, ...parsePart(token) });
  }
  return entries;
}

function parsePart(token: MarkedToken): Partial<Entry> {
  if (token.type === "list") return { changes: token.items.map(({ text }) => text) };
  const directive = token.type === "paragraph" ? readDirective(token.text) : null;
  const names = directive?.text.split(", ") ?? [];
  if (directive?.kind === "operations") return { operations: names };
  if (directive?.kind === "fields") return { fields: names };
  throw new Error(`Neither changes, {operations} nor {fields}: ${token.raw}`);
}

export const SINCE = { operations: listDates("operations"), fields: listDates("fields") };

function listDates(key: "operations" | "fields"): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CHANGELOG.en.flatMap(({ date, [key]: names }) => names.map((name) => [name, date])),
  );
}

export function operationSince(operationId: string): string | null {
  return SINCE.operations[operationId] ?? null;
}

export function fieldSince(operationId: string, name: string): string | null {
  if (operationSince(operationId) !== null) return null;
  return SINCE.fields[`${operationId}.${name}`] ?? SINCE.fields[name] ?? null;
}

export function changelogDoc(locale: Locale): Doc {
  const words = MESSAGES[locale].docs;
  return {
    path: "changelog",
    title: words.changelog,
    lead: words.changelog_lead,
    blocks: CHANGELOG[locale].flatMap(({ date, title, changes }, index): Block[] => [
      { h2: `${date}: ${title}`, id: entryId(locale, index) },
      { list: changes },
    ]),
  };
}

export function entryId(locale: Locale, index: number): string {
  const entries = CHANGELOG[locale];
  const date = entries[index]?.date ?? "";
  const before = entries.slice(0, index).filter((one) => one.date === date).length;
  return before === 0 ? date : `${date}-${before + 1}`;
}
