"use client";

import {
  Banknote,
  Clock,
  DoorOpen,
  type LucideIcon,
  MessageSquareText,
  PackageCheck,
  WifiOff,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { AlarmSound } from "@/components/courier-app/alarm-sound";
import { BigButton } from "@/components/courier-app/controls";
import { useDayAndTime, useWindowText } from "@/components/courier-app/local-time";
import { OfferMap } from "@/components/courier-app/offer-map";
import { useServiceClock } from "@/components/courier-app/service-clock";
import { Sheet } from "@/components/courier-app/sheet";
import { useAlarm } from "@/components/courier-app/use-alarm";
import { useIsHydrated } from "@/components/courier-app/use-is-hydrated";
import { useReadyText } from "@/components/courier-app/use-ready-text";
import { useDistance } from "@/components/orders/detail/use-distance";
import { useRubles } from "@/components/orders/detail/use-rubles";
import type { OfferedTask } from "@/lib/courier-app/app-state";
import type { OfferDescription, OfferedStop } from "@/lib/courier-app/describe-offer";
import { formatStopwatch } from "@/lib/courier-app/waiting-time";
import { DECLINE_REASONS, type DeclineReason } from "@/lib/dispatch/decline-reason";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";
import { sizeSteps } from "@/lib/pricing/cargo-size";

/** Several offers are answered together. */
export function OfferScreen(props: {
  orders: readonly [OfferedTask, ...OfferedTask[]];
  description: OfferDescription;
  styleUrl: string | null;
  isConnected: boolean;
  onTake: () => void;
  onRefuse: (reason: DeclineReason) => void;
  sound?: AlarmSound;
}) {
  const { orders, description, styleUrl, isConnected, onTake, onRefuse, sound } = props;
  const t = useTranslations("courier.offer");
  const format = useFormatter();
  const rubles = useRubles();
  const now = useServiceClock();
  const [isRefusing, setIsRefusing] = useState(false);
  // All answers are due with the first one.
  const at = Math.min(...orders.map(({ offer }) => new Date(offer.at).getTime()));
  const until = Math.min(...orders.map(({ offer }) => new Date(offer.until).getTime()));
  const leftMs = Math.min(until - at, until - (now?.getTime() ?? at));
  const isOver = leftMs <= 0;
  const title = t(description.isAddition ? "addition" : "title", { count: orders.length });
  const shops = format.list([...new Set(orders.map(({ shop }) => shop.name))]);
  const pay = sumPay(orders);
  useAlarm(now !== null && !isOver, { title, text: shops }, sound);
  return (
    <main className="offer mx-auto flex min-h-dvh max-w-xl flex-col bg-live [--edge:min(1rem,5vw)] px-(--edge) pt-[max(1rem,env(safe-area-inset-top))] text-on-live [overflow-wrap:anywhere]">
      <header className="flex items-center gap-3">
        <div className="min-w-0 flex-1" role="status">
          <h1 className="type-title">{title}</h1>
          <p className="font-medium">{shops}</p>
        </div>
        <OfferRing
          leftMs={leftMs}
          wholeMs={until - at}
          label={t("left", { time: formatStopwatch(leftMs) })}
        />
      </header>
      {pay !== null && (
        <p className="text-[min(4.5rem,20vw)]/[1.06] font-[650] tracking-[-0.04em] [@media(max-height:700px)]:text-[min(3rem,14vw)]/[1.06]">
          {rubles(pay)}
        </p>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {isOver ? t("over") : ""}
      </p>
      {!isConnected && (
        <p className="flex items-center gap-2 font-semibold">
          <WifiOff className="size-6 shrink-0" aria-hidden />
          {t("offline")}
        </p>
      )}
      <Facts orders={orders} description={description} />
      <section className="isolate mt-1 flex flex-1 flex-col overflow-hidden rounded-2xl bg-white">
        {orders.map((order) => (
          <Terms key={order.orderId} order={order} />
        ))}
        <Stops stops={description.stops} />
        {orders.map(({ orderId, comment }) =>
          comment === null ? null : (
            <Term
              key={orderId}
              Icon={MessageSquareText}
              look="whitespace-pre-line px-(--edge) pb-4"
              text={comment}
            />
          ),
        )}
        <OfferMap
          stops={description.stops}
          from={orders[0].offer.from}
          styleUrl={styleUrl}
          isConnected={isConnected}
        />
      </section>
      <div className="sticky bottom-0 z-10 -mx-(--edge) grid gap-2 bg-live px-(--edge) pb-[calc(1rem+env(safe-area-inset-bottom))] pt-3 text-[min(1.25rem,6.4vw)]/tight font-semibold [@media(max-height:700px)]:grid-cols-[3fr_2fr]">
        <button
          type="button"
          onClick={onTake}
          className="min-h-[min(4rem,20vw)] rounded-2xl bg-on-live px-2 text-live active:brightness-125"
        >
          {t("take", { count: orders.length })}
        </button>
        <button
          type="button"
          onClick={() => setIsRefusing(true)}
          className="min-h-[min(3.5rem,17.5vw)] rounded-2xl border-2 border-on-live px-2 text-[0.9em] active:bg-on-live/10"
        >
          {t("refuse")}
        </button>
      </div>
      <RefuseSheet isOpen={isRefusing} onRefuse={onRefuse} onClose={() => setIsRefusing(false)} />
    </main>
  );
}

/** In RUB; null while operators have set no pay. */
function sumPay(orders: readonly OfferedTask[]): number | null {
  return orders.reduce<number | null>(
    (sum, { payRubles }) => (sum === null || payRubles === null ? null : sum + payRubles),
    0,
  );
}

function Facts(props: { orders: readonly OfferedTask[]; description: OfferDescription }) {
  const { meters, seconds, isAddition } = props.description;
  const t = useTranslations("courier.offer");
  const distance = useDistance();
  const sizes = props.orders
    .flatMap(({ dropoffs }) => dropoffs.map(({ cargoSize }) => cargoSize))
    .toSorted((a, b) => sizeSteps(a) - sizeSteps(b));
  return (
    <dl className="grid grid-cols-3 gap-2 py-3">
      <Fact name={t(isAddition ? "addedDistance" : "distance")}>{distance(meters)}</Fact>
      <Fact name={t(isAddition ? "addedTime" : "time")}>
        {t("minutes", { count: Math.max(1, Math.round(seconds / 60)) })}
      </Fact>
      <Fact name={t("size", { count: sizes.length })}>{[...new Set(sizes)].join(", ")}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-xl bg-on-live/9 p-[min(0.75rem,2.5vw)]">
      <dt className="text-[min(0.875rem,4.4vw)]/snug font-medium">{name}</dt>
      <dd className="text-[min(1.375rem,7vw)]/[1.27] font-[650] tracking-tight">{children}</dd>
    </div>
  );
}

function Stops({ stops }: { stops: readonly OfferedStop[] }) {
  const t = useTranslations("courier.offer");
  const distance = useDistance();
  return (
    <ol className="grid gap-2 p-4">
      {stops.map(({ address, leg }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its index.
        <li key={index} className="flex flex-wrap items-center gap-x-3">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-lg bg-on-live text-base font-semibold text-white"
          >
            {index + 1}
          </span>
          <span className="min-w-[min(7rem,60%)] flex-1 font-semibold">
            <bdi>{address.street}</bdi>, {address.building}
          </span>
          {leg !== null && (
            <span className="text-base font-medium text-on-live/80">
              {t(index === 0 ? "fromYou" : "further", { distance: distance(leg.distanceMeters) })}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Terms({ order }: { order: CourierTask }) {
  const t = useTranslations("courier.offer");
  const job = useTranslations("courier.job");
  const rubles = useRubles();
  const format = useFormatter();
  const dayAndTime = useDayAndTime();
  const isHydrated = useIsHydrated();
  const readyText = useReadyText(order);
  const { dropoffs, deliveryTime } = order;
  const formatWindow = useWindowText();
  const windows = new Set(
    dropoffs.flatMap(({ deliveryWindow }) => (deliveryWindow == null ? [] : [formatWindow(deliveryWindow)])),
  );
  const buyout = dropoffs.reduce((sum, { payment }) => sum + (payment?.rubles ?? 0), 0);
  const floors = dropoffs.flatMap(({ address: { floor }, doorstep }) =>
    doorstep && floor !== null ? [String(floor)] : [],
  );
  const lines = [
    buyout > 0 && { Icon: Banknote, text: t("buyout", { amount: rubles(buyout) }) },
    readyText !== null && { Icon: PackageCheck, text: readyText },
    isHydrated &&
      deliveryTime !== null && {
        Icon: Clock,
        text: job("deliverAt", { time: dayAndTime(new Date(deliveryTime)) }),
      },
    isHydrated &&
      windows.size > 0 && {
        Icon: Clock,
        text: job("deliverIn", { window: format.list(windows, { type: "unit" }) }),
      },
    floors.length > 0 && {
      Icon: DoorOpen,
      text: t("floors", { count: floors.length, floors: format.list(floors) }),
    },
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-2 px-(--edge) pt-4 font-semibold">
      {lines.map((line) => (
        <Term key={line.text} {...line} />
      ))}
    </div>
  );
}

function Term({ Icon, text, look = "" }: { Icon: LucideIcon; text: string; look?: string }) {
  return (
    <p className={`flex gap-[min(0.75rem,4vw)] ${look}`}>
      <Icon className="mt-0.5 size-[min(1.5rem,7.5vw)] shrink-0" aria-hidden />
      <span className="min-w-0">{text}</span>
    </p>
  );
}

function RefuseSheet(props: {
  isOpen: boolean;
  onRefuse: (reason: DeclineReason) => void;
  onClose: () => void;
}) {
  const { isOpen, onRefuse, onClose } = props;
  const t = useTranslations("courier.offer");
  return (
    <Sheet isOpen={isOpen} title={t("why")} onClose={onClose}>
      <p className="mt-2 text-soft">{t("whyText")}</p>
      <div className="mt-5 grid gap-3">
        {DECLINE_REASONS.map((reason) => (
          <BigButton key={reason} tone="fill" onClick={() => onRefuse(reason)}>
            {t(`reason.${reason}`)}
          </BigButton>
        ))}
        <BigButton tone="quiet" onClick={onClose}>
          {t("back")}
        </BigButton>
      </div>
    </Sheet>
  );
}

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;
const CIRCLE = { cx: 38, cy: 38, r: RADIUS, fill: "none", strokeWidth: 7 } as const;

function OfferRing({ leftMs, wholeMs, label }: { leftMs: number; wholeMs: number; label: string }) {
  const share = wholeMs > 0 ? Math.min(1, Math.max(0, leftMs / wholeMs)) : 0;
  return (
    <div
      role="timer"
      aria-label={label}
      className="relative grid size-[min(4.75rem,24vw)] shrink-0 place-items-center text-[min(1.375rem,7vw)]/none font-[650] tabular-nums"
    >
      <svg viewBox="0 0 76 76" className="absolute inset-0 -rotate-90" aria-hidden>
        <circle {...CIRCLE} className="stroke-on-live opacity-20" />
        {share > 0 && (
          <circle
            {...CIRCLE}
            strokeLinecap="round"
            strokeDasharray={ROUND}
            strokeDashoffset={ROUND * (1 - share)}
            className="stroke-on-live"
          />
        )}
      </svg>
      {formatStopwatch(Math.max(0, leftMs))}
    </div>
  );
}
