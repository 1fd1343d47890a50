const DIRECTIVE = /^\{(?<kind>[a-z]+)(?: (?<name>[\w-]+))?\}(?: (?<text>.+))?$/;

/** A paragraph `{kind name} text` of a documentation file, which stands for something other than text. */
export interface Directive {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
}

/** Returns null for a paragraph of text. @throws Error for a paragraph that only begins like a directive */
export function readDirective(paragraph: string): Directive | null {
  if (!paragraph.startsWith("{")) return null;
  const { kind, name = "", text = "" } = DIRECTIVE.exec(paragraph)?.groups ?? {};
  if (kind === undefined) throw new Error(`Not a directive: ${paragraph}`);
  return { kind, name, text };
}
