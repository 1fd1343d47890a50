import { normalizeToken, prefixVariants } from "@/lib/locale/fold";

/** Whether typed text matches: each typed word appears in the entry's words, in any order and however it is written. */
export function matchesQuery(words: string, typed: string): boolean {
  const text = splitWords(words).join(" ");
  return splitWords(typed).every((word) =>
    [word, ...prefixVariants(word)].some((begun) => text.includes(begun)),
  );
}

const splitWords = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => normalizeToken(word));

export function latinKey({ key, code }: { key: string; code: string }): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // Dead keys and commands have names of several letters.
  return [...key].length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}
