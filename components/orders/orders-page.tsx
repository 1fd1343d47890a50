"use client";

import { type ReactNode, useRef } from "react";
import type { OrderPageView } from "@/components/order/order-state";
import { listAddress } from "@/components/orders/address";
import { type ListProps, OrderList } from "@/components/orders/order-list";
import { OrderSheet, type SheetProps } from "@/components/orders/order-sheet";
import { Toolbar, useDensity } from "@/components/orders/toolbar";
import { useSelected } from "@/components/orders/use-selected";
import { ViewTabs } from "@/components/orders/view-tabs";
import { QueryCache } from "@/components/ui/query-cache";
import type { ViewCounts } from "@/lib/orders/list/count-orders";
import type { ListedCourier } from "@/lib/orders/list/list-order-couriers";
import type { Edge } from "@/lib/orders/list/order-filter";

interface Given extends ListProps, Omit<SheetProps, "mode" | "now"> {
  edge: Edge | null;
  counts: ViewCounts;
  couriers: readonly ListedCourier[];
  /** The order whose sheet the address names, and what it shows. */
  selected: string | null;
  initial: OrderPageView | null;
}

/** The list of an account's orders: tabs, search and filter, rows, and beside them the sheet of one of them. */
export function OrdersPage(given: Given & { heading: ReactNode }) {
  const { heading, unused } = given;
  return (
    <QueryCache>
      <div className="flex flex-col lg:h-[calc(100dvh-1.125rem)] lg:min-h-128 print:block print:h-auto">
        <div className="px-4 pt-4 sm:px-6 print:px-1.5 [&>div]:mb-3">{heading}</div>
        {unused === null ? <Parts {...given} /> : <div className="px-4 pb-8 sm:px-6">{unused}</div>}
      </div>
    </QueryCache>
  );
}

function Parts({ edge, counts, couriers, selected: atFirst, initial, ...given }: Given) {
  const { page, filter, mode, timeZone, now } = given;
  const list = useRef<HTMLDivElement>(null);
  const selected = useSelected(list, (code) => listAddress(filter, mode, edge, code), atFirst);
  const density = useDensity();
  const { code } = selected;
  const codes = page.orders.map((order) => order.code).join(",");
  return (
    <>
      <ViewTabs filter={filter} mode={mode} counts={counts} />
      <div className="flex min-h-0 flex-1 print:block">
        <div className="flex min-w-0 flex-1 flex-col">
          <Toolbar
            filter={filter}
            mode={mode}
            timeZone={timeZone}
            couriers={couriers}
            onEnter={selected.enter}
          />
          <div
            ref={list}
            data-density={density}
            className="relative min-h-0 flex-1 lg:overflow-y-auto print:overflow-visible"
          >
            <OrderList
              key={`${listAddress(filter, mode, edge)} ${codes}`}
              {...given}
              selected={code}
              courierName={couriers.find(({ id }) => id === filter.courier)?.name ?? ""}
              onOpen={selected.open}
            />
          </div>
        </div>
        {code !== null && (
          <OrderSheet
            key={code}
            code={code}
            initial={initial?.code === code ? initial : null}
            now={now}
            mode={mode}
            locale={given.locale}
            styleUrl={given.styleUrl}
            shop={given.shop}
            cancel={given.cancel}
            onClose={selected.close}
          />
        )}
      </div>
    </>
  );
}
