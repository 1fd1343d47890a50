import { ERROR_PAGES } from "@/app/(site)/docs/errors";
import { operationDoc } from "@/app/(site)/docs/operation-doc";
import { errorDoc, renderInsert } from "@/app/(site)/docs/reference-docs";
import { OPERATIONS } from "@/app/v1/operations";
import type { Block, Doc, Guide } from "@/lib/docs/doc";
import { GUIDES } from "@/lib/docs/guides";
import type { SampleTown } from "@/lib/docs/sample-town";
import { snippet } from "@/lib/docs/snippets";
import type { Prefix } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";

export interface DocContext {
  readonly locale: Locale;
  readonly prefix: Prefix;
  readonly base: string;
  /** Null keeps the written samples. */
  readonly town: SampleTown | null;
}

export function listDocPaths(): string[] {
  return [
    ...Object.keys(GUIDES.en),
    ...OPERATIONS.map(({ operationId }) => operationId),
    ...ERROR_PAGES.map(({ slug }) => `errors/${slug}`),
  ];
}

/** Returns null for an unknown path. An error id resolves to the page that documents the error. */
export function findDoc(path: string, context: DocContext): Doc | null {
  const guide = Object.hasOwn(GUIDES[context.locale], path) ? GUIDES[context.locale][path] : undefined;
  if (guide !== undefined) return guideDoc(path, guide, context);
  const operation = operationAt(path);
  if (operation !== undefined) return operationDoc(context.locale, operation, context.prefix);
  const page = errorPageAt(path);
  return page === undefined ? null : errorDoc(context.locale, page);
}

export function isDoc(path: string): boolean {
  return Object.hasOwn(GUIDES.en, path) || operationAt(path) !== undefined || errorPageAt(path) !== undefined;
}

const operationAt = (path: string) => OPERATIONS.find(({ operationId }) => operationId === path);

function errorPageAt(path: string) {
  const id = /^errors\/(.+)$/.exec(path)?.[1];
  return ERROR_PAGES.find(({ slug, ids }) => id !== undefined && (slug === id || ids.includes(id)));
}

function guideDoc(path: string, { title, lead, blocks }: Guide, context: DocContext): Doc {
  const placed = (text: string) => text.replaceAll("{base}", context.base);
  return {
    path,
    title,
    lead: placed(lead),
    blocks: blocks.flatMap((block): readonly Block[] => {
      if (typeof block === "string") return [placed(block)];
      if ("snippet" in block) return [{ ...snippet(block.snippet, context), label: block.label }];
      if ("insert" in block) return renderInsert(context, block.insert);
      return [block];
    }),
  };
}
