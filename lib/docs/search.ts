import type MiniSearch from "minisearch";
import type { Options } from "minisearch";

export interface SearchEntry {
  readonly href: string;
  readonly title: string;
  readonly section: string;
  readonly kind: "page" | "operation" | "field" | "error";
  readonly text: string;
  readonly words?: string;
}

/** Used on the server and in the browser. Names such as `order.not_found` are also found by their parts. */
export const SEARCH_OPTIONS: Options<SearchEntry & { readonly id: number }> = {
  fields: ["title", "section", "text", "words"],
  tokenize: (text) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u);
    return words.flatMap((word) => {
      const whole = word.replace(/^[.-]+|[.-]+$/g, "");
      return [...new Set([whole, ...whole.split("."), ...whole.split(/[_.-]/)])];
    });
  },
  processTerm: (term) => (term === "" ? null : term),
  searchOptions: {
    boost: { title: 4, section: 1.5 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: "AND",
    boostDocument: (_id, _term, stored) =>
      ({ page: 1.6, operation: 1.8, error: 1.2, field: 1 })[stored?.kind as SearchEntry["kind"]] ?? 1,
  },
  storeFields: ["kind"],
};

const MIN_LETTERS = 4;

/** Returns entries with all typed words, or else those with any word of four letters or more. */
export function searchIndex(
  index: MiniSearch<SearchEntry & { readonly id: number }>,
  typed: string,
): readonly number[] {
  const whole = index.search(typed);
  const long = typed.split(/\s+/).filter((word) => word.length >= MIN_LETTERS);
  const found = whole.length > 0 ? whole : index.search(long.join(" "), { combineWith: "OR" });
  return found.map(({ id }) => Number(id));
}

export function fillIndex(
  index: MiniSearch<SearchEntry & { readonly id: number }>,
  entries: readonly SearchEntry[],
): void {
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
}
