import { CircleAlert, CirclePause, CircleX, Coffee, Navigation } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { ClockTime } from "@/components/ui/date-time";
import { isCourierStale } from "@/lib/couriers/freshness";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { type Kopecks, kopecks, toRubles } from "@/lib/pricing/money";

export function CashLine({ cash }: { cash: Kopecks }) {
  const t = useTranslations("ops.cash");
  const rubles = useRubles();
  if (cash === 0) return null;
  const amount = rubles(toRubles(kopecks(Math.abs(cash))));
  return <p className="font-medium tabular-nums">{t(cash > 0 ? "holds" : "owed", { amount })}</p>;
}

/** @param props.aheadMs of the tracker's clock; null if its positions are accepted */
export function TrackerClockLine({ aheadMs }: { aheadMs: number | null }) {
  const t = useTranslations("ops.courier");
  if (aheadMs === null) return null;
  return (
    <p className="flex items-center gap-1.5 font-medium text-bad">
      <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      {t("clock_ahead", { minutes: Math.round(aheadMs / 60_000) })}
    </p>
  );
}

export function ShiftLine({ courier, now }: { courier: CourierOverview; now: number }) {
  const t = useTranslations("ops");
  const { disabledAt, onShiftSince, onBreakSince, position } = courier;
  const isLost = isCourierStale(position?.receivedAt ?? null, now);
  const [Icon, color, text] =
    disabledAt !== null
      ? ([CircleX, "text-bad", t("couriers.disabled")] as const)
      : onShiftSince === null
        ? ([CirclePause, "text-soft", t("couriers.off_shift")] as const)
        : onBreakSince !== null
          ? ([
              Coffee,
              "text-soft",
              <span key="since">
                {t("couriers.on_break")} <ClockTime at={onBreakSince.toISOString()} />
              </span>,
            ] as const)
          : isLost
            ? ([CircleAlert, "text-late", `${t("couriers.on_shift")} · ${t("couriers.stale")}`] as const)
            : ([Navigation, "text-delivered", t("couriers.on_shift")] as const);
  return (
    <p className={`flex items-center gap-1.5 font-medium ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {text}
    </p>
  );
}
