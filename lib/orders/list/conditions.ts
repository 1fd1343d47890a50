import { listLastDays, nextDate, startOfDate } from "@/lib/locale/day";
import type { OrderFilter } from "@/lib/orders/list/order-filter";
import { parseSearch } from "@/lib/orders/search";

export interface FilterClock {
  readonly timeZone: string;
  readonly now: Date;
}

export type Conditions = ReturnType<typeof buildConditions>;

export function buildConditions(filter: OrderFilter, { timeZone, now }: FilterClock) {
  const { view, from, to, search, courier, hasProblem } = filter;
  return {
    view,
    from: from === "" ? null : startOfDate(from, timeZone),
    /** Exclusive. */
    until: to === "" ? null : startOfDate(nextDate(to), timeZone),
    search: parseSearch(search),
    courier: courier === "" ? null : courier,
    hasProblem,
    today: listLastDays(now, timeZone, 1)[0]?.from ?? now,
    now,
  };
}
