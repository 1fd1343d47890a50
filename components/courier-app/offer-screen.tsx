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
import { useDayAndTime } from "@/components/courier-app/local-time";
import { OfferMap } from "@/components/courier-app/offer-map";
import { useServiceClock } from "@/components/courier-app/service-clock";
import { Sheet } from "@/components/courier-app/sheet";
import { useAlarm } from "@/components/courier-app/use-alarm";
import { useIsHydrated } from "@/components/courier-app/use-is-hydrated";
import { useReadyText } from "@/components/courier-app/use-ready-text";
import { useDistance } from "@/components/orders/detail/use-distance";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { formatStopwatch } from "@/lib/courier-app/waiting-time";
import { DECLINE_REASONS, type DeclineReason } from "@/lib/dispatch/decline-reason";
import type { CourierTask, Offer } from "@/lib/orders/fulfillment/courier-task";
import { sizeSteps } from "@/lib/pricing/cargo-size";

export function OfferScreen(props: {
  order: CourierTask;
  offer: Offer;
  styleUrl: string | null;
  isConnected: boolean;
  onTake: () => void;
  onRefuse: (reason: DeclineReason) => void;
  sound?: AlarmSound;
}) {
  const { order, offer, styleUrl, isConnected, onTake, onRefuse, sound } = props;
  const t = useTranslations("courier.offer");
  const rubles = useRubles();
  const now = useServiceClock();
  const [isRefusing, setIsRefusing] = useState(false);
  const [at, until] = [new Date(offer.at).getTime(), new Date(offer.until).getTime()];
  const leftMs = Math.min(until - at, until - (now?.getTime() ?? at));
  const isOver = leftMs <= 0;
  useAlarm(now !== null && !isOver, { title: t("title"), text: order.shop.name }, sound);
  return (
    <main className="offer mx-auto flex min-h-dvh max-w-xl flex-col bg-live [--edge:min(1rem,5vw)] px-(--edge) pt-[max(1rem,env(safe-area-inset-top))] text-on-live [overflow-wrap:anywhere]">
      <header className="flex items-center gap-3">
        <div className="min-w-0 flex-1" role="status">
          <h1 className="type-title">{t("title")}</h1>
          <p className="font-medium">{order.shop.name}</p>
        </div>
        <OfferRing
          leftMs={leftMs}
          wholeMs={until - at}
          label={t("left", { time: formatStopwatch(leftMs) })}
        />
      </header>
      {order.payRubles !== null && (
        <p className="text-[min(4.5rem,20vw)]/[1.06] font-[650] tracking-[-0.04em] [@media(max-height:700px)]:text-[min(3rem,14vw)]/[1.06]">
          {rubles(order.payRubles)}
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
      <Facts order={order} offer={offer} />
      <section className="isolate mt-1 flex flex-1 flex-col overflow-hidden rounded-2xl bg-white">
        <Terms order={order} />
        <Stops order={order} offer={offer} />
        {order.comment !== null && (
          <Term Icon={MessageSquareText} look="whitespace-pre-line px-(--edge) pb-4" text={order.comment} />
        )}
        <OfferMap order={order} offer={offer} styleUrl={styleUrl} isConnected={isConnected} />
      </section>
      <div className="sticky bottom-0 z-10 -mx-(--edge) grid gap-2 bg-live px-(--edge) pb-[calc(1rem+env(safe-area-inset-bottom))] pt-3 text-[min(1.25rem,6.4vw)]/tight font-semibold [@media(max-height:700px)]:grid-cols-[3fr_2fr]">
        <button
          type="button"
          onClick={onTake}
          className="min-h-[min(4rem,20vw)] rounded-2xl bg-on-live px-2 text-live active:brightness-125"
        >
          {t("take")}
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

function Facts({ order, offer }: { order: CourierTask; offer: Offer }) {
  const t = useTranslations("courier.offer");
  const distance = useDistance();
  const legs = [...(offer.toPickup === null ? [] : [offer.toPickup]), ...offer.toDropoffs];
  const meters = legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  const seconds = legs.reduce((sum, leg) => sum + leg.durationSeconds, 0);
  const sizes = order.dropoffs
    .map(({ cargoSize }) => cargoSize)
    .toSorted((a, b) => sizeSteps(a) - sizeSteps(b));
  return (
    <dl className="grid grid-cols-3 gap-2 py-3">
      <Fact name={t("distance")}>{distance(meters)}</Fact>
      <Fact name={t("time")}>{t("minutes", { count: Math.max(1, Math.round(seconds / 60)) })}</Fact>
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

function Stops({ order, offer }: { order: CourierTask; offer: Offer }) {
  const t = useTranslations("courier.offer");
  const distance = useDistance();
  const stops = [
    { address: order.pickup.address, leg: offer.toPickup },
    ...order.dropoffs.map(({ address }, index) => ({ address, leg: offer.toDropoffs[index] ?? null })),
  ];
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
