"use client";

import { useTranslations } from "next-intl";
import { nextStopOf, type OrderState } from "@/components/order/order-state";
import { TimeWindow } from "@/components/order/time-window";
import { Moment } from "@/components/ui/moment";

const TELLS_OF_COURIER: ReadonlySet<string> = new Set(["status", "driver_changed", "courier_not_found"]);

/** Shows when the courier is expected next, or why that is unknown. */
export function Arrival({ order }: { order: OrderState }) {
  const t = useTranslations("order.arrival");
  const { status, deliveredAt, driver, wayBack } = order;
  if (wayBack?.state === "on_the_way") {
    const { eta } = wayBack;
    return eta === null ? t("returning") : t.rich("back", { time: () => <Moment at={eta} /> });
  }
  if (status === "cancelled") return t("cancelled");
  if (status === "delivered") {
    return deliveredAt === null ? null : t.rich("delivered", { time: () => <Moment at={deliveredAt} /> });
  }
  // Before the pickup it is the first dropoff that people ask about.
  const next = nextStopOf(order) || 1;
  if (next === -1) return t("question");
  const stop = order.stops[next];
  if (status === "in_progress" && stop?.arrivedAt != null) return t("there", { number: next });
  const arrival = stop?.dropoff?.arrival;
  if (arrival != null) {
    return t.rich("window", {
      number: next,
      window: () => <TimeWindow from={arrival.from} to={arrival.to} />,
    });
  }
  const latest = order.timeline.findLast(({ type }) => TELLS_OF_COURIER.has(type));
  if (driver === null && latest?.type === "courier_not_found") return t("courier_not_found");
  if (driver === null) return t(status === "new" ? "no_courier" : "courier_lost");
  return t("unseen");
}
