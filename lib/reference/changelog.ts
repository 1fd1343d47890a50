import type { Locale } from "@/lib/locale/locale";
import { CHANGELOG as EN } from "@/lib/reference/texts/en/changelog";
import { CHANGELOG as RU } from "@/lib/reference/texts/ru/changelog";

/** A change that integrations can see. */
export interface ChangelogEntry {
  /** ISO date. */
  readonly date: string;
  readonly title: string;
  readonly changes: readonly string[];
}

/** What changed, newest first (spec, VER-2), in each language. */
export const CHANGELOG: Readonly<Record<Locale, readonly ChangelogEntry[]>> = { en: EN, ru: RU };
