"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { countsAddress, listAddress } from "@/components/orders/list/address";
import { Link } from "@/components/ui/link";
import { Pending } from "@/components/ui/pending";
import { readState } from "@/components/ui/use-live";
import type { Mode } from "@/lib/account-scope";
import type { ViewCounts } from "@/lib/orders/list/count-orders";
import { type ListView, type OrderFilter, TAB_VIEWS, type TabView } from "@/lib/orders/list/order-filter";
import { MAX_COUNTED } from "@/lib/orders/list/order-list-item";

const COUNT_EVERY_MS = 10_000;

interface Props {
  filter: OrderFilter;
  mode: Mode;
  counts: ViewCounts;
}

export function ViewTabs({ filter, mode, counts: atFirst }: Props) {
  const t = useTranslations("orders.views");
  const { data: counts } = useQuery({
    queryKey: ["orders", "counts", mode],
    queryFn: async () => readState<ViewCounts>(await fetch(countsAddress(mode), { cache: "no-store" })),
    initialData: atFirst,
    refetchInterval: COUNT_EVERY_MS,
  });
  // A view that has no permanent tab gets one while it is open.
  const isTab = (view: ListView): view is TabView => TAB_VIEWS.some((one) => one === view);
  const views: readonly ListView[] = isTab(filter.view) ? TAB_VIEWS : [...TAB_VIEWS, filter.view];
  return (
    <nav aria-label={t("label")} className="border-b border-line px-2 max-sm:pb-3 sm:px-3.5 print:hidden">
      <ul className="flex gap-1 overflow-x-auto max-sm:gap-1.5 max-sm:px-2 [scrollbar-width:none]">
        {views.map((view) => (
          <li key={view} className="shrink-0">
            <Link
              href={listAddress({ ...filter, view }, mode)}
              aria-current={view === filter.view ? "page" : undefined}
              className="view-tab"
            >
              {t(view)}
              {isTab(view) && <Count count={counts[view]} isLate={view === "late"} />}
              <Pending />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ count, isLate }: { count: number; isLate: boolean }) {
  const format = useFormatter();
  return (
    <span
      className={`text-xs tabular-nums ${isLate && count > 0 ? "text-late" : "text-faint in-aria-[current=page]:text-inherit"}`}
    >
      {format.number(count)}
      {count >= MAX_COUNTED ? "+" : ""}
    </span>
  );
}
