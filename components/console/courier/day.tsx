import { useFormatter, useTranslations } from "next-intl";
import { orderListAddress } from "@/components/console/orders/order-filters";
import { ClockTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { CourierDay, DayItem } from "@/lib/console/overview/courier-day";

const EVERYTHING = { list: "all", search: "", shop: "", sort: "newest" } as const;

/** `earned` is null while no pay is set. */
export function DayFacts({ day, earned }: { day: CourierDay; earned: string | null }) {
  const t = useTranslations("ops.courier");
  const format = useFormatter();
  const { accepted, refused, drivenMeters, orders, shiftSeconds } = day;
  const offered = accepted + refused;
  const shiftMinutes = Math.floor(shiftSeconds / 60);
  const facts = [
    [t("on_shift"), t("hours", { hours: Math.floor(shiftMinutes / 60), minutes: shiftMinutes % 60 })],
    [t("orders_done"), String(orders.filter(({ status }) => status === "delivered").length)],
    [
      t("driven"),
      format.number(drivenMeters / 1000, { style: "unit", unit: "kilometer", maximumFractionDigits: 1 }),
    ],
    [
      t("acceptance"),
      offered === 0
        ? "—"
        : t("acceptance_of", {
            share: format.number(accepted / offered, { style: "percent" }),
            accepted,
            offered,
          }),
    ],
    ...(earned === null ? [] : [[t("earned"), earned]]),
  ];
  return (
    <section aria-label={t("today")}>
      <h2 className="mb-3 type-heading">{t("today")}</h2>
      <dl className="space-y-2 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4">
            <dt className="text-soft">{term}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface DayProps {
  orders: readonly DayItem[];
  courierId: string;
  mode: Mode;
  current: string | null;
}

export function DayOrders({ orders, current, courierId, mode }: DayProps) {
  const t = useTranslations("ops.courier");
  return (
    <section aria-labelledby="orders-of-day">
      <h2 id="orders-of-day" className="mb-2 type-heading">
        {t("orders")}
      </h2>
      <p className="mb-2 text-sm">
        <Link href={orderListAddress({ ...EVERYTHING, courier: courierId }, mode)} className={LINK}>
          {t("all_orders")}
        </Link>
      </p>
      {orders.length === 0 && <p className="text-sm text-soft">{t("no_orders")}</p>}
      <ul className="text-sm">
        {orders.map(({ code, status, accountName, street, building, changedAt }) => (
          <li
            key={code}
            className={`relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 hover:bg-hover ${code === current ? "font-medium" : ""}`}
          >
            <StatusPill status={status} />
            <Link href={`/ops/orders/${code}`} className="font-mono after:absolute after:inset-0">
              {code}
            </Link>
            <span className="min-w-40 flex-1 truncate">
              <bdi>{street}</bdi>, {building}
            </span>
            <span className="text-soft">{accountName}</span>
            <span className="text-soft tabular-nums">
              <ClockTime at={changedAt.toISOString()} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
