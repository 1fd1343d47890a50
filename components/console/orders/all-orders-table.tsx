"use client";

import { PackageSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BulkActions } from "@/components/console/orders/bulk-buttons";
import { ChosenOrders } from "@/components/console/orders/chosen-orders";
import { OrderArrival, OrderTable } from "@/components/console/orders/order-table";
import { useSelection } from "@/components/console/orders/use-selection";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { EmptyState } from "@/components/ui/empty-state";
import type { Mode } from "@/lib/account-scope";
import { isScheduled } from "@/lib/orders/is-scheduled";
import type { OperatorListItem } from "@/lib/orders/list/list-orders-for-operators";

export interface OperatorListRow extends Omit<OperatorListItem, "price"> {
  readonly price: number | null;
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

interface Props {
  orders: readonly OperatorListRow[];
  mode: Mode;
  now: number;
  actions: BulkActions;
}

export function AllOrdersTable({ orders, mode, now, actions }: Props) {
  const t = useTranslations("ops.orders");
  const rubles = useRubles();
  const selection = useSelection(orders.map(({ code }) => code));
  if (orders.length === 0) return <EmptyState icon={PackageSearch} heading={t("none_found")} />;
  return (
    <>
      <OrderTable
        last="price"
        selection={selection}
        orders={orders.map((order) => {
          const { status, street, building, courierName, arrival, deliveryTime, changedAt, price } = order;
          const dispatchAt = order.dispatchAt.toISOString();
          return {
            ...order,
            hasCourier: courierName !== null,
            isScheduled: isScheduled({ status, hasCourier: courierName !== null, dispatchAt }, now),
            address: `${street}, ${building}`,
            courier: courierName ?? "—",
            time: (
              <OrderArrival
                status={status}
                arrival={arrival}
                deliveryTime={deliveryTime?.toISOString() ?? null}
                deliveryWindow={order.deliveryWindow}
                endedAt={status === "delivered" ? changedAt.toISOString() : null}
                now={now}
              />
            ),
            last: price === null ? "—" : rubles(price),
          };
        })}
      />
      <ChosenOrders mode={mode} selection={selection} actions={actions} />
    </>
  );
}
