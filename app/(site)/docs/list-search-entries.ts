import { type DocContext, findDoc } from "@/app/(site)/docs/docs";
import { ERROR_PAGES } from "@/app/(site)/docs/errors";
import { operationTitle } from "@/app/(site)/docs/operation-doc";
import { inputFields } from "@/app/(site)/docs/reference-docs";
import { OPERATIONS } from "@/app/v1/operations";
import { plainText } from "@/lib/docs/doc";
import { describeField } from "@/lib/docs/field-words";
import { GUIDES } from "@/lib/docs/guides";
import type { SearchEntry } from "@/lib/docs/search";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const MAX_TEXT_LENGTH = 160;

const OTHER_WORDS: Readonly<Record<string, string>> = {
  "/docs/verify-signature": "webhook signature hmac secret подпись вебхука",
  "/docs/clients#ready": "python javascript node php go java sdk library библиотека",
  "/docs/cancelOrder": "refund money back возврат денег отмена",
  "/docs/createOrder#body-delivery_time": "timezone time zone utc часовой пояс",
  "/docs/createOrder#body-ready_at": "preparation kitchen pickup time готовность сборка время выдачи",
  "/docs/createOrder#body-dropoffs": "multi stop several addresses несколько адресов",
  "/docs/createOrder#body-payment_amount": "cod cash on delivery наложенный платёж",
  "/docs/getOrder": "eta arrival время прибытия",
  "/docs/address-search": "geocoding coordinates геокодер",
};

export function listSearchEntries(locale: Locale): SearchEntry[] {
  return listEntries(locale).map((entry) => {
    const words = OTHER_WORDS[entry.href];
    return words === undefined ? entry : { ...entry, words };
  });
}

function listEntries(locale: Locale): SearchEntry[] {
  const context: DocContext = { locale, prefix: "partner", base: "", town: null };
  return [
    ...Object.keys(GUIDES[locale]).flatMap((path) => guideEntries(path, context)),
    ...OPERATIONS.flatMap((operation): SearchEntry[] => {
      const title = operationTitle(locale, operation);
      const doc = findDoc(operation.operationId, context);
      return [
        {
          href: `/docs/${operation.operationId}`,
          title,
          section: `${operation.method} ${operation.path}`,
          kind: "operation",
          text: cut(`${operation.operationId}. ${plainText(doc?.lead ?? "")}`),
        },
        ...inputFields(operation).map(
          ({ field, href }): SearchEntry => ({
            href,
            title: field.path.replaceAll("[]", ""),
            section: title,
            kind: "field",
            text: cut(plainText(describeField(locale, field))),
          }),
        ),
      ];
    }),
    ...ERROR_PAGES.flatMap(({ slug, ids, code, meaning }) =>
      ids.map(
        (id): SearchEntry => ({
          href: `/docs/errors/${slug}${id === ids[0] ? "" : `?id=${id}`}`,
          title: id,
          section: MESSAGES[locale].docs.errors,
          kind: "error",
          text: cut(`${plainText(meaning[locale])} ${code}`),
        }),
      ),
    ),
  ];
}

function guideEntries(path: string, context: DocContext): SearchEntry[] {
  const doc = findDoc(path, context);
  if (doc === null) return [];
  const href = path === "" ? "/docs" : `/docs/${path}`;
  const headings = doc.blocks.flatMap((block, index): SearchEntry[] => {
    if (typeof block === "string" || !("h2" in block || "h3" in block)) return [];
    const next = doc.blocks[index + 1];
    return [
      {
        href: `${href}#${block.id}`,
        title: "h2" in block ? block.h2 : block.h3,
        section: doc.title,
        kind: "page",
        text: cut(typeof next === "string" ? plainText(next) : ""),
      },
    ];
  });
  return [{ href, title: doc.title, section: "", kind: "page", text: cut(plainText(doc.lead)) }, ...headings];
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/\s+\S*$/, "")}…`;
}
