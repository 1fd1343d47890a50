"use client";

import { Check, Clock, Hourglass, PackageCheck, TriangleAlert, Undo2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { BigButton, Disclosure } from "@/components/courier-app/controls";
import { useDevicePosition } from "@/components/courier-app/device-position";
import { useDayAndTime, useLocalTime, useWindowText } from "@/components/courier-app/local-time";
import { NavigatorButton } from "@/components/courier-app/navigator-button";
import { useServiceClock } from "@/components/courier-app/service-clock";
import { ConfirmDialog } from "@/components/courier-app/sheet";
import { ContactLinks, StopCard, StopFacts, streetLine } from "@/components/courier-app/stop-card";
import { TripMap } from "@/components/courier-app/trip-map";
import { useIsHydrated } from "@/components/courier-app/use-is-hydrated";
import { useReadyText } from "@/components/courier-app/use-ready-text";
import { unbreakable } from "@/components/orders/detail/unbreakable";
import { useDistance } from "@/components/orders/detail/use-distance";
import { findNextLeg, findStop, isAtNextStop, type NextLeg } from "@/lib/courier-app/next-leg";
import { formatStopwatch, waitingTime } from "@/lib/courier-app/waiting-time";
import {
  type CourierTakeover,
  type CourierTask,
  type CourierTaskStop,
  findNextStep,
} from "@/lib/orders/fulfillment/courier-task";
import type { NextStep } from "@/lib/orders/progress";

export function CourierTaskScreen(props: {
  order: CourierTask;
  isConnected: boolean;
  styleUrl: string | null;
  onCall?: (() => void) | undefined;
  /** Actions for this step in addition to the contact links; the navigator button by default. */
  actions?: ReactNode;
  /** Next to the contact links if there are any, so that the courier sees a reply. */
  messages?: ReactNode;
  hasMessages?: boolean;
  /** The stops of the courier's other orders. */
  laterStops?: ReactNode;
  children?: ReactNode;
}) {
  const { order, isConnected, styleUrl, onCall, actions, messages, hasMessages = false } = props;
  const { laterStops, children } = props;
  const t = useTranslations("courier.job");
  const place = useDevicePosition();
  const next = findNextStep(order);
  const ahead = useMemo(() => findNextLeg(order, place), [order, place]);
  const title = useActivity(order, next);
  const far = useRemainingTrip(ahead);
  const stopText = useTranslations("courier.stop");
  const getTitle = (index: number) => {
    if (index === 0) return stopText("pickup");
    return order.dropoffs.length === 1 ? stopText("recipient") : stopText("dropoff", { number: index });
  };
  const stops = [order.pickup, ...order.dropoffs];
  const current = findStop(next);
  const stop = current === null ? undefined : stops[current];
  const giver = next?.type === "take_over" ? order.takeover : null;
  const isBack = next?.type === "arrive_back" || next?.type === "give_back";
  const others = stops.map((_, index) => index).filter((index) => index !== current);
  const contact = stop !== undefined && (
    <>
      <ContactLinks contact={stop.contact} onCall={onCall}>
        {actions ?? <NavigatorButton place={stop.address} />}
      </ContactLinks>
      {hasMessages && messages}
    </>
  );
  const isThere = isAtNextStop(next);
  // The proofs must be visible without scrolling.
  const needsProof = isThere && stop !== undefined && Object.values(stop.proof).some(Boolean);
  const map = ahead !== null && (
    <TripMap
      ahead={ahead}
      place={place}
      isThere={isThere}
      isOnlyDropoff={order.dropoffs.length === 1}
      isConnected={isConnected}
      styleUrl={styleUrl}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!needsProof && map}
      {isBack && order.status === "cancelled" && <CancelledOnTheWay />}
      <article className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {giver !== null ? (
          <TakeOver giver={giver} order={order} title={title} />
        ) : stop === undefined ? (
          <div role="status">
            <h1 className="type-display">{title}</h1>
            {!isConnected && (
              <p className="mt-2">{t(order.returnState === "returned" ? "returnedText" : "deliveredText")}</p>
            )}
          </div>
        ) : (
          <div>
            <p className="font-medium text-soft">
              <span role="status">{title}</span>
              {far !== null && t("far", far)}
              {next !== null && "attempt" in next && (
                <strong className="text-late"> · {t("secondTry")}</strong>
              )}
              {next?.type === "hand_over" && <SinceArrival order={order} dropoff={next.dropoff} />}
            </p>
            <h1 className="type-display [overflow-wrap:anywhere]">{streetLine(stop.address)}</h1>
            {stop.address.area !== order.pickup.address.area && (
              <p className="text-soft [overflow-wrap:anywhere]">{stop.address.area}</p>
            )}
            {isBack && <GoodsBack order={order} />}
          </div>
        )}
        {next?.type === "wait" && (
          <AwaitedAnswer
            until={order.dropoffs[next.dropoff]?.answerUntil ?? null}
            isConnected={isConnected}
          />
        )}
        {order.status === "assigned" && <ReadyTime order={order} />}
        {!isBack && next?.type !== "hand_over" && <DeliveryTime at={order.deliveryTime} />}
        {!isBack && <WindowTime order={order} stop={current} />}
        {!isThere && contact}
        {stop !== undefined && (
          <StopFacts
            key={current}
            stop={stop}
            orderCode={current === 0 ? order.orderCode : null}
            comment={isBack ? null : order.comment}
          >
            {children}
          </StopFacts>
        )}
        {isThere && contact}
      </article>
      {needsProof && map}
      {!hasMessages && messages}
      <Disclosure
        summary={
          <span className="font-semibold">
            {t(current === null ? "stops" : "other", { count: others.length })}
          </span>
        }
      >
        <div className="grid gap-2 px-2 pb-2">
          {others.map((index) => {
            const other = stops[index];
            return other === undefined ? null : (
              <Disclosure
                key={index}
                summary={<OtherStop stop={other} title={getTitle(index)} outcome={toOutcome(order, index)} />}
              >
                <div className="px-4 pb-4">
                  <StopCard stop={other} />
                </div>
              </Disclosure>
            );
          })}
          {actions !== undefined && stop !== undefined && (
            <NavigatorButton place={stop.address} street={streetLine(stop.address)} />
          )}
          <p className="px-2 py-1 text-soft">{t("order", { code: unbreakable(order.orderCode) })}</p>
        </div>
      </Disclosure>
      {laterStops}
    </div>
  );
}

function TakeOver({ giver, order, title }: { giver: CourierTakeover; order: CourierTask; title: string }) {
  const t = useTranslations("courier.takeover");
  const { fromName, fromPhone } = giver;
  return (
    <>
      <div>
        <p className="font-medium text-soft">
          <span role="status">{title}</span>
        </p>
        <h1 className="type-display [overflow-wrap:anywhere]">{fromName}</h1>
      </div>
      <p>{t("text", { code: unbreakable(order.orderCode) })}</p>
      <ContactLinks contact={{ type: "phone", name: fromName, value: fromPhone }} onCall={undefined}>
        <NavigatorButton place={giver} />
      </ContactLinks>
    </>
  );
}

function CancelledOnTheWay() {
  const t = useTranslations("courier.back");
  return (
    <div role="alert" className="flex gap-3 rounded-2xl border-2 border-bad bg-bad-tint p-4 text-bad">
      <TriangleAlert className="mt-0.5 size-7 shrink-0" aria-hidden />
      <p className="text-xl font-bold leading-snug">{t("cancelled")}</p>
    </div>
  );
}

function GoodsBack({ order: { dropoffs } }: { order: CourierTask }) {
  const t = useTranslations("courier.back");
  const format = useFormatter();
  const numbers = dropoffs.flatMap(({ deliveredAt, resolution }, index) =>
    deliveredAt === null && resolution !== "leave" ? [String(index + 1)] : [],
  );
  if (dropoffs.length === 1) return null;
  return <p className="mt-2">{t("goods", { count: numbers.length, numbers: format.list(numbers) })}</p>;
}

function AwaitedAnswer({ until, isConnected }: { until: string | null; isConnected: boolean }) {
  const t = useTranslations("courier.answer");
  const clock = useLocalTime();
  const text = until === null || !isConnected ? t("unsent") : t("until", { time: clock(new Date(until)) });
  return (
    <div className="flex gap-3 rounded-2xl bg-fill p-4">
      <Hourglass className="mt-0.5 size-6 shrink-0" aria-hidden />
      <p>
        <strong className="block">{text}</strong>
        {t("text")}
      </p>
    </div>
  );
}

function SinceArrival({ order, dropoff }: { order: CourierTask; dropoff: number }) {
  const now = useServiceClock();
  const arrivedAt = order.dropoffs[dropoff]?.arrivedAt ?? null;
  if (arrivedAt === null || now === null) return null;
  return (
    <span className="tabular-nums"> · +{formatStopwatch(waitingTime(order, arrivedAt, now).sinceMs)}</span>
  );
}

type Outcome = "done" | "asked" | "goesBack" | "left";

const OUTCOME_COLORS: Record<Outcome, string> = {
  done: "text-delivered",
  asked: "text-late",
  goesBack: "text-late",
  left: "text-delivered",
};

function OtherStop(props: { stop: CourierTaskStop; title: string; outcome: Outcome | null }) {
  const { stop, title, outcome } = props;
  const t = useTranslations("courier.job");
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 flex-1">
        <span className="block text-base text-soft">{title}</span>
        <span className="block font-semibold leading-tight [overflow-wrap:anywhere]">
          {streetLine(stop.address)}
        </span>
      </span>
      {outcome !== null && (
        <span
          className={`flex max-w-2/5 items-center gap-1 text-base font-semibold ${OUTCOME_COLORS[outcome]}`}
        >
          {outcome === "done" && <Check className="size-5 shrink-0" aria-hidden />}
          {t(outcome)}
        </span>
      )}
    </span>
  );
}

function ReadyTime({ order }: { order: CourierTask }) {
  const text = useReadyText(order);
  if (text === null) return null;
  return (
    <p className="flex gap-3 font-semibold">
      <PackageCheck className="mt-0.5 size-6 shrink-0" aria-hidden />
      <time dateTime={order.readyAt ?? undefined}>{text}</time>
    </p>
  );
}

function DeliveryTime({ at }: { at: string | null }) {
  const t = useTranslations("courier.job");
  const dayAndTime = useDayAndTime();
  if (at === null) return null;
  const time = dayAndTime(new Date(at));
  return (
    <p className="flex gap-3 font-semibold">
      <Clock className="mt-0.5 size-6 shrink-0" aria-hidden />
      <time dateTime={at}>{t("deliverAt", { time })}</time>
    </p>
  );
}

/** The window of the dropoff that the courier goes to, before the pickup of the first one. */
function WindowTime({ order, stop }: { order: CourierTask; stop: number | null }) {
  const t = useTranslations("courier.job");
  const formatWindow = useWindowText();
  const isHydrated = useIsHydrated();
  const window = order.dropoffs[Math.max(0, (stop ?? 0) - 1)]?.deliveryWindow ?? null;
  if (window === null || stop === null || !isHydrated) return null;
  return (
    <p className="flex gap-3 font-semibold">
      <Clock className="mt-0.5 size-6 shrink-0" aria-hidden />
      <time dateTime={window.from}>{t("deliverIn", { window: formatWindow(window) })}</time>
    </p>
  );
}

function toOutcome(order: CourierTask, stop: number): Outcome | null {
  const dropoff = order.dropoffs[stop - 1];
  if (dropoff === undefined) return order.status === "assigned" ? null : "done";
  if (dropoff.deliveredAt !== null) return "done";
  if (dropoff.failedAt === null) return order.returnState === "on_the_way" ? "goesBack" : null;
  if (dropoff.resolution === "ask") return "asked";
  return dropoff.resolution === "leave" ? "left" : "goesBack";
}

function useActivity(order: CourierTask, next: NextStep | null): string {
  const t = useTranslations("courier.job");
  const clock = useLocalTime();
  if (next === null) return t(order.returnState === "returned" ? "doing.returned" : "doing.delivered");
  if (!("dropoff" in next)) return t(`doing.${next.type}`);
  const arrivedAt = order.dropoffs[next.dropoff]?.arrivedAt ?? null;
  const time = arrivedAt === null ? "" : clock(new Date(arrivedAt));
  if (order.dropoffs.length === 1) return t(`doingOnly.${next.type}`, { time });
  return t(`doing.${next.type}`, { number: next.dropoff + 1, total: order.dropoffs.length, time });
}

/** Null at the stop, and when no route is known. */
function useRemainingTrip(ahead: NextLeg | null): { distance: string; minutes: number } | null {
  const distance = useDistance();
  if (ahead === null || ahead.meters === null || ahead.seconds === null) return null;
  return { distance: distance(ahead.meters), minutes: Math.max(1, Math.round(ahead.seconds / 60)) };
}

export function HandBack({ onHandBack }: { onHandBack: () => void }) {
  const t = useTranslations("courier.trouble");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <BigButton tone="danger" icon={Undo2} onClick={() => setIsAsking(true)}>
        {t("handBack")}
      </BigButton>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        title={t("handBackTitle")}
        text={t("handBackText")}
        yes={t("handBackYes")}
        no={t("handBackNo")}
        onYes={onHandBack}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
