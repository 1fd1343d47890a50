"use client";

import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { MetadataList } from "@/components/orders/detail/metadata-list";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { ContactLink } from "@/components/orders/detail/stop-list";
import { useDistance } from "@/components/orders/detail/use-distance";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { formatPhone, formatPlate } from "@/components/tracking/format";
import { CopyButton } from "@/components/ui/copy-field";
import { ICON, LINK } from "@/components/ui/styles";
import { callLink } from "@/lib/courier-app/contact-link";

type Fact = readonly [term: string, value: ReactNode];

export function OrderFacts({ order, now }: { order: OrderPageView; now: number }) {
  const t = useTranslations("order.facts");
  const facts = [...usePrice(order), ...useRoute(order), ...useIdentity(order, now)];
  return (
    <section aria-label={t("label")}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-xs text-soft">{term}</dt>
            <dd className="min-w-0 leading-5.5 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {order.comment !== null && (
        <p className="mt-3 text-sm whitespace-pre-line wrap-anywhere">
          <span className="text-soft">{t("comment")}:</span> {order.comment}
        </p>
      )}
      <div className="mt-3 text-sm empty:hidden">
        <MetadataList metadata={order.metadata} />
      </div>
    </section>
  );
}

export function OrderSummary({ order, now }: { order: OrderPageView; now: number }) {
  const t = useTranslations("order.facts");
  const facts = [...usePeople(order), ...usePrice(order), ...useIdentity(order, now)];
  const comment = <span className="whitespace-pre-line">{order.comment}</span>;
  if (order.comment !== null) facts.push([t("comment"), comment]);
  return (
    <section aria-label={t("label")}>
      <dl className="grid grid-cols-[minmax(5.5rem,auto)_minmax(0,1fr)] gap-x-4 items-baseline gap-y-2 text-sm">
        {facts.map(([term, value]) => (
          <Fragment key={term}>
            <dt className="text-soft">{term}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-2 text-sm empty:hidden">
        <MetadataList metadata={order.metadata} />
      </div>
    </section>
  );
}

function usePrice({ charges, total, price, status }: OrderPageView): Fact[] {
  const t = useTranslations("order.facts");
  const rubles = useRubles();
  if (status === "cancelled" && total !== null) return [[t("total_cancelled"), rubles(total)]];
  if (charges.length > 0 && total !== null) return [[t("total"), rubles(total)]];
  return [[t("price"), price === null ? "—" : rubles(price)]];
}

function useRoute({ distanceMeters, stops }: OrderPageView): Fact[] {
  const t = useTranslations("order.facts");
  const distance = useDistance();
  const value = t("route_value", { count: stops.length - 1, distance: distance(distanceMeters) });
  const sizes = new Set(stops.flatMap(({ dropoff }) => (dropoff === null ? [] : [dropoff.leg.cargoSize])));
  return [
    [t("route"), value],
    [t("cargo"), [...sizes].join(", ")],
  ];
}

function useIdentity(order: OrderPageView, now: number): Fact[] {
  const { createdAt, deliveryTime, deliveryWindow, readyAt, externalOrderId } = order;
  const t = useTranslations("order.facts");
  const { time, isToday, windowOrDay } = useOrderFormatter(now);
  const day = (at: string) => (
    <time dateTime={at}>{isToday(at) ? t("today", { time: time(at) }) : time(at)}</time>
  );
  const identifier = (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 font-mono text-sm font-medium wrap-anywhere">{externalOrderId}</span>
      <CopyButton value={externalOrderId} label={t("external_id")} look={`${ICON} -my-1.5`} isIcon />
    </span>
  );
  return [
    ...(deliveryTime === null ? [] : [[t("delivery_time"), day(deliveryTime)] as const]),
    ...(deliveryWindow == null ? [] : [[t("delivery_window"), windowOrDay(deliveryWindow)] as const]),
    ...(readyAt === null ? [] : [[t("ready_at"), day(readyAt)] as const]),
    [t("created"), day(createdAt)],
    [t("external_id"), identifier],
  ];
}

function usePeople({ stops, driver }: OrderPageView): Fact[] {
  const t = useTranslations("order.facts");
  const room = useTranslations("stop.rooms");
  const [first, ...others] = stops.filter(({ dropoff }) => dropoff !== null);
  const facts: Fact[] = [];
  if (first !== undefined && others.length === 0) {
    const { contact, address } = first;
    const rooms = (["apartment", "entrance"] as const)
      .filter((name) => address[name] !== null)
      .map((name) => room(name, { value: String(address[name]) }));
    facts.push(
      [
        t("recipient"),
        <>
          {contact.name !== null && (
            <>
              <bdi>{contact.name}</bdi> ·{" "}
            </>
          )}
          <ContactLink contact={contact} />
        </>,
      ],
      [t("address"), [`${address.street}, ${address.building}`, ...rooms].join(", ")],
    );
  } else if (first !== undefined) {
    facts.push([t("recipient"), t("recipients", { count: others.length + 1 })]);
  }
  if (driver !== null) {
    const { make, model, number } = driver.transport;
    const vehicle = [[make, model].filter(Boolean).join(" "), formatPlate(number ?? "")].filter(Boolean);
    facts.push([
      t("courier"),
      <>
        <bdi>{driver.name}</bdi> ·{" "}
        <a href={callLink(driver.phone)} className={`${LINK} inline-block`}>
          {formatPhone(driver.phone).shown}
        </a>
        {vehicle.length > 0 && <span className="block text-soft">{vehicle.join(", ")}</span>}
      </>,
    ]);
  }
  return facts;
}
