"use client";

import { useQuery } from "@tanstack/react-query";
import type { Locale } from "@/lib/locale/locale";
import { isMeant } from "@/lib/pages/palette";

export interface DocsEntry {
  readonly href: string;
  readonly title: string;
  readonly section: string;
  readonly text: string;
  readonly words?: string;
}

const LEAST_TYPED = 2;
const MOST_FOUND = 5;

export function useDocs(typed: string, locale: Locale): readonly DocsEntry[] {
  const isAsked = typed.trim().length >= LEAST_TYPED;
  const { data } = useQuery({
    queryKey: ["docs", locale],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<DocsEntry[]> => {
      const answer = await fetch(`/docs/search.json?lang=${locale}`, { signal });
      if (!answer.ok) return [];
      return ((await answer.json()) as { entries: DocsEntry[] }).entries;
    },
  });
  return isAsked && data !== undefined ? meantEntries(data, typed) : [];
}

/** Matches in titles come first. */
export function meantEntries(entries: readonly DocsEntry[], typed: string): DocsEntry[] {
  const byTitle = entries.filter(({ title }) => isMeant(title, typed));
  const byText = entries.filter(
    (entry) =>
      !byTitle.includes(entry) &&
      isMeant([entry.title, entry.section, entry.text, entry.words].join(" "), typed),
  );
  return [...byTitle, ...byText].slice(0, MOST_FOUND);
}
