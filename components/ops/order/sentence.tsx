"use client";

import { useTranslations } from "next-intl";
import type { OpsPageView } from "@/components/ops/order/ops-order-state";
import { nextStopOf } from "@/components/order/order-state";
import { TimeWindow } from "@/components/order/time-window";
import { Moment } from "@/components/ui/moment";

/** Says in one sentence how an order stands. */
export function Sentence({ order }: { order: OpsPageView }) {
  const t = useTranslations("ops.order.sentence");
  const { status, driver, takeover, wayBack, stops, deliveryTime, deliveredAt } = order;
  const name = (driver?.name ?? "").trim().split(/\s+/)[0] ?? "";
  if (takeover !== null) return t("takeover", { name, from: takeover.name });
  if (wayBack?.state === "on_the_way") return t("going_back", { name });
  switch (status) {
    case "new":
    case "assigned": {
      if (driver === null) {
        return deliveryTime === null
          ? t(status === "new" ? "searching" : "replacing")
          : t.rich("scheduled", { time: () => <Moment at={deliveryTime} short /> });
      }
      if (stops[0]?.arrivedAt != null) return t("at_pickup", { name });
      return t(order.acceptedAt === null ? "offered" : "to_pickup", { name });
    }
    case "in_progress": {
      const next = nextStopOf(order);
      const stop = stops[next];
      if (stop === undefined) return t("question");
      if (stop.arrivedAt !== null) return t("at_door", { name });
      const arrival = stop.dropoff?.arrival;
      if (arrival == null) return t("on_the_way", { name });
      return t.rich("arrives", { name, window: () => <TimeWindow from={arrival.from} to={arrival.to} /> });
    }
    case "delivered":
      return deliveredAt === null
        ? t("delivered_plain")
        : t.rich("delivered", { time: () => <Moment at={deliveredAt} short /> });
    case "cancelled":
      return t(wayBack === null ? "cancelled" : "cancelled_back");
  }
}
