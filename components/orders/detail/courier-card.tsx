"use client";

import { CircleAlert, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { formatPhone, formatPlate, formatTime } from "@/components/tracking/format";
import { translateColor } from "@/components/tracking/translate-color";
import { useAge } from "@/components/ui/age";
import { useDateFormat } from "@/components/ui/page-zone";
import { SMALL_SECONDARY } from "@/components/ui/styles";
import { useLanguage } from "@/components/ui/use-language";
import { useNow } from "@/components/ui/use-now";
import { callLink } from "@/lib/courier-app/contact-link";
import { isCourierStale } from "@/lib/couriers/freshness";
import { TRANSPORT_TYPES, type TransportType } from "@/lib/couriers/vehicle";
import { isScheduled } from "@/lib/orders/is-scheduled";

interface Props {
  order: OrderPageView;
  now: number;
  children?: ReactNode;
}

export function CourierCard({ order, now, children }: Props) {
  const t = useTranslations("order.courier");
  const { driver, isOver, status, plan } = order;
  const dates = useDateFormat();
  const plannedTime = plan?.pickupAt == null ? "" : formatTime(new Date(plan.pickupAt), dates);
  return (
    <section aria-label={t("title")}>
      {driver === null ? (
        <>
          <h2 className="mb-1 type-heading">{t("title")}</h2>
          <p className="text-sm text-soft">{t(explainAbsence(order, now), { time: plannedTime })}</p>
        </>
      ) : (
        <>
          <div className="mb-1 flex items-start justify-between gap-3">
            <h2 className="min-w-0 type-heading [overflow-wrap:anywhere]">{driver.name}</h2>
            <Plate number={driver.transport.number} />
          </div>
          <div className="text-sm text-soft">
            <Vehicle transport={driver.transport} />
            {status === "assigned" && <p>{t(order.acceptedAt === null ? "not_accepted" : "accepted")}</p>}
            {!isOver && order.isRouteShared && <p>{t("shared", { count: countStopsBefore(order) })}</p>}
            {!isOver && <LastSeen order={order} now={now} />}
          </div>
          <a href={callLink(driver.phone)} className={`${SMALL_SECONDARY} mt-3`}>
            <Phone aria-hidden="true" className="size-4" />
            {formatPhone(driver.phone).shown}
          </a>
        </>
      )}
      {/* In one place, so that an open panel survives the assignment of a courier. */}
      {children}
    </section>
  );
}

function Plate({ number }: { number: string | null | undefined }) {
  if (number == null || number === "") return null;
  return (
    <span className="inline-flex min-h-7 shrink-0 items-center rounded-[7px] px-2.5 text-sm font-semibold tracking-wide whitespace-nowrap ring-[1.5px] ring-ink ring-inset">
      {formatPlate(number)}
    </span>
  );
}

function Vehicle({ transport }: { transport: NonNullable<OrderPageView["driver"]>["transport"] }) {
  const ui = useTranslations("ui.transport");
  const { type, color, make, model } = transport;
  const known = TRANSPORT_TYPES.find((one): one is TransportType => one === type);
  const locale = useLanguage();
  const vehicle = [[make, model].filter(Boolean).join(" "), translateColor(color ?? "", locale).word];
  const parts = [known === undefined ? "" : ui(known), vehicle.filter(Boolean).join(", ")].filter(Boolean);
  return parts.length > 0 && <p>{parts.join(" · ")}</p>;
}

function LastSeen({ order: { position }, now: atFirst }: { order: OrderPageView; now: number }) {
  const t = useTranslations("order.courier");
  const age = useAge();
  const now = useNow(atFirst);
  if (position === null) return <p>{t("unseen")}</p>;
  const isOld = isCourierStale(position.updated_at, now);
  return (
    <p className={isOld ? "flex items-center gap-1.5 text-late" : ""}>
      {isOld && <CircleAlert aria-hidden="true" className="size-4 shrink-0" />}
      {t(isOld ? "seen_long_ago" : "seen", { age: age(position.updated_at, now) })}
    </p>
  );
}

/** Of other orders, before the next dropoff. */
const countStopsBefore = ({ resource }: OrderPageView): number =>
  resource.stops_before?.find((count) => count !== null) ?? 0;

function explainAbsence({ isOver, status, dispatchAt, resource, plan }: OrderPageView, now: number) {
  if (isOver) return "had_none";
  if (resource.held_reason !== null) return "held";
  if (isScheduled({ status, dispatchAt, hasCourier: false }, now)) return "scheduled";
  if (plan?.reason === null) return "planned";
  return status === "new" ? "none_yet" : "lost";
}
