import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TokenIndex } from "@/lib/city/geocoding/token-index";

/** Returns the fewest letters to drop, add, change or swap to turn one word into another, computed naively. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change);
      const row = rows[i];
      if (row !== undefined) row[j] = isSwap ? Math.min(least, at(i - 2, j - 2) + 1) : least;
    }
  }
  return at(a.length, b.length);
}

const beginnings = (word: string) => Array.from({ length: word.length + 1 }, (_, end) => word.slice(0, end));

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 7 });

describe("a search in the word list", () => {
  it("finds the words that begin with the typed text, with one letter of tolerance", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, (words, typed) => {
        const list = new TokenIndex(words);
        const found = [...list.find(typed).keys()].map((index) => list.words[index]).sort();
        const most = typed.length >= 4 ? 1 : 0;
        const intended = list.words.filter((one) =>
          beginnings(one).some((part) => distance(part, typed) <= most),
        );
        expect(found).toEqual([...intended].sort());
      }),
      { numRuns: 500 },
    );
  });

  it("scores a word higher the fewer differences it has", () => {
    const list = new TokenIndex(["pushkina", "pushkinskaia", "pushina", "lenina"]);
    const likeness = (typed: string, meant: string) => list.find(typed).get(list.indexOf(meant)) ?? 0;
    expect(likeness("pushkina", "pushkina")).toBe(1);
    expect(likeness("pushk", "pushkina")).toBeGreaterThan(likeness("pushkian", "pushkina"));
    expect(likeness("pushkian", "pushkina")).toBeGreaterThan(likeness("puhsk", "pushkina"));
    expect(likeness("lunina", "lenina")).toBeGreaterThan(0);
    expect(likeness("lunona", "lenina")).toBe(0);
  });

  it("matches numbers only exactly", () => {
    const list = new TokenIndex(["1905", "1906", "31"]);
    expect([...list.find("1905").keys()]).toEqual([list.indexOf("1905")]);
    expect(list.find("190").size).toBe(0);
  });
});
