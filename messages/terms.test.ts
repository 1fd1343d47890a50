import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MESSAGES } from "@/messages/messages";

interface TermException {
  readonly terms: readonly string[];
  readonly keys: readonly string[];
}

/** Texts that may use a term from the column "not", by the reason. */
const EXCEPTIONS: Readonly<Record<string, TermException>> = {
  "the act of delivering": {
    terms: ["delivery", "deliveries", "доставк*"],
    keys: [
      "delivery.new.copy_of",
      "delivery.point.opens",
      "delivery.quote.heading",
      "landing.description",
      "landing.title",
      "overview.arrivals.heading",
      "overview.figures.how_on_time",
      "people.settings.delivery",
      "people.tabs.delivery",
      "tracking.arrivesLast",
      "tracking.calendar.entry",
      "tracking.details.cancelledBy.service",
      "tracking.headlines.scheduled",
      "tracking.next.delivered",
      "tracking.next.delivered_all",
      "tracking.steps.cancelled_service",
      "tracking.steps.title",
      "tracking.titles.scheduled",
    ],
  },
  "a webhook delivery": {
    terms: ["delivery", "deliveries", "доставк*"],
    keys: [
      "try.quick_start.webhook.see",
      "ui.refusals.DELIVERY_NOT_FOUND",
      "webhooks.deliveries",
      "webhooks.delivery",
      "webhooks.missed.label",
      "webhooks.none_found",
      "webhooks.remove.text",
    ],
  },
  "the Russian term for a service area contains the act": {
    terms: ["доставк*"],
    keys: [
      "audit.actions.service_area.change",
      "audit.types.service_area",
      "delivery.point.outside",
      "ops.area.heading",
      "ui.problems.area_outside",
    ],
  },
  "the time of delivery": { terms: ["delivery", "доставк*"], keys: ["ui.problems.ready_too_late"] },
  "a scenario, not an order": { terms: ["under way"], keys: ["sandbox.verdict.under_way"] },
  "recipients do not know the word dropoff": { terms: ["destination"], keys: ["tracking.map.dropoff"] },
  "a position of GeoJSON": { terms: ["position*"], keys: ["ui.problems.too_few_positions"] },
};

interface Term {
  readonly thing: string;
  readonly labels: Readonly<Record<keyof typeof MESSAGES, string>>;
  readonly not: readonly { readonly term: string; readonly pattern: RegExp }[];
}

/** Reads the table of terms in the design document. */
function readTerms(): Term[] {
  const document = readFileSync("docs/design-system.md", "utf8");
  const section = document.slice(document.indexOf("\n## Terms\n")).split("\n## ")[1] ?? "";
  const [, , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => {
    const [, thing = "", en = "", ru = "", not = ""] = row.split("|").map((cell) => cell.trim());
    return {
      thing,
      labels: { en, ru },
      not: not
        .split(", ")
        .filter(Boolean)
        .map((term) => ({ term, pattern: toPattern(term) })),
    };
  });
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function toPattern(term: string): RegExp {
  const [, whole] = term.match(/^"(.+)"$/) ?? [];
  if (whole !== undefined) return new RegExp(`^${escapePattern(whole)}$`, "u");
  return new RegExp(`(?<!\\p{L})${escapePattern(term).replaceAll("\\*", "\\p{L}*")}(?!\\p{L})`, "iu");
}

type Texts = readonly (readonly [path: string, text: string])[];

function listTexts(messages: object, path = ""): Texts {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as const] : listTexts(value, `${path}${key}.`),
  );
}

/** Names of parameters and tags are not shown. */
const toShown = (text: string): string => text.replace(/\{\w+(?=[,}])/g, "{").replace(/<\/?\w+>/g, "");

const TERMS = readTerms();

const isExcepted = (path: string, term: string): boolean =>
  Object.values(EXCEPTIONS).some(({ terms, keys }) => terms.includes(term) && keys.includes(path));

/** Lists each text that uses a term from the column "not", with its file and key. */
function findStrays(locale: keyof typeof MESSAGES, texts: Texts): string[] {
  return texts.flatMap(([path, text]) => {
    const [namespace, ...key] = path.split(".");
    return TERMS.flatMap(({ labels, not }) =>
      not
        .filter(({ term, pattern }) => pattern.test(toShown(text)) && !isExcepted(path, term))
        .map(
          ({ term }) =>
            `messages/${locale}/${namespace}.json ${key.join(".")}: “${text}” has “${term}”, not “${labels[locale]}”`,
        ),
    );
  });
}

const PLANTED = {
  en: ["New delivery", "delivery", "order"],
  ru: ["Новая доставка", "доставк*", "заказ"],
} as const;

const LABELS = {
  new: ["ui.status.new"],
  assigned: ["ui.status.assigned", "orders.standing.assigned", "order.timeline.status.assigned"],
  in_progress: [
    "ui.status.in_progress",
    "orders.standing.in_progress",
    "order.timeline.status.in_progress",
    "webhooks.events.order_in_progress",
  ],
  delivered: [
    "ui.status.delivered",
    "orders.standing.delivered",
    "order.sentence.delivered_plain",
    "order.timeline.status.delivered",
    "ops.order.sentence.delivered_plain",
    "webhooks.events.order_delivered",
  ],
  cancelled: [
    "ui.status.cancelled",
    "orders.standing.cancelled",
    "order.sentence.cancelled",
    "order.timeline.status.cancelled",
    "ops.order.sentence.cancelled",
    "webhooks.events.order_cancelled",
  ],
} as const;

describe("the exceptions to the terms", () => {
  it("all match a current message", () => {
    const texts = [...listTexts(MESSAGES.en), ...listTexts(MESSAGES.ru)];
    const unused = Object.values(EXCEPTIONS).flatMap(({ terms, keys }) =>
      keys.filter(
        (key) =>
          !texts.some(
            ([path, text]) => path === key && terms.some((term) => toPattern(term).test(toShown(text))),
          ),
      ),
    );
    expect(unused).toEqual([]);
  });
});

describe.each(["en", "ru"] as const)("the terms in %s", (locale) => {
  const texts = listTexts(MESSAGES[locale]);

  it("match the table in docs/design-system.md", () => {
    expect(findStrays(locale, texts)).toEqual([]);
  });

  it("are reported with file, key and text when a message uses another word", () => {
    const [text, term, label] = PLANTED[locale];
    expect(findStrays(locale, [["orders.new", text]])).toEqual([
      `messages/${locale}/orders.json new: “${text}” has “${term}”, not “${label}”`,
    ]);
  });

  it.each(Object.entries(LABELS))("use one label for the status %s on every page", (status, paths) => {
    const label = TERMS.find(({ thing }) => thing === `\`${status}\``)?.labels[locale];
    // The Russian filter has the plural.
    const all: readonly string[] = locale === "en" ? [...paths, `orders.views.${status}`] : paths;
    const shown = texts.filter(([path]) => all.includes(path));
    expect(shown.map(([, text]) => text)).toEqual(all.map(() => label));
  });
});
