import { isDate } from "@/lib/locale/day";
import { ORDER_STATUSES } from "@/lib/orders/order";

/** `today` includes all open orders, `moving` has a courier, `searching` has none, `scheduled` waits for its search. */
export const TAB_VIEWS = ["today", "moving", "searching", "scheduled", "late", "finished"] as const;
export type TabView = (typeof TAB_VIEWS)[number];

export const LIST_VIEWS = [...TAB_VIEWS, "all", "active", ...ORDER_STATUSES] as const;
export type ListView = (typeof LIST_VIEWS)[number];

export interface OrderFilter {
  readonly view: ListView;
  /** Inclusive local days such as 2026-11-21: of the order, or with `scheduled` of the delivery. Empty for none. */
  readonly from: string;
  readonly to: string;
  readonly search: string;
  readonly courier: string;
  /** Only orders that need a decision or action. */
  readonly hasProblem: boolean;
}

export interface PageBoundary {
  readonly side: "before" | "after";
  readonly code: string;
}

/** Limit of an operator's action on several orders. */
export const MAX_ORDERS_PER_ACTION = 200;

const MAX_SEARCH_LENGTH = 128;
const CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses a URL's filter, ignoring invalid parts. The default view is `today`, or all with a search text. */
export function readFilter(parameter: (name: string) => string): OrderFilter {
  const day = (name: string) => (isDate(parameter(name)) ? parameter(name) : "");
  // PostgreSQL rejects NUL and lone surrogates.
  const search = parameter("search").toWellFormed().replaceAll("\u0000", "").trim();
  const rest = {
    from: day("from"),
    to: day("to"),
    search: [...search].slice(0, MAX_SEARCH_LENGTH).join(""),
    courier: UUID.test(parameter("courier")) ? parameter("courier") : "",
    hasProblem: parameter("problem") === "1",
  };
  const view = LIST_VIEWS.find((one) => one === parameter("status")) ?? usualView(rest);
  return { view, ...rest };
}

function usualView(rest: Omit<OrderFilter, "view">): ListView {
  return isRefined(rest) ? "all" : "today";
}

export function isRefined({ from, to, search, courier, hasProblem }: Omit<OrderFilter, "view">): boolean {
  return hasProblem || [from, to, search, courier].some((value) => value !== "");
}

/** Returns null at the beginning of the list. */
export function readEdge(parameter: (name: string) => string): PageBoundary | null {
  for (const side of ["before", "after"] as const) {
    const code = readCode(parameter(side));
    if (code !== null) return { side, code };
  }
  return null;
}

export function readCode(text: string): string | null {
  const code = text.toUpperCase();
  return CODE.test(code) ? code : null;
}

export function readCodes(text: string, most: number): string[] {
  return text
    .split(",")
    .filter((code) => CODE.test(code))
    .slice(0, most);
}

/** Returns the parameters of `readFilter` without defaults. */
export function filterParameters(filter: OrderFilter): URLSearchParams {
  const { view, from, to, search, courier, hasProblem } = filter;
  const status = view === usualView(filter) ? "" : view;
  const input = { status, search, from, to, courier, problem: hasProblem ? "1" : "" };
  return new URLSearchParams(Object.entries(input).filter(([, value]) => value !== ""));
}

export function isNarrowed(filter: OrderFilter): boolean {
  return filterParameters(filter).size > 0;
}
