import type { Block } from "@/lib/reference/doc";
import type { SnippetName } from "@/lib/reference/snippets";

/** A piece of a guide: a block, code that all languages share, or what the builder makes from the service's own rules. */
export type GuideBlock =
  | Block
  | { readonly snippet: SnippetName; readonly label: string }
  | { readonly insert: "limits" | "errors" | "events" | "payload" | "verification" | "scenarios" };

/** A page that explains something, in one language. `{base}` stands for the service's address. */
export interface Guide {
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly GuideBlock[];
}

/** Guides by their path. */
export type Guides = Readonly<Record<string, Guide>>;
