"use client";

import { Check, Clock, MessageSquareText, Undo2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/courier/confirm-dialog";
import { BigButton, BottomBar } from "@/components/courier/controls";
import { Fold } from "@/components/courier/fold";
import { SlideButton } from "@/components/courier/slide-button";
import { StopCard, streetLine } from "@/components/courier/stop-card";
import { useIsAlive } from "@/components/courier/use-is-alive";
import { type CarriedOrder, type CarriedStop, nextStepOf } from "@/lib/orders/carrying/carried-order";
import type { NextStep, Step } from "@/lib/orders/carrying/progress";

/** Shows the carried order: the next step, where it happens, and all other stops. */
export function CarriedOrderScreen({ order, isConnected }: { order: CarriedOrder; isConnected: boolean }) {
  const t = useTranslations("courier.job");
  const next = nextStepOf(order);
  const doing = useDoing(order, next);
  const stopTitle = useStopTitle(order);
  const stops = [order.pickup, ...order.dropoffs];
  const current = stopOf(next);
  return (
    <div className="grid gap-4">
      <div role="status">
        <p className="text-soft">
          {t("order", { code: order.orderCode })}
          {current !== null && stops.length > 2 && (
            <> · {t("progress", { number: current + 1, total: stops.length })}</>
          )}
        </p>
        <h1 className="type-display">{doing}</h1>
        {next === null && !isConnected && <p className="mt-2">{t("deliveredText")}</p>}
      </div>
      <DeliveryTime at={order.deliveryTime} />
      {order.comment && (
        <div className="flex gap-3 rounded-xl border border-line p-3">
          <MessageSquareText className="mt-0.5 size-6 shrink-0" aria-hidden />
          <div className="min-w-0">
            <h2 className="text-base text-soft">{t("comment")}</h2>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{order.comment}</p>
          </div>
        </div>
      )}
      {current !== null && stops[current] && (
        <StopCard key={current} stop={stops[current]} title={stopTitle(current)} />
      )}
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
                summary={<OtherStop stop={stop} title={stopTitle(index)} isDone={isDone(order, index)} />}
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

function OtherStop({ stop, title, isDone }: { stop: CarriedStop; title: string; isDone: boolean }) {
  const t = useTranslations("courier.job");
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 flex-1">
        <span className="block text-base text-soft">{title}</span>
        <span className="block font-semibold leading-tight [overflow-wrap:anywhere]">
          {streetLine(stop.address)}
        </span>
      </span>
      {isDone && (
        <span className="flex items-center gap-1 text-base font-semibold text-delivered">
          <Check className="size-5" aria-hidden />
          {t("done")}
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

function isDone(order: CarriedOrder, stop: number): boolean {
  if (stop === 0) return order.status !== "assigned";
  const dropoff = order.dropoffs[stop - 1];
  return dropoff !== undefined && (dropoff.deliveredAt !== null || dropoff.failedAt !== null);
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
  if (next === null) return t("doing.delivered");
  if (!("dropoff" in next)) return t(`doing.${next.type}`);
  if (order.dropoffs.length === 1) return t(`doingOnly.${next.type}`);
  return t(`doing.${next.type}`, { number: next.dropoff + 1 });
}

/** Returns a step's label on its button. */
export function useStepName(): (step: NextStep, dropoffs: number) => string {
  const t = useTranslations("courier.action");
  return (step, dropoffs) => {
    if (step.type !== "arrive") return t(step.type);
    return dropoffs === 1 ? t("arriveOnly") : t("arrive", { number: step.dropoff + 1 });
  };
}

/** The one thing to do next. What cannot be undone has to be slid or confirmed. */
export function StepBar({ order, onStep }: { order: CarriedOrder; onStep: (step: Step) => void }) {
  const t = useTranslations("courier");
  const stepName = useStepName();
  const [isAsking, setIsAsking] = useState(false);
  const step = nextStepOf(order);
  if (step === null || step.type === "wait") return null;
  const name = stepName(step, order.dropoffs.length);
  if (step.type !== "pick_up" && step.type !== "hand_over") {
    return (
      <BottomBar>
        <BigButton tone="action" isTall onClick={() => onStep(step)}>
          {name}
        </BigButton>
      </BottomBar>
    );
  }
  return (
    <>
      <BottomBar>
        <SlideButton
          label={name}
          hint={t("action.slide")}
          onSlide={() => onStep(step)}
          onTap={() => setIsAsking(true)}
        />
      </BottomBar>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(`confirm.${step.type}`)}
        text={t(`confirm.${step.type}Text`)}
        yes={t(step.type === "pick_up" ? "confirm.yesPickUp" : "confirm.yesHandOver")}
        no={t("confirm.no")}
        onYes={() => {
          setIsAsking(false);
          onStep(step);
        }}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
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
