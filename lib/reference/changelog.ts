import type { Locale } from "@/lib/locale/locale";
import type { Block, Doc } from "@/lib/reference/doc";
import { CHANGELOG as EN } from "@/lib/reference/en-changelog";
import type { ChangelogEntry } from "@/lib/reference/guide";
import { CHANGELOG as RU } from "@/lib/reference/ru-changelog";
import { MESSAGES } from "@/messages/messages";

/** Newest first (spec, VER-2). */
export const CHANGELOG: Readonly<Record<Locale, readonly ChangelogEntry[]>> = { en: EN, ru: RU };

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

/** The entry's anchor: its date, with a number for each further entry of that day. */
export function entryId(locale: Locale, index: number): string {
  const entries = CHANGELOG[locale];
  const date = entries[index]?.date ?? "";
  const before = entries.slice(0, index).filter((one) => one.date === date).length;
  return before === 0 ? date : `${date}-${before + 1}`;
}
