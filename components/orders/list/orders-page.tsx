import type { ReactNode } from "react";
import { listAddress } from "@/components/orders/list/address";
import { type ListProps, OrderList } from "@/components/orders/list/order-list";
import { OrderSelection, type SelectionProps } from "@/components/orders/list/order-selection";
import { ViewTabs } from "@/components/orders/list/view-tabs";
import { QueryCache } from "@/components/ui/query-cache";
import type { ViewCounts } from "@/lib/orders/list/count-orders";
import type { ListedCourier } from "@/lib/orders/list/list-order-couriers";
import type { PageBoundary } from "@/lib/orders/list/order-filter";

interface Props
  extends Omit<ListProps, "courierName">,
    Pick<SelectionProps, "selected" | "initial" | "locale" | "styleUrl" | "shop" | "cancel"> {
  heading: ReactNode;
  edge: PageBoundary | null;
  counts: ViewCounts;
  couriers: readonly ListedCourier[];
}

export function OrdersPage({ heading, edge, counts, couriers, ...props }: Props) {
  const { page, filter, mode, timeZone, now, unused, ...sheet } = props;
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-1.125rem)] lg:min-h-128 print:block print:h-auto">
      <div className="px-4 pt-4 sm:px-6 print:px-1.5 [&>div]:mb-3">{heading}</div>
      {unused !== null ? (
        <div className="px-4 pb-8 sm:px-6">{unused}</div>
      ) : (
        <QueryCache>
          <ViewTabs filter={filter} mode={mode} counts={counts} />
          <OrderSelection
            {...sheet}
            address={listAddress(filter, mode, edge)}
            now={now}
            mode={mode}
            toolbar={{ filter, mode, timeZone, couriers }}
          >
            <OrderList
              {...{ page, filter, mode, timeZone, now, unused }}
              courierName={couriers[0]?.name ?? ""}
            />
          </OrderSelection>
        </QueryCache>
      )}
    </div>
  );
}
