import { lexer, type MarkedToken, type Tokens } from "marked";
import { type Directive, readDirective } from "@/lib/docs/directive";
import { type DocLink, FIGURES, type Guide, type GuideBlock, INSERTS } from "@/lib/docs/doc";
import { isSnippetName } from "@/lib/docs/snippets";

const HEADING = /^(?<text>.+) \{#(?<id>[\w-]+)\}$/;
const LINK = /^\[(?<tick>`?)(?<title>[^\]`]+)\k<tick>\]\((?<href>[^)]+)\): (?<text>.+)$/;

/**
 * Parses a guide in Markdown. The first heading is its title and the first paragraph its lead. Texts keep their inline
 * marks. Headings end with their id, `{#id}`. Directives: `{snippet name} label`, `{insert name}`, `{figure name}`,
 * `{table} label` before a table, `{links}` before a list of links.
 * @throws Error that names what cannot be shown
 */
export function parseGuide(source: string): Guide {
  const [title, lead, ...rest] = listTokens(source);
  if (title?.type !== "heading" || title.depth !== 1 || lead?.type !== "paragraph")
    throw new Error("A guide begins with a heading of level 1 and a paragraph.");
  return { title: title.text, lead: lead.text, blocks: parseBlocks(rest) };
}

export function listTokens(source: string): MarkedToken[] {
  return (lexer(source) as MarkedToken[]).filter(({ type }) => type !== "space");
}

function parseBlocks(tokens: readonly MarkedToken[]): GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let caption: Directive | null = null;
  for (const token of tokens) {
    const directive = token.type === "paragraph" ? readDirective(token.text) : null;
    if (caption !== null) {
      blocks.push(parseCaptioned(caption, token));
      caption = null;
    } else if (directive?.kind === "table" || directive?.kind === "links") {
      caption = directive;
    } else {
      blocks.push(directive === null ? parseBlock(token) : toBlock(directive));
    }
  }
  if (caption !== null) throw new Error(`Nothing follows {${caption.kind}}.`);
  return blocks;
}

function parseCaptioned({ kind, text }: Directive, token: MarkedToken): GuideBlock {
  if (kind === "table" && token.type === "table") return parseTable(token, text);
  if (kind === "links" && token.type === "list") return { links: token.items.map(parseLink) };
  throw new Error(`{${kind}} is followed by: ${token.raw}`);
}

function parseBlock(token: MarkedToken): GuideBlock {
  switch (token.type) {
    case "paragraph":
      return token.text;
    case "heading":
      return parseHeading(token);
    case "list": {
      const items = token.items.map(({ text }) => text);
      return token.ordered ? { steps: items } : { list: items };
    }
    case "table":
      throw new Error(`A table lacks its label, {table} …: ${token.raw}`);
    default:
      throw new Error(`A guide cannot contain: ${token.raw}`);
  }
}

function parseHeading({ depth, text, raw }: Tokens.Heading): GuideBlock {
  const { text: title, id } = HEADING.exec(text)?.groups ?? {};
  if (title === undefined || id === undefined) throw new Error(`A heading lacks its id, {#id}: ${raw}`);
  if (depth === 2) return { h2: title, id };
  if (depth === 3) return { h3: title, id };
  throw new Error(`A heading below the title has level 2 or 3: ${raw}`);
}

function parseTable({ header, rows }: Tokens.Table, label: string): GuideBlock {
  return {
    table: rows.map((row) => row.map(({ text }) => text)),
    head: header.map(({ text }) => text),
    label,
  };
}

function parseLink({ text: item }: Tokens.ListItem): DocLink {
  const { tick, title, href, text } = LINK.exec(item)?.groups ?? {};
  if (title === undefined || href === undefined || text === undefined)
    throw new Error(`Not [title](address): text: ${item}`);
  return { href, title, text, ...(tick === "`" ? { isCode: true } : {}) };
}

function toBlock({ kind, name, text: label }: Directive): GuideBlock {
  if (kind === "snippet" && isSnippetName(name)) return { snippet: name, label };
  const insert = INSERTS.find((one) => one === name);
  if (kind === "insert" && insert !== undefined) return { insert };
  const figure = FIGURES.find((one) => one === name);
  if (kind === "figure" && figure !== undefined) return { figure };
  throw new Error(`Unknown directive: {${kind} ${name}}`);
}
