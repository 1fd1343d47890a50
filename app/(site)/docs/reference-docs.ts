import { ERROR_PAGES, type ErrorPage, errorLink } from "@/app/(site)/docs/errors";
import { operationFields, webhookFields } from "@/app/(site)/docs/fields";
import { operationTitle } from "@/app/(site)/docs/operation-doc";
import { OPERATIONS } from "@/app/v1/operations";
import type { Operation } from "@/lib/api/operation";
import { WEBHOOK_WORDS, webhookExample } from "@/lib/api/webhooks";
import type { Block, Doc, DocLink, GuideBlock } from "@/lib/docs/doc";
import type { Field } from "@/lib/docs/field";
import { describeType } from "@/lib/docs/field-words";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";
import { VERIFICATION_SAMPLES } from "@/lib/docs/samples";
import scenarios from "@/lib/docs/scenarios.json";
import { translateSample } from "@/lib/docs/translate-sample";
import type { Locale } from "@/lib/locale/locale";
import { SCENARIOS } from "@/lib/sandbox/scenario";
import { TEST_EVENTS } from "@/lib/webhooks/webhook-event";
import { MESSAGES } from "@/messages/messages";

type Insert = Extract<GuideBlock, { insert: unknown }>["insert"];

interface SampleContext {
  readonly locale: Locale;
  readonly town: SampleTown | null;
}

export function renderInsert(context: SampleContext, what: Insert): readonly Block[] {
  return BUILDERS[what](context);
}

const BUILDERS: Readonly<Record<Insert, (context: SampleContext) => readonly Block[]>> = {
  limits: ({ locale }) => limitBlocks(locale),
  errors: ({ locale }) => [{ links: ERROR_PAGES.map((page) => errorLink(locale, page)) }],
  events: eventBlocks,
  payload: () => [{ fields: webhookFields("order.created"), prefix: "payload" }],
  verification: () =>
    VERIFICATION_SAMPLES.map(({ label, highlight, code }): Block => ({ code, language: highlight, label })),
  scenarios: ({ locale }) => scenarioBlocks(locale),
};

export function errorDoc(
  locale: Locale,
  { slug, ids, code, status, message, meaning, advice, operations }: ErrorPage,
): Doc {
  const words = MESSAGES[locale].docs.error;
  const concerned = OPERATIONS.filter(({ operationId }) => operations.includes(operationId));
  return {
    path: `errors/${slug}`,
    title: ids.join(", "),
    isCode: true,
    lead: meaning[locale],
    blocks: [
      {
        table: [
          [words.status, `\`${status}\``],
          [words.code, `\`${code}\``],
          [
            words.message,
            code === "INVALID_PAYLOAD" ? "`dropoffs.0.address.latitude: is required`" : `\`${message}\``,
          ],
        ],
        head: [],
        label: ids.join(", "),
      },
      { h2: words.advice, id: "advice" },
      advice[locale],
      ...(code === "INVALID_PAYLOAD" ? [DECODING] : []),
      ...(concerned.length === 0
        ? []
        : [
            { h2: words.operations, id: "operations" },
            {
              links: concerned.map(
                (operation): DocLink => ({
                  href: `/docs/${operation.operationId}`,
                  mark: operation.method,
                  title: operationTitle(locale, operation),
                  text: "",
                }),
              ),
            },
          ]),
    ],
  };
}

const DECODING: Block = {
  code: `const { error } = await response.json();
for (const { field, message } of JSON.parse(error.details)) {
  console.log(field, message);
}`,
  language: "javascript",
  label: "JavaScript",
};

function eventBlocks({ locale, town }: SampleContext): Block[] {
  const words = MESSAGES[locale].docs;
  return TEST_EVENTS.flatMap((type): Block[] => {
    const { summary, description } = locale === "en" ? WEBHOOK_WORDS[type] : WEBHOOK_WORDS[type].russian;
    return [
      { h3: type, id: type, isCode: true },
      `**${summary}.** ${description}`,
      ...(type === "order.stop_failed" || type === "order.cancelled"
        ? [
            {
              code: translateSample(locale, JSON.stringify(placeSample(webhookExample(type), town), null, 2)),
              language: "json",
              label: `${words.event_example}: ${type}`,
            } as const,
          ]
        : []),
    ];
  });
}

function scenarioBlocks(locale: Locale): Block[] {
  const words = MESSAGES[locale].docs.testing;
  const names = MESSAGES[locale].sandbox.scenario;
  return SCENARIOS.flatMap((name): Block[] => {
    const run = scenarios.find(({ scenario }) => scenario === name);
    if (run === undefined) return [];
    const fault = (one: string | null) => words.fault[(one ?? "none") as keyof typeof words.fault];
    return [
      { h2: name, id: name },
      names[name],
      `${words.statuses}: ${run.statuses.map((status) => `\`${status}\``).join(" → ")}`,
      {
        table: run.events.map((event, index) => [
          String(index + 1),
          `\`${event.event}\``,
          `\`${event.status}\``,
          fault(event.fault),
        ]),
        head: ["№", words.event, words.status, words.webhook],
        label: name,
      },
    ];
  });
}

const LIMITED = {
  createOrder: [
    ...["external_order_id", "dropoffs", "pickup.address.latitude", "pickup.address.longitude"],
    ...["pickup.address.intercom", "pickup.address.instructions", "payment_amount", "comment"],
  ],
  createBatch: ["external_batch_id", "orders"],
  createQuote: ["dropoffs"],
  patchOrder: ["dropoffs[].index"],
  cancelOrder: ["reason", "comment"],
  listOrders: ["limit", "offset"],
  listEvents: ["limit"],
  searchAddresses: ["query", "limit"],
};

function limitBlocks(locale: Locale): Block[] {
  const words = MESSAGES[locale].docs.limits;
  const rows = Object.entries(LIMITED).flatMap(([operationId, fieldPaths]) => {
    const operation = OPERATIONS.find((one) => one.operationId === operationId);
    if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
    const fields = inputFields(operation);
    return fieldPaths.map((path) => {
      const found = fields.find(({ field }) => field.path === path);
      if (found === undefined) throw new Error(`${operationId} has no field ${path}.`);
      const { field, href } = found;
      return [`[${path}](${href})`, operationTitle(locale, operation), describeType(locale, field)];
    });
  });
  return [{ table: rows, head: [words.field, words.operation, words.limit], label: words.label }];
}

export const withNestedFields = (field: Field): Field[] => [field, ...field.fields.flatMap(withNestedFields)];

export function inputFields({ method, operationId, prefixes, path }: Operation) {
  const { parameters, body } = operationFields(method, `/v1/${prefixes[0]}${path}`);
  const link = (kind: "parameter" | "body") => (field: Field) => ({
    field,
    href: `/docs/${operationId}#${kind}-${field.path.replaceAll("[]", "").replaceAll(".", "-")}`,
  });
  return [
    ...parameters.flatMap(withNestedFields).map(link("parameter")),
    ...body.flatMap(withNestedFields).map(link("body")),
  ];
}
