import type { Block, Doc } from "@/lib/docs/doc";
import type { Field } from "@/lib/docs/field";
import { describeField, describeType, hasLongList } from "@/lib/docs/field-words";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";
import { translateSample } from "@/lib/docs/translate-sample";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

interface MarkdownContext {
  readonly locale: Locale;
  readonly prefix: string;
  readonly town: SampleTown | null;
}

export function renderMarkdown({ locale, prefix, town }: MarkdownContext, doc: Doc): string {
  const { operation } = doc;
  const call = operation === undefined ? [] : [`\`${operation.method} /v1/${prefix}${operation.path}\``];
  const blocks = doc.blocks.map((block) => blockMarkdown(locale, block));
  return `${[`# ${doc.title}`, ...call, doc.lead, ...blocks, ...exampleBlocks(locale, town, doc)].join("\n\n")}\n`;
}

function blockMarkdown(locale: Locale, block: Block): string {
  if (typeof block === "string") return block;
  if ("h2" in block) return `## ${block.h2}`;
  if ("h3" in block) return block.isCode === true ? `### \`${block.h3}\`` : `### ${block.h3}`;
  if ("note" in block) return `> ${block.note}`;
  if ("list" in block) return block.list.map((item) => `- ${item}`).join("\n");
  if ("steps" in block) return block.steps.map((item, index) => `${index + 1}. ${item}`).join("\n");
  if ("code" in block) return fenced(block.language, block.code);
  if ("fields" in block) return fieldLines(locale, block.fields, 0).join("\n");
  if ("links" in block) {
    return block.links
      .map(({ href, title, text, mark }) => {
        const before = mark === undefined ? "" : `${mark} `;
        return `- ${before}[${title}](${href})${text === "" ? "" : `: ${text}`}`;
      })
      .join("\n");
  }
  if ("figure" in block) return MESSAGES[locale].docs.figure[block.figure];
  const cells = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const [first = []] = block.table;
  const head = block.head.length === 0 ? first.map(() => " ") : block.head;
  return [cells(head), cells(head.map(() => "---")), ...block.table.map(cells)].join("\n");
}

function fieldLines(locale: Locale, fields: readonly Field[], depth: number): string[] {
  const words = MESSAGES[locale].docs;
  return fields.flatMap((field) => {
    const about = [describeType(locale, field), ...(field.isRequired ? [words.required] : [])].join(", ");
    const values = hasLongList(field)
      ? ` ${words.values}: ${field.values.map((one) => `\`${one}\``).join(", ")}.`
      : "";
    const text = describeField(locale, field);
    return [
      `${"  ".repeat(depth)}- \`${field.name}\` (${about})${text === "" ? "" : `: ${text}`}${values}`,
      ...fieldLines(locale, field.fields, depth + 1),
    ];
  });
}

function exampleBlocks(locale: Locale, town: SampleTown | null, { operation }: Doc): string[] {
  if (operation === undefined) return [];
  const words = MESSAGES[locale].docs;
  const body = operation.examples?.body;
  const code = (value: unknown) =>
    fenced("json", translateSample(locale, JSON.stringify(placeSample(value, town), null, 2)));
  return [
    ...(body === undefined ? [] : [`## ${words.request_label}`, code(body)]),
    ...Object.entries(operation.responses).flatMap(([status, { example }]) => [
      `## ${words.response_label.replace("{status}", status)}`,
      code({ success: true, data: example }),
    ]),
  ];
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
