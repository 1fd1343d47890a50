"use client";

import { useTranslations } from "next-intl";
import { courierName, type SentenceFormatter } from "@/components/orders/detail/order-sentence";
import {
  findNextStopIndex,
  type OrderPageView,
  type TimelineItem,
} from "@/components/orders/detail/order-state";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { useNow } from "@/components/ui/use-now";

export function Timeline({ order, now: atFirst }: { order: OrderPageView; now: number }) {
  const t = useTranslations("order.timeline");
  const saying = useOrderFormatter(useNow(atFirst));
  const { timeline, isTimelineCut, isOver, status, stops } = order;
  const isSingle = stops.length === 2;
  // With one dropoff, its handover is the delivery itself.
  const items = timeline.filter(
    ({ type }) => !(isSingle && status === "delivered" && (type === "handed_over" || type === "arrived")),
  );
  return (
    <section aria-label={t("title")}>
      {isTimelineCut && <p className="mb-3 text-xs text-soft">{t("cut")}</p>}
      <ol className="timeline text-sm" data-over={isOver}>
        {items.map((item, index) => (
          <li key={getKey(item)} data-now={!isOver && index === items.length - 1}>
            <span className="min-w-0 wrap-anywhere">{formatItem(item, order, t)}</span>
            <time dateTime={item.at} title={item.at} className="text-soft tabular-nums">
              {saying.time(item.at)}
            </time>
            <Who item={item} />
          </li>
        ))}
        {!isOver && <Next order={order} saying={saying} />}
      </ol>
    </section>
  );
}

function getKey(item: TimelineItem): string {
  if (item.type === "status") return item.status;
  const which = item.event?.sequence ?? ("dropoff" in item ? item.dropoff : "");
  return `${item.type}-${which}`;
}

function formatItem(
  item: TimelineItem,
  order: OrderPageView,
  t: ReturnType<typeof useTranslations<"order.timeline">>,
): string {
  const total = order.stops.length - 1;
  switch (item.type) {
    case "status": {
      const status = t(`status.${item.status}`);
      return item.driverName === null ? status : `${status}: ${item.driverName}`;
    }
    case "driver_changed":
      return item.driverName === null ? t("courier_lost") : t("courier_changed", { name: item.driverName });
    case "arrived":
    case "handed_over":
      return t(item.type, { number: item.dropoff, total });
    case "decided":
      return t(item.type, { number: item.dropoff });
    case "failed":
      return t("failed", { number: item.dropoff, reason: item.failureCode ?? "other" });
    case "proof_added":
      return item.dropoff === 0 ? t("proof_added_pickup") : t("proof_added", { number: item.dropoff });
    default:
      return t(item.type);
  }
}

const BY_NAME = ["key", "user", "courier", "operator"] as const;

function Who({ item }: { item: TimelineItem }) {
  const t = useTranslations("order.timeline.by");
  const ui = useTranslations("ui.actor");
  if (!("actorType" in item) || item.actorType === null) return null;
  const { actorType, actorName } = item;
  const named = BY_NAME.find((one) => one === actorType);
  const text =
    named !== undefined && actorName !== null
      ? t(named, { name: actorName })
      : ui.has(actorType)
        ? ui(actorType)
        : actorType;
  return <small className="text-xs text-soft wrap-anywhere">{text}</small>;
}

function Next({ order, saying: { window, clock } }: { order: OrderPageView; saying: SentenceFormatter }) {
  const t = useTranslations("order.timeline");
  const { wayBack, stops, status } = order;
  if (wayBack?.state === "on_the_way") {
    return (
      <li data-next="true">
        <span>{t("next_back")}</span>
        {wayBack.eta !== null && <span className="text-soft tabular-nums">{clock(wayBack.eta)}</span>}
      </li>
    );
  }
  const next = status === "in_progress" ? findNextStopIndex(order) : 1;
  const stop = stops[next];
  if (stop === undefined || courierName(order) === "") return null;
  const arrival = stop.dropoff?.arrival ?? null;
  return (
    <li data-next="true">
      <span>{t("next", { number: next, total: stops.length - 1 })}</span>
      {arrival !== null && <span className="text-soft tabular-nums">{window(arrival.from, arrival.to)}</span>}
    </li>
  );
}
