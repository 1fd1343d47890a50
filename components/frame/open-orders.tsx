"use client";

import { useFormatter } from "next-intl";
import { useLive } from "@/components/ui/use-live";
import type { Mode } from "@/lib/accounts/scope";
import type { OpenCounts } from "@/lib/orders/list/count-open-orders";
import { MOST_COUNTED } from "@/lib/orders/list/listed-order";

const ADDRESSES = { state: "/dashboard/open/state", events: "/dashboard/open/events" };

/** How many orders are open in a mode, as it changes; nothing when none are. */
export function OpenOrders({ mode, atFirst }: { mode: Mode; atFirst: OpenCounts }) {
  const format = useFormatter();
  const { data } = useLive<OpenCounts>(ADDRESSES, atFirst);
  const count = data[mode];
  return count === 0 ? null : `${format.number(count)}${count < MOST_COUNTED ? "" : "+"}`;
}
