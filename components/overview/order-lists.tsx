import {
  CircleCheck,
  CircleQuestionMark,
  ClockAlert,
  type LucideIcon,
  Undo2,
  UserX,
  WifiOff,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Age } from "@/components/ui/age";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { CARD, LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/accounts/scope";
import { dueAt } from "@/lib/orders/due-at";
import type { LatestOrder, Overview } from "@/lib/overview/get-overview";
import type { OrderTrouble, RunningOrder } from "@/lib/overview/overview";
import { inMode } from "@/lib/pages/mode";
import { toRubles } from "@/lib/pricing/money";

const SIGNS: Readonly<Record<OrderTrouble, { icon: LucideIcon; color: string }>> = {
  question: { icon: CircleQuestionMark, color: "text-bad" },
  returning: { icon: Undo2, color: "text-late" },
  late: { icon: ClockAlert, color: "text-late" },
  no_courier: { icon: UserX, color: "text-late" },
  courier_silent: { icon: WifiOff, color: "text-bad" },
};

const MOST_SHOWN = 8;

/** Lists the orders that need attention, and why. */
export function AttentionList({
  troubled,
  isWhole,
  mode,
  now,
}: {
  troubled: Overview["troubled"];
  /** Whether all of them are shown, not just the first ones. */
  isWhole: boolean;
  mode: Mode;
  now: number;
}) {
  const t = useTranslations("overview.attention");
  const shown = isWhole ? troubled : troubled.slice(0, MOST_SHOWN);
  const rest = troubled.length - shown.length;
  return (
    <section aria-labelledby="attention" className={`${CARD} min-w-0`}>
      <h2 id="attention" className="px-5 pt-5 type-heading">
        {t("heading")}
        {troubled.length > 0 && <span className="ml-2 font-normal text-soft">{troubled.length}</span>}
      </h2>
      {troubled.length === 0 ? (
        <div className="flex items-start gap-3 p-5">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-delivered" />
          <div>
            <p className="font-medium">{t("none")}</p>
            <p className="mt-1 text-sm text-soft">{t("none_hint")}</p>
          </div>
        </div>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {shown.map(({ order, troubles }) => (
            <li key={order.code} className="px-5 py-3">
              <OrderLine order={order} mode={mode} />
              <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
                {troubles.map((trouble) => (
                  <TroubleLine key={trouble} trouble={trouble} order={order} now={now} />
                ))}
              </p>
            </li>
          ))}
          {rest > 0 && (
            <li className="px-5 py-1 text-sm">
              <Link
                href={`${inMode("/dashboard?attention=all", mode)}#attention`}
                className={`${LINK} inline-flex min-h-11 items-center`}
              >
                {t("more", { count: rest })}
              </Link>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function TroubleLine({ trouble, order, now }: { trouble: OrderTrouble; order: RunningOrder; now: number }) {
  const t = useTranslations("overview.attention");
  const { icon: Icon, color } = SIGNS[trouble];
  const name = order.courierName ?? "";
  const since = (at: Date) => () => <Age at={at.toISOString()} now={now} />;
  const failures = useTranslations("order.failures");
  const { question, failedAt } = order;
  const more = {
    question: () =>
      question === null
        ? null
        : t.rich("answer", {
            reason: failures(question.reason),
            number: question.dropoff,
            at: since(question.answerUntil),
          }),
    returning: () => (failedAt === null ? null : t.rich("failed", { at: since(failedAt) })),
    late: () => t.rich("due", { at: since(dueAt(order)) }),
    no_courier: () => t.rich("placed", { at: since(order.createdAt) }),
    courier_silent: () =>
      order.heardAt === null ? t("unheard", { name }) : t.rich("heard", { name, at: since(order.heardAt) }),
  };
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-1.5">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
      <span className={`font-medium ${color}`}>{t(trouble)}</span>
      <span className="text-soft">{more[trouble]()}</span>
    </span>
  );
}

/** Lists the newest orders, whatever their status. */
export function LatestOrders({
  orders,
  mode,
  now,
}: {
  orders: readonly LatestOrder[];
  mode: Mode;
  now: number;
}) {
  const t = useTranslations("overview.latest");
  const format = useFormatter();
  return (
    <section aria-labelledby="latest" className={`${CARD} min-w-0`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 pt-3">
        <h2 id="latest" className="type-heading">
          {t("heading")}
        </h2>
        <Link
          href={inMode("/dashboard/orders", mode)}
          className={`${LINK} inline-flex min-h-11 items-center text-sm`}
        >
          {t("all")}
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.code} className="px-5 py-3">
            <div className="flex items-center justify-between gap-3">
              <OrderLine order={order} mode={mode} />
              <StatusPill status={order.status} hasCourier={order.hasCourier} />
            </div>
            <p className="mt-0.5 flex justify-between gap-3 text-sm text-soft">
              <span className="truncate">
                {order.street}, {order.building}
              </span>
              <span className="shrink-0">
                {order.price !== null &&
                  format.number(toRubles(order.price), {
                    style: "currency",
                    currency: "RUB",
                    currencyDisplay: "narrowSymbol",
                    trailingZeroDisplay: "stripIfInteger",
                  })}
                {" · "}
                <Age at={order.createdAt.toISOString()} now={now} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An order's code, linked to its page, with its external ID. */
function OrderLine({ order, mode }: { order: { code: string; externalOrderId: string }; mode: Mode }) {
  return (
    <p className="flex min-w-0 items-baseline gap-3">
      <Link
        href={inMode(`/dashboard/orders/${order.code}`, mode)}
        className={`${LINK} inline-flex min-h-6 items-center font-mono text-sm whitespace-nowrap`}
      >
        {order.code}
      </Link>
      <span className="truncate text-sm">{order.externalOrderId}</span>
    </p>
  );
}
