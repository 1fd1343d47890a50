import type MiniSearch from "minisearch";
import type { Options } from "minisearch";

/** What the search can find. */
export interface SearchEntry {
  readonly href: string;
  readonly title: string;
  /** The page or group that it is in. */
  readonly section: string;
  readonly kind: "page" | "operation" | "field" | "error";
  readonly text: string;
}

/** How the entries are indexed, here and in the reader's browser. Names such as `order.not_found` are found by their parts too. */
export const SEARCH_OPTIONS: Options<SearchEntry & { readonly id: number }> = {
  fields: ["title", "section", "text"],
  tokenize: (text) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u);
    return words.flatMap((word) => {
      const whole = word.replace(/^[.-]+|[.-]+$/g, "");
      const parts = whole.split(/[_.-]/);
      return parts.length > 1 ? [whole, ...parts] : [whole];
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

/** Puts the entries into an index. */
export function fillIndex(
  index: MiniSearch<SearchEntry & { readonly id: number }>,
  entries: readonly SearchEntry[],
): void {
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
}
