import type { Operation } from "@/lib/api/operation";
import type { Field } from "@/lib/docs/field";
import type { CodeLanguage, SnippetName } from "@/lib/docs/snippets";

export interface DocLink {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly mark?: string;
  readonly isCode?: boolean;
}

export const FIGURES = ["statuses", "quote"] as const;

/** A string is a paragraph. Texts mark `code`, **strong** and [links](/docs) as in Markdown. */
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
  | { readonly figure: (typeof FIGURES)[number] };

export interface Doc {
  readonly path: string;
  readonly title: string;
  readonly isCode?: boolean;
  readonly lead: string;
  readonly blocks: readonly Block[];
  readonly operation?: Operation;
}

export function plainText(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/[`]|\*\*/g, "");
}

/** Parts of a guide that are generated from the definitions of the API. */
export const INSERTS = ["limits", "errors", "events", "payload", "verification", "scenarios"] as const;

export type GuideBlock =
  | Block
  | { readonly snippet: SnippetName; readonly label: string }
  | { readonly insert: (typeof INSERTS)[number] };

export interface Guide {
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly GuideBlock[];
}

export type Guides = Readonly<Record<string, Guide>>;
