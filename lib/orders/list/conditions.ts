import { listLastDays, nextDate, startOfDate } from "@/lib/calendar/day";
import type { ListView, OrderFilter } from "@/lib/orders/list/order-filter";
import { parseSearch } from "@/lib/orders/search";

export interface Conditions {
  readonly view: ListView;
  readonly from: Date | null;
  /** Exclusive. */
  readonly until: Date | null;
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

export function buildConditions(filter: OrderFilter, { timeZone, now }: FilterClock): Conditions {
  const { view, from, to, search, courier, hasProblem } = filter;
  return {
    view,
    from: from === "" ? null : startOfDate(from, timeZone),
    until: to === "" ? null : startOfDate(nextDate(to), timeZone),
    search: parseSearch(search),
    courier: courier === "" ? null : courier,
    hasProblem,
    today: listLastDays(now, timeZone, 1)[0]?.from ?? now,
    now,
  };
}
