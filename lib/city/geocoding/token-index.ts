export type Similarity = number;

const WHOLE = 1;
const BEGINNING = 0.85;
const FIRST_LETTER = 0.5;
const WHOLE_WITH_TYPO = 0.6;
export const BEGINNING_WITH_TYPO = 0.5;
/** In shorter words, a typo makes a different word. */
const MIN_LETTERS_FOR_TYPO = 4;

export class TokenIndex {
  /** Sorted, so that words with a common prefix are adjacent. */
  readonly words: readonly string[];

  constructor(words: Iterable<string>) {
    this.words = [...new Set(words)].sort();
  }

  indexOf(word: string): number {
    const at = this.#firstFrom(word, 0, this.words.length);
    return this.words[at] === word ? at : -1;
  }

  /** Words with this prefix, allowing one letter missing, extra, wrong or swapped; numbers must match exactly. */
  find(typed: string): Map<number, Similarity> {
    const found = new Map<number, Similarity>();
    const add = (from: number, to: number, whole: Similarity, beginning: Similarity, length: number) => {
      for (let at = from; at < to; at += 1) {
        const likeness = this.words[at]?.length === length ? whole : beginning;
        if (likeness > (found.get(at) ?? 0)) found.set(at, likeness);
      }
    };
    if (/^\d/.test(typed)) {
      const at = this.indexOf(typed);
      if (at !== -1) found.set(at, WHOLE);
      return found;
    }
    const [from, to] = this.#beginning(typed);
    add(from, to, WHOLE, typed.length === 1 ? FIRST_LETTER : BEGINNING, typed.length);
    if (typed.length < MIN_LETTERS_FOR_TYPO) return found;
    for (const variant of this.#variants(typed)) {
      add(variant.from, variant.to, WHOLE_WITH_TYPO, BEGINNING_WITH_TYPO, variant.length);
    }
    return found;
  }

  *beginning(letters: string): Generator<number> {
    const [from, to] = this.#beginning(letters);
    for (let index = from; index < to; index += 1) yield index;
  }

  *#variants(typed: string): Generator<{ from: number; to: number; length: number }> {
    let [from, to] = [0, this.words.length];
    for (let at = 0; at <= typed.length && from < to; at += 1) {
      const rest = typed.slice(at + 1);
      for (const [letter, first, last] of this.#letters(at, from, to)) {
        if (letter !== typed[at] && at < typed.length) yield this.#after(rest, at + 1, first, last);
        yield this.#after(typed.slice(at), at + 1, first, last);
        if (letter === typed[at + 1] && letter !== typed[at]) {
          yield this.#after(`${typed[at]}${typed.slice(at + 2)}`, at + 1, first, last);
        }
      }
      if (at < typed.length) yield this.#after(rest, at, from, to);
      const letter = typed[at];
      if (letter === undefined) return;
      [from, to] = this.#range(letter, at, from, to);
    }
  }

  #after(rest: string, at: number, from: number, to: number): { from: number; to: number; length: number } {
    let [first, last] = [from, to];
    for (let index = 0; index < rest.length && first < last; index += 1) {
      [first, last] = this.#range(rest[index] ?? "", at + index, first, last);
    }
    return { from: first, to: last, length: at + rest.length };
  }

  #beginning(typed: string): [number, number] {
    const { from, to } = this.#after(typed, 0, 0, this.words.length);
    return [from, to];
  }

  *#letters(at: number, from: number, to: number): Generator<[string, number, number]> {
    let first = from;
    // A word that ends here sorts before all longer ones.
    while (first < to && (this.words[first]?.length ?? 0) <= at) first += 1;
    while (first < to) {
      const letter = this.words[first]?.[at] ?? "";
      const [, last] = this.#range(letter, at, first, to);
      yield [letter, first, last];
      first = last;
    }
  }

  #range(letter: string, at: number, from: number, to: number): [number, number] {
    const first = this.#bisect(from, to, (word) => (word[at] ?? "") >= letter);
    return [first, this.#bisect(first, to, (word) => (word[at] ?? "") > letter)];
  }

  #firstFrom(word: string, from: number, to: number): number {
    return this.#bisect(from, to, (other) => other >= word);
  }

  #bisect(from: number, to: number, isPast: (word: string) => boolean): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(this.words[middle] ?? "")) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
