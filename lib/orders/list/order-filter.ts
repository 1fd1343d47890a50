import { isDate, nextDate, startOfDate } from "@/lib/calendar/day";
import { ORDER_STATUSES } from "@/lib/orders/order";
import { type OrderSearch, parseSearch } from "@/lib/orders/search";

/** Which orders a list shows: all, those that have not ended, those without a courier, or one status. */
export const LIST_VIEWS = ["all", "active", "no_courier", ...ORDER_STATUSES] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** A list's filter, as in its address. */
export interface OrderFilter {
  readonly view: ListView;
  /** Days such as 2026-11-21 in the account's time zone, both included; empty for none. */
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

/** Which part of a list to show: older or newer than the order with this code. */
export interface Edge {
  readonly side: "before" | "after";
  readonly code: string;
}

/** The same filter as the database query takes it. */
export interface OrderConditions {
  readonly view: ListView;
  readonly from: Date | null;
  /** The first instant after. */
  readonly until: Date | null;
  readonly search: OrderSearch | null;
}

const LONGEST_SEARCH = 128;
const CODE = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/;

/**
 * Reads the filter of an address. Addresses are typed and pasted by hand: invalid parts filter nothing.
 *
 * @param parameter returns the text of a parameter, empty when absent
 */
export function readFilter(parameter: (name: string) => string): OrderFilter {
  const view = LIST_VIEWS.find((one) => one === parameter("status")) ?? "all";
  const day = (name: string) => (isDate(parameter(name)) ? parameter(name) : "");
  // The database takes neither NUL nor half of a surrogate pair.
  const search = parameter("search").toWellFormed().replaceAll("\u0000", "").trim();
  return { view, from: day("from"), to: day("to"), search: [...search].slice(0, LONGEST_SEARCH).join("") };
}

/** Reads which part of the list an address asks for; null for the beginning. */
export function readEdge(parameter: (name: string) => string): Edge | null {
  for (const side of ["before", "after"] as const) {
    const code = parameter(side).toUpperCase();
    if (CODE.test(code)) return { side, code };
  }
  return null;
}

/** Order codes as an address lists them, at most so many. */
export function readCodes(text: string, most: number): string[] {
  return text
    .split(",")
    .filter((code) => CODE.test(code))
    .slice(0, most);
}

/** The parameters that `readFilter` reads, without those that filter nothing. */
export function filterParameters({ view, from, to, search }: OrderFilter): URLSearchParams {
  const given = { status: view === "all" ? "" : view, search, from, to };
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
}

/** Whether anything is left out. */
export function isNarrowed(filter: OrderFilter): boolean {
  return filterParameters(filter).size > 0;
}

/** The meaning of a filter in the account's time zone. */
export function conditionsOf({ view, from, to, search }: OrderFilter, timeZone: string): OrderConditions {
  return {
    view,
    from: from === "" ? null : startOfDate(from, timeZone),
    until: to === "" ? null : startOfDate(nextDate(to), timeZone),
    search: parseSearch(search),
  };
}
