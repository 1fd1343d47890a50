"use client";

import { useTranslations } from "next-intl";
import type { LegState, OrderPageView } from "@/components/orders/detail/order-state";
import { FoldedSection } from "@/components/orders/detail/section";
import { StopMark } from "@/components/orders/detail/stop-list";
import { useDistance } from "@/components/orders/detail/use-distance";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { DateTime } from "@/components/ui/date-time";

export function PriceCard({ order }: { order: OrderPageView }) {
  const t = useTranslations("order.price");
  const rubles = useRubles();
  const distance = useDistance();
  const legs = order.stops.flatMap(({ address, dropoff }, index) =>
    dropoff === null ? [] : [{ index, leg: dropoff.leg, street: `${address.street}, ${address.building}` }],
  );
  return (
    <FoldedSection title={t("title")} note={order.total === null ? null : rubles(order.total)}>
      <p className="mb-3 text-xs text-soft">{t(order.routingMode)}</p>
      <ol className="space-y-3 text-sm">
        {legs.map(({ index, leg, street }) => (
          <li key={index} className="flex items-start gap-3">
            <StopMark index={index} />
            <div className="min-w-0 flex-1">
              <p className="truncate" title={street}>
                {street}
              </p>
              <LegLine leg={leg} />
            </div>
            <p className="mt-0.5 tabular-nums">{rubles(leg.price)}</p>
          </li>
        ))}
      </ol>
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-sm">
        <span className="text-soft">
          {t("total", { distance: distance(order.distanceMeters), minutes: minutes(order.durationSeconds) })}
        </span>
        <strong className={order.total === order.price ? TOTAL : "font-medium tabular-nums"}>
          {order.price === null ? "—" : rubles(order.price)}
        </strong>
      </p>
      {(order.charges.length > 0 || order.status === "cancelled") && <Charges order={order} />}
      {order.resource.routing === "estimate" && <p className="mt-1 text-xs text-soft">{t("estimate")}</p>}
      <p className="mt-1 text-xs text-soft">{t(order.isQuoted ? "quoted" : "not_quoted")}</p>
    </FoldedSection>
  );
}

const TOTAL = "text-base font-semibold tabular-nums";

function Charges({ order: { charges, status, total } }: { order: OrderPageView }) {
  const t = useTranslations("order.price");
  const rubles = useRubles();
  return (
    <>
      <ul className="mt-2 space-y-2 text-sm">
        {charges.map((charge) => (
          <li
            key={`${charge.type} ${charge.at} ${charge.why}`}
            className="flex items-baseline justify-between gap-4"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {t(`charges.${charge.type}`)}
              <span className="block text-xs text-soft">
                {charge.type === "adjustment" && <>{charge.why} · </>}
                <DateTime at={charge.at} short />
              </span>
            </span>
            <span className="tabular-nums">{rubles(charge.amount)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-sm">
        <span>{t(status === "cancelled" ? "total_cancelled" : "total_with_charges")}</span>
        <strong className={TOTAL}>{total === null ? "—" : rubles(total)}</strong>
      </p>
    </>
  );
}

const minutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60));

function LegLine({ leg }: { leg: LegState }) {
  const t = useTranslations("order.price");
  const rubles = useRubles();
  const distance = useDistance();
  return (
    <p className="text-xs text-soft">
      {t("leg", { distance: distance(leg.distanceMeters), minutes: minutes(leg.durationSeconds) })}
      {" · "}
      {leg.surcharge === 0
        ? t("cargo", { size: leg.cargoSize })
        : t("cargo_surcharge", { size: leg.cargoSize, amount: rubles(leg.surcharge) })}
    </p>
  );
}
