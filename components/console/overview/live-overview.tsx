"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { formatHeadline, overviewHeadline } from "@/components/console/overview/overview-headline";
import { type MapProps, OverviewMap } from "@/components/console/overview/overview-map";
import { useAccountBoard } from "@/components/console/overview/use-account-board";
import { QueryCache } from "@/components/ui/query-cache";
import type { AccountBoard } from "@/lib/console/overview/account-board";

interface Props extends Omit<MapProps, "board"> {
  initial: AccountBoard;
  action: ReactNode;
  top: ReactNode;
  aside: ReactNode;
  empty: ReactNode;
}

export const LiveOverview = (props: Props) => (
  <QueryCache>
    <LiveContent {...props} />
  </QueryCache>
);

function LiveContent({ initial, action, top, aside, empty, ...map }: Props) {
  const t = useTranslations("overview.moment");
  const { data } = useAccountBoard(map.mode, initial);
  useRefreshAfter(data.orders, data.counts);
  const { counts } = data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="min-w-0 type-display">{formatHeadline(overviewHeadline(counts), t)}</h1>
        {action}
      </div>
      {top}
      <div className="grid gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23.25rem] lg:[@media(width<75rem)]:grid-cols-[minmax(0,1fr)_19rem]">
        {counts.open === 0 && data.couriers.length === 0 ? empty : <OverviewMap board={data} {...map} />}
        <div className="min-w-0">{aside}</div>
      </div>
    </>
  );
}

const SOON_MS = 1_500;

/** Positions do not matter to the rest of the page. */
function useRefreshAfter(orders: AccountBoard["orders"], counts: AccountBoard["counts"]): void {
  const router = useRouter();
  const shown = useRef({ orders, counts });
  useEffect(() => {
    if (shown.current.orders === orders && shown.current.counts === counts) return;
    const timer = setTimeout(() => {
      shown.current = { orders, counts };
      router.refresh();
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, [router, orders, counts]);
}
