import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { MOST_COUNTED } from "@/lib/orders/list/listed-order";
import { conditionsOf, type FilterClock, readFilter, type TabView } from "@/lib/orders/list/order-filter";
import { selectViewCounts } from "@/lib/orders/list/store";

/** How many of the scope's orders each tab shows; none is counted beyond `MOST_COUNTED`. */
export type ViewCounts = Readonly<Record<TabView, number>>;

/** Counts the orders of each tab's view. */
export function countViews(db: Queryable, scope: AccountScope, clock: FilterClock): Promise<ViewCounts> {
  return selectViewCounts(
    db,
    scope,
    conditionsOf(
      readFilter(() => ""),
      clock,
    ),
    MOST_COUNTED,
  );
}
