import type { Block } from "@/lib/reference/doc";
import type { SnippetName } from "@/lib/reference/snippets";

export type GuideBlock =
  | Block
  | { readonly snippet: SnippetName; readonly label: string }
  | { readonly insert: "limits" | "errors" | "events" | "payload" | "verification" | "scenarios" };

/** `{base}` stands for the service's URL. */
export interface Guide {
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly GuideBlock[];
}

export type Guides = Readonly<Record<string, Guide>>;

export interface ChangelogEntry {
  readonly date: string;
  readonly title: string;
  readonly changes: readonly string[];
}

export const entry = (date: string, title: string, ...changes: readonly string[]): ChangelogEntry => ({
  date,
  title,
  changes,
});
