"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/order/card";
import type { OrderState, TimelineItem } from "@/components/order/order-state";
import { Moment } from "@/components/ui/moment";

/** Lists everything that has happened to the order: when, what and who did it. */
export function Timeline({ order: { timeline, isTimelineCut, isOver } }: { order: OrderState }) {
  const t = useTranslations("order.timeline");
  return (
    <Card title={t("title")}>
      {isTimelineCut && <p className="mb-3 text-xs text-soft">{t("cut")}</p>}
      <ol className="timeline text-sm" data-over={isOver}>
        {timeline.map((item) => (
          <li key={keyOf(item)} className="[overflow-wrap:anywhere]">
            <p className={item.type === "status" ? "font-medium" : ""}>
              <What item={item} />
            </p>
            <p className="text-xs text-soft">
              <Moment at={item.at} seconds />
              <Who item={item} />
            </p>
            {item.event !== null && (
              <p className="font-mono text-xs text-soft">
                {item.event.type} #{item.event.sequence}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function keyOf(item: TimelineItem): string {
  if (item.type === "status") return item.status;
  const which = item.event?.sequence ?? ("dropoff" in item ? item.dropoff : "");
  return `${item.type}-${which}`;
}

function What({ item }: { item: TimelineItem }) {
  const t = useTranslations("order.timeline");
  const ui = useTranslations("ui.status");
  switch (item.type) {
    case "status": {
      const status = ui(item.status);
      return item.driverName === null ? status : `${status}: ${item.driverName}`;
    }
    case "driver_changed":
      return item.driverName === null ? t("courier_lost") : t("courier_changed", { name: item.driverName });
    case "arrived":
    case "handed_over":
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

/** Says who did it, where that is recorded. */
function Who({ item }: { item: TimelineItem }) {
  const ui = useTranslations("ui.actor");
  if (["updated", "driver_changed", "courier_not_found", "decided", "return_started"].includes(item.type))
    return null;
  const [actor, name] = item.type === "status" ? [item.actorType, item.actorName] : ["courier", null];
  return (
    <>
      <br />
      {ui.has(actor) ? ui(actor) : actor}
      {name === null ? "" : `: ${name}`}
    </>
  );
}
