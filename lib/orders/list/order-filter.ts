import { isDate, lastDays, nextDate, startOfDate } from "@/lib/calendar/day";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { parseSearch } from "@/lib/orders/search";

/** What a list shows: `today` adds all open orders, `moving` has a courier, `searching` waits for one. */
export const LIST_VIEWS = [
  "today",
  "moving",
  "searching",
  "late",
  "finished",
  "all",
  "active",
  ...ORDER_STATUSES,
] as const;
export type ListView = (typeof LIST_VIEWS)[number];

export const TAB_VIEWS = [
  "today",
  "moving",
  "searching",
  "late",
  "finished",
] as const satisfies readonly ListView[];
export type TabView = (typeof TAB_VIEWS)[number];

export interface OrderFilter {
  readonly view: ListView;
  /** Days such as 2026-11-21 in the account's time zone, both included; empty for none. */
  readonly from: string;
  readonly to: string;
  readonly search: string;
  /** The courier's identifier; empty for any. */
  readonly courier: string;
  /** Only those about which somebody must do something. */
  readonly hasProblem: boolean;
}

export interface PageBoundary {
  readonly side: "before" | "after";
  readonly code: string;
}

export interface Conditions {
  readonly view: ListView;
  readonly from: Date | null;
  /** The first instant after. */
  readonly until: Date | null;
  /** As `parseSearch` reads it. */
  readonly search: string | null;
  readonly courier: string | null;
  readonly hasProblem: boolean;
  readonly today: Date;
  readonly now: Date;
}

export interface FilterClock {
  readonly timeZone: string;
  readonly now: Date;
}

const MAX_SEARCH_LENGTH = 128;
const CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads the filter of an address. Addresses are typed and pasted by hand: invalid parts filter nothing. Without a view
 * it is today's, and all once something is looked for, which may be of any day.
 *
 * @param parameter returns the text of a parameter, empty when absent
 */
export function readFilter(parameter: (name: string) => string): OrderFilter {
  const day = (name: string) => (isDate(parameter(name)) ? parameter(name) : "");
  // The database takes neither NUL nor half of a surrogate pair.
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

/** Reads which part of the list an address asks for; null for the beginning. */
export function readEdge(parameter: (name: string) => string): PageBoundary | null {
  for (const side of ["before", "after"] as const) {
    const code = readCode(parameter(side));
    if (code !== null) return { side, code };
  }
  return null;
}

/** Reads the code of an order; null when it is none. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase();
  return CODE.test(code) ? code : null;
}

/** Order codes as an address lists them, at most so many. */
export function readCodes(text: string, most: number): string[] {
  return text
    .split(",")
    .filter((code) => CODE.test(code))
    .slice(0, most);
}

/** The parameters that `readFilter` reads, without those that filter nothing. */
export function filterParameters(filter: OrderFilter): URLSearchParams {
  const { view, from, to, search, courier, hasProblem } = filter;
  const status = view === usualView(filter) ? "" : view;
  const input = { status, search, from, to, courier, problem: hasProblem ? "1" : "" };
  return new URLSearchParams(Object.entries(input).filter(([, value]) => value !== ""));
}

export function isNarrowed(filter: OrderFilter): boolean {
  return filterParameters(filter).size > 0;
}

/** The meaning of a filter now, in the account's time zone. */
export function buildConditions(filter: OrderFilter, { timeZone, now }: FilterClock): Conditions {
  const { view, from, to, search, courier, hasProblem } = filter;
  return {
    view,
    from: from === "" ? null : startOfDate(from, timeZone),
    until: to === "" ? null : startOfDate(nextDate(to), timeZone),
    search: parseSearch(search),
    courier: courier === "" ? null : courier,
    hasProblem,
    today: lastDays(now, timeZone, 1)[0]?.from ?? now,
    now,
  };
}
