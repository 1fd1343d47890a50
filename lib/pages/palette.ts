/** Whether typed text matches: each typed word appears in the entry's words, in any order. */
export function isMeant(words: string, typed: string): boolean {
  const text = plain(words);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();
}

/**
 * The Latin letter of a key: the one it types, or the printed one if it types another alphabet. Null for keys without
 * one.
 */
export function letterOf({ key, code }: { key: string; code: string }): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // Dead keys and commands have names of several letters.
  return [...key].length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}
