"use client";

import { Check, Clock, Hourglass, MessageSquareText, TriangleAlert, Undo2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useClockTime } from "@/components/courier/clock-time";
import { ConfirmDialog } from "@/components/courier/confirm-dialog";
import { BigButton } from "@/components/courier/controls";
import { Fold } from "@/components/courier/fold";
import { StopCard, streetLine } from "@/components/courier/stop-card";
import { useIsAlive } from "@/components/courier/use-is-alive";
import { useTick } from "@/components/courier/use-tick";
import { stopwatch, waitingTime } from "@/lib/courier-app/waiting-time";
import { type CarriedOrder, type CarriedStop, nextStepOf } from "@/lib/orders/carrying/carried-order";
import type { NextStep } from "@/lib/orders/carrying/progress";

/** Shows the carried order: the next step, where it happens with what has to be brought from there, and all other stops. */
export function CarriedOrderScreen(props: {
  order: CarriedOrder;
  isConnected: boolean;
  /** Called with each call of the stop's contact. */
  onCall?: (() => void) | undefined;
  /** What the current stop asks for. */
  children?: ReactNode;
}) {
  const { order, isConnected, onCall, children } = props;
  const t = useTranslations("courier.job");
  const next = nextStepOf(order);
  const doing = useDoing(order, next);
  const stopTitle = useStopTitle(order);
  const stops = [order.pickup, ...order.dropoffs];
  const current = stopOf(next);
  const isBack = next?.type === "arrive_back" || next?.type === "give_back";
  return (
    <div className="grid gap-4">
      {isBack && order.status === "cancelled" && <CancelledOnTheWay />}
      <div role="status">
        <p className="text-soft">
          {t("order", { code: order.orderCode })}
          {current !== null && !isBack && stops.length > 2 && (
            <> · {t("progress", { number: current + 1, total: stops.length })}</>
          )}
          {next !== null && "attempt" in next && <strong className="text-late"> · {t("secondTry")}</strong>}
        </p>
        <h1 className="type-display">{doing}</h1>
        {next === null && !isConnected && (
          <p className="mt-2">{t(order.returnState === "returned" ? "returnedText" : "deliveredText")}</p>
        )}
        {isBack && <GoodsBack order={order} />}
      </div>
      {next?.type === "wait" && (
        <AnswerAwaited until={order.dropoffs[next.dropoff]?.answerUntil ?? null} isConnected={isConnected} />
      )}
      {next?.type === "hand_over" && <AtTheDoor order={order} dropoff={next.dropoff} />}
      {!isBack && <DeliveryTime at={order.deliveryTime} />}
      {order.comment && !isBack && (
        <div className="flex gap-3 rounded-2xl border border-line p-3">
          <MessageSquareText className="mt-0.5 size-6 shrink-0" aria-hidden />
          <div className="min-w-0">
            <h2 className="text-base text-soft">{t("comment")}</h2>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{order.comment}</p>
          </div>
        </div>
      )}
      {current !== null && stops[current] && (
        <StopCard
          key={current}
          stop={stops[current]}
          title={stopTitle(current)}
          isThere={isThere(next)}
          onCall={onCall}
        />
      )}
      {children}
      <section aria-labelledby="other-stops">
        <h2 id="other-stops" className="type-heading">
          {t(current === null ? "stops" : "other")}
        </h2>
        <div className="mt-2 grid gap-2">
          {stops.map((stop, index) =>
            index === current ? null : (
              <Fold
                // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their places.
                key={index}
                summary={<OtherStop stop={stop} title={stopTitle(index)} outcome={outcomeOf(order, index)} />}
              >
                <div className="px-2 pb-2">
                  <StopCard stop={stop} title={stopTitle(index)} />
                </div>
              </Fold>
            ),
          )}
        </div>
      </section>
    </div>
  );
}

/** Says that an order was cancelled after the pickup. */
function CancelledOnTheWay() {
  const t = useTranslations("courier.back");
  return (
    <div role="alert" className="flex gap-3 rounded-2xl border-2 border-bad bg-bad-tint p-4 text-bad">
      <TriangleAlert className="mt-0.5 size-7 shrink-0" aria-hidden />
      <p className="text-xl font-bold leading-snug">{t("cancelled")}</p>
    </div>
  );
}

/** Says which goods go back, where some may not. */
function GoodsBack({ order: { dropoffs } }: { order: CarriedOrder }) {
  const t = useTranslations("courier.back");
  const format = useFormatter();
  const numbers = dropoffs.flatMap(({ deliveredAt, resolution }, index) =>
    deliveredAt === null && resolution !== "leave" ? [String(index + 1)] : [],
  );
  if (dropoffs.length === 1) return null;
  return <p className="mt-2">{t("goods", { count: numbers.length, numbers: format.list(numbers) })}</p>;
}

function AnswerAwaited({ until, isConnected }: { until: string | null; isConnected: boolean }) {
  const t = useTranslations("courier.answer");
  const clock = useClockTime();
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

function AtTheDoor({ order, dropoff }: { order: CarriedOrder; dropoff: number }) {
  const t = useTranslations("courier.job");
  const clock = useClockTime();
  const now = useTick();
  const arrivedAt = order.dropoffs[dropoff]?.arrivedAt ?? null;
  if (arrivedAt === null || now === null) return null;
  const since = stopwatch(waitingTime(order, arrivedAt, now).sinceMs);
  return (
    <p className="-mt-3 text-soft tabular-nums">
      {t("atTheDoor", { time: clock(new Date(arrivedAt)) })} · {since}
    </p>
  );
}

type Outcome = "done" | "asked" | "goesBack" | "left";

const OUTCOME_COLORS: Record<Outcome, string> = {
  done: "text-delivered",
  asked: "text-late",
  goesBack: "text-late",
  left: "text-delivered",
};

function OtherStop({ stop, title, outcome }: { stop: CarriedStop; title: string; outcome: Outcome | null }) {
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

function DeliveryTime({ at }: { at: string | null }) {
  const t = useTranslations("courier.job");
  const format = useFormatter();
  const isAlive = useIsAlive();
  if (at === null) return null;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const options = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;
  const time = format.dateTime(new Date(at), isAlive ? { ...options, timeZone } : options);
  return (
    <p className="flex gap-3 font-semibold">
      <Clock className="mt-0.5 size-6 shrink-0" aria-hidden />
      <time dateTime={at}>{t("deliverAt", { time })}</time>
    </p>
  );
}

/** Returns the stop that a step happens at: 0 is the pickup. */
function stopOf(step: NextStep | null): number | null {
  if (step === null) return null;
  return "dropoff" in step ? step.dropoff + 1 : 0;
}

/** Whether the courier stands there, and needs no directions. */
function isThere(step: NextStep | null): boolean {
  return step !== null && ["pick_up", "hand_over", "give_back", "wait"].includes(step.type);
}

function outcomeOf(order: CarriedOrder, stop: number): Outcome | null {
  const dropoff = order.dropoffs[stop - 1];
  if (dropoff === undefined) return order.status === "assigned" ? null : "done";
  if (dropoff.deliveredAt !== null) return "done";
  if (dropoff.failedAt === null) return order.returnState === "on_the_way" ? "goesBack" : null;
  if (dropoff.resolution === "ask") return "asked";
  return dropoff.resolution === "leave" ? "left" : "goesBack";
}

function useStopTitle(order: CarriedOrder): (stop: number) => string {
  const t = useTranslations("courier.stop");
  return (stop) => {
    if (stop === 0) return t("pickup");
    return order.dropoffs.length === 1 ? t("recipient") : t("dropoff", { number: stop });
  };
}

function useDoing(order: CarriedOrder, next: NextStep | null): string {
  const t = useTranslations("courier.job");
  if (next === null) return t(order.returnState === "returned" ? "doing.returned" : "doing.delivered");
  if (!("dropoff" in next)) return t(`doing.${next.type}`);
  if (order.dropoffs.length === 1) return t(`doingOnly.${next.type}`);
  return t(`doing.${next.type}`, { number: next.dropoff + 1 });
}

/** Lets the courier hand back an order that they have not picked up. */
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
        onYes={() => {
          setIsAsking(false);
          onHandBack();
        }}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
}
