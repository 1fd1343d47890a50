import type { Operation } from "@/lib/operation/operation";
import type { Field } from "@/lib/reference/fields";

/** A line of a list of links: an operation, an error, another page. */
export interface DocLink {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  /** A word before the title, such as a method or a status. */
  readonly mark?: string;
  readonly isCode?: boolean;
}

/** The languages that code is coloured for. */
export type CodeLanguage = "bash" | "json" | "javascript" | "typescript" | "python" | "php" | "go";

/**
 * A piece of a page. A plain string is a paragraph. In every text `code`, **strong** and [links](/docs) are marked as in
 * Markdown.
 */
export type Block =
  | string
  | { readonly h2: string; readonly id: string }
  | { readonly h3: string; readonly id: string; readonly isCode?: boolean }
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly note: string }
  | { readonly code: string; readonly language: CodeLanguage; readonly label: string }
  | {
      readonly table: readonly (readonly string[])[];
      readonly head: readonly string[];
      readonly label: string;
    }
  | { readonly fields: readonly Field[]; readonly prefix: string }
  | { readonly links: readonly DocLink[] }
  | { readonly figure: "statuses" | "quote" };

/** A page of the documentation, as HTML, Markdown and the search read it. */
export interface Doc {
  /** Below /docs, without a slash at its beginning; empty for the first page. */
  readonly path: string;
  readonly title: string;
  /** Whether the title is a name in code. */
  readonly isCode?: boolean;
  readonly lead: string;
  readonly blocks: readonly Block[];
  /** The operation that the page is of. */
  readonly operation?: Operation;
}

/** A text without its marks. */
export function plainText(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/[`]|\*\*/g, "");
}
