import { operationTitle } from "@/app/(site)/docs/operation-doc";
import { OPERATIONS } from "@/app/v1/operations";
import type { NavigationGroup, NavigationLink } from "@/components/docs/docs-frame";
import { GUIDES } from "@/lib/docs/guides";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

type Group = keyof (typeof MESSAGES)["en"]["docs"]["group"];

const WEBHOOK_OPERATIONS = OPERATIONS.filter(({ path }) => path.startsWith("/webhook_endpoints")).map(
  ({ operationId }) => operationId,
);

const NAMED_PAGES: Readonly<Record<Group, readonly string[]>> = {
  start: ["", "first-order", "keys", "retries", "testing", "going-live", "ping"],
  orders: [
    "order-life",
    "createOrder",
    "listOrders",
    "getOrder",
    "replaceOrder",
    "patchOrder",
    "edits",
    "getCancellation",
    "cancelOrder",
    "answerUndeliverable",
    "issueTrackingLink",
    "createBatch",
    "getBatch",
    "stopBatch",
    "stepOrder",
    "listStatements",
    "getStatement",
  ],
  quotes: ["createQuote", "quotes", "getPricing"],
  addresses: ["address-search", "searchAddresses", "findNearestAddress"],
  events: ["listEvents"],
  webhooks: ["webhooks", "webhook-events", "verify-signature", "webhook-replay", ...WEBHOOK_OPERATIONS],
  errors: ["errors", "limits"],
  clients: ["clients"],
  changelog: ["versions"],
};

const named = new Set(Object.values(NAMED_PAGES).flat());
const otherOperations = OPERATIONS.filter(({ operationId }) => !named.has(operationId));

/** Pages below /docs in order. Operations that NAMED_PAGES omits come last in the group that their path starts with. */
export const PAGE_GROUPS = Object.fromEntries(
  Object.entries(NAMED_PAGES).map(([group, pages]) => {
    const others = otherOperations.filter(({ path }) => path.startsWith(`/${group}`));
    return [group, [...pages, ...others.map(({ operationId }) => operationId)]];
  }),
);

export function buildNavigation(locale: Locale): NavigationGroup[] {
  const words = MESSAGES[locale].docs;
  const more: Partial<Record<Group, readonly NavigationLink[]>> = {
    quotes: [{ href: "/pricing", title: words.calculator, method: null }],
    changelog: [{ href: "/changelog", title: words.changelog, method: null }],
  };
  return Object.entries(PAGE_GROUPS).map(([name, paths]) => {
    const group = name as Group;
    return {
      group,
      title: words.group[group],
      links: [
        ...(group === "changelog" ? (more[group] ?? []) : []),
        ...paths.map((path) => buildLink(locale, path)),
        ...(group === "changelog" ? [] : (more[group] ?? [])),
      ],
    };
  });
}

function buildLink(locale: Locale, path: string): NavigationLink {
  const operation = OPERATIONS.find(({ operationId }) => operationId === path);
  return {
    href: path === "" ? "/docs" : `/docs/${path}`,
    title:
      operation === undefined ? (GUIDES[locale][path]?.title ?? path) : operationTitle(locale, operation),
    method: operation?.method ?? null,
  };
}
