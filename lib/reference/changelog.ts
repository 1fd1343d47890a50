import type { Locale } from "@/lib/locale/locale";
import type { ChangelogEntry } from "@/lib/reference/changelog-entry";
import { CHANGELOG as EN } from "@/lib/reference/en-changelog";
import { CHANGELOG as RU } from "@/lib/reference/ru-changelog";

/** Newest first (spec, VER-2). */
export const CHANGELOG: Readonly<Record<Locale, readonly ChangelogEntry[]>> = { en: EN, ru: RU };
