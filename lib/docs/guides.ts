import type { Guide, Guides } from "@/lib/docs/doc";
import { parseGuide } from "@/lib/docs/parse-guide";
import { readContent } from "@/lib/docs/read-content";
import type { Locale } from "@/lib/locale/locale";

/** Guides of each language by their path below /docs, read once per process. */
export const GUIDES: Readonly<Record<Locale, Guides>> = { en: readGuides("en"), ru: readGuides("ru") };

function readGuides(locale: Locale): Guides {
  const { index, ...others }: Record<string, Guide> = readContent(`guides/${locale}`, parseGuide);
  if (index === undefined) throw new Error(`There is no guide ${locale}/index.md.`);
  return { "": index, ...others };
}
