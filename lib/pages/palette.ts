/** Whether what was typed may mean something: each typed word stands somewhere in its words, in whatever order. */
export function isMeant(words: string, typed: string): boolean {
  const text = plain(words);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFC").trim().toLowerCase().replaceAll("ё", "е");
}

/**
 * The Latin letter of a key: the one that it writes, or the one that is printed on it where it writes another
 * alphabet's. Null for keys without one.
 */
export function letterOf({ key, code }: { key: string; code: string }): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  // Dead keys and commands have names of several letters.
  return [...key].length === 1 ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}
