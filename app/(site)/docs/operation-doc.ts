import { ERROR_PAGES, errorLink } from "@/app/(site)/docs/errors";
import { operationFields } from "@/app/(site)/docs/fields";
import { COMMON_ERRORS } from "@/lib/api/errors";
import type { Operation } from "@/lib/api/operation";
import type { Block, Doc, DocLink } from "@/lib/docs/doc";
import type { Field } from "@/lib/docs/field";
import { type Prefix, toApiError } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

export function operationTitle(locale: Locale, { summary, russian }: Operation): string {
  return locale === "en" ? summary : russian.summary;
}

export function choosePrefix(operation: Operation, wanted: Prefix): Prefix {
  return operation.prefixes.find((one) => one === wanted) ?? operation.prefixes[0] ?? wanted;
}

export function operationDoc(locale: Locale, operation: Operation, wanted: Prefix): Doc {
  const words = MESSAGES[locale].docs;
  const prefix = choosePrefix(operation, wanted);
  const { parameters, body, data } = operationFields(operation.method, `/v1/${prefix}${operation.path}`);
  return {
    path: operation.operationId,
    title: operationTitle(locale, operation),
    lead: locale === "en" ? operation.description : operation.russian.description,
    operation,
    blocks: [
      ...fieldBlocks(words.parameters, "parameters", parameters, "parameter"),
      ...fieldBlocks(operation.isBodyOptional === true ? words.body_optional : words.body, "body", body),
      ...responseBlocks(locale, operation, data),
      { h2: words.errors, id: "errors" },
      { links: operationErrors(locale, operation, prefix) },
    ],
  };
}

const fieldBlocks = (h2: string, id: string, fields: readonly Field[], prefix = id): Block[] =>
  fields.length === 0
    ? []
    : [
        { h2, id },
        { fields, prefix },
      ];

function responseBlocks(
  locale: Locale,
  operation: Operation,
  data: ReturnType<typeof operationFields>["data"],
): Block[] {
  const words = MESSAGES[locale].docs;
  const shown = new Set<string>();
  // The usual response comes first: 201 before 200.
  const answers = Object.entries(operation.responses).sort(([a], [b]) => Number(b) - Number(a));
  const texts = answers.flatMap(([status, { description, russian, headers }]): string[] => [
    `**\`${status}\`** ${locale === "en" ? description : russian}`,
    ...Object.entries(headers ?? {}).map(
      ([name, text]) => `\`${name}\`: ${locale === "en" ? text.description : text.russian}`,
    ),
  ]);
  const fields = answers.flatMap(([status]): Block[] => {
    const own = data[status] ?? [];
    const names = JSON.stringify(own.map(({ name, type }) => [name, type]));
    if (own.length === 0 || shown.has(names)) return [];
    shown.add(names);
    return [{ fields: own, prefix: `data-${status}` }];
  });
  return [{ h2: words.response, id: "response" }, { list: texts }, ...fields];
}

function operationErrors(locale: Locale, operation: Operation, prefix: Prefix): DocLink[] {
  return [...operation.errors, ...COMMON_ERRORS].flatMap((code): DocLink[] => {
    const page = ERROR_PAGES.find((one) => one.code === code);
    return page === undefined ? [] : [errorLink(locale, page, toApiError(code, prefix).id)];
  });
}
