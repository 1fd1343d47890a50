import { normalizeToken, prefixVariants } from "@/lib/locale/fold";
import type { Stop } from "@/lib/orders/order";
import type { SavedAddress } from "@/lib/orders/saved-addresses/address";

const MAX_OF_KIND = 3;

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}/]+/u)
    .filter((word) => word !== "");

export function splitByMatch(label: string, typed: string) {
  const longestFirst = splitWords(typed).sort((a, b) => b.length - a.length);
  const stretches: { text: string; isMatch: boolean }[] = [];
  const add = (text: string, isMatch: boolean) => {
    const last = stretches.at(-1);
    if (text === "") return;
    if (last?.isMatch === isMatch) last.text += text;
    else stretches.push({ text, isMatch });
  };
  for (const part of label.split(BETWEEN_WORDS)) {
    const word = longestFirst.find((one) => part.toLowerCase().startsWith(one)) ?? "";
    add(part.slice(0, word.length), true);
    add(part.slice(word.length), false);
  }
  return stretches;
}

const BETWEEN_WORDS = /(?<=[^\p{L}\p{N}/])|(?=[^\p{L}\p{N}/])/u;

/** Whether each typed word begins a word of the text. */
function isMeant(text: string, typed: string): boolean {
  const words = splitWords(text).map((word) => normalizeToken(word));
  return splitWords(typed)
    .map((word) => normalizeToken(word))
    .every((one) =>
      [one, ...prefixVariants(one)].some((begun) => words.some((word) => word.startsWith(begun))),
    );
}

export function findSavedAddresses(saved: readonly SavedAddress[], typed: string): SavedAddress[] {
  return saved
    .filter(({ name, address }) => isMeant(`${name} ${address.street} ${address.building}`, typed))
    .slice(0, MAX_OF_KIND);
}

export function findRecentStops(recent: readonly Stop[], typed: string): Stop[] {
  const digits = typed.replaceAll(/\D/g, "");
  return recent
    .filter(
      ({ address, contact }) =>
        isMeant(`${contact.name ?? ""} ${address.street} ${address.building}`, typed) ||
        (digits.length >= 4 && contact.value.replaceAll(/\D/g, "").includes(digits)),
    )
    .slice(0, MAX_OF_KIND);
}
