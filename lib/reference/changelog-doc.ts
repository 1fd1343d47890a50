import type { Locale } from "@/lib/locale/locale";
import { CHANGELOG } from "@/lib/reference/changelog";
import type { Block, Doc } from "@/lib/reference/doc";
import { MESSAGES } from "@/messages/messages";

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
