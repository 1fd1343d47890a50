import { CircleAlert, CirclePause, CircleX, Navigation } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import { isStale } from "@/lib/board/board";
import type { CourierOverview } from "@/lib/couriers/list-couriers";
import { type Kopecks, kopecks, toRubles } from "@/lib/pricing/money";

/** What a courier holds in cash, or has paid of their own; nothing when that is nothing. */
export async function CashLine({ cash }: { cash: Kopecks }) {
  if (cash === 0) return null;
  const t = await getTranslations("ops.cash");
  const format = await getFormatter();
  const amount = format.number(toRubles(kopecks(Math.abs(cash))), {
    style: "currency",
    currency: "RUB",
    currencyDisplay: "narrowSymbol",
  });
  return <p className="font-medium tabular-nums">{t(cash > 0 ? "holds" : "owed", { amount })}</p>;
}

/** Whether a courier is on shift, and heard of. */
export async function ShiftLine({ courier, now }: { courier: CourierOverview; now: number }) {
  const t = await getTranslations("ops");
  const { disabledAt, onShiftSince, position } = courier;
  const isLost = isStale(
    { position: position === null ? null : { ...position, receivedAt: position.receivedAt.toISOString() } },
    now,
  );
  const [Icon, color, text] =
    disabledAt !== null
      ? ([CircleX, "text-bad", t("couriers.disabled")] as const)
      : onShiftSince === null
        ? ([CirclePause, "text-soft", t("map.off_shift")] as const)
        : isLost
          ? ([CircleAlert, "text-late", `${t("couriers.on_shift")} · ${t("map.stale")}`] as const)
          : ([Navigation, "text-delivered", t("couriers.on_shift")] as const);
  return (
    <p className={`flex items-center gap-1.5 font-medium ${color}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {text}
    </p>
  );
}
