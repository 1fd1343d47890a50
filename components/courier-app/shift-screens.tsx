"use client";

import { Banknote, Coffee, DoorOpen, Moon, Play, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { BigButton, BottomBar } from "@/components/courier-app/controls";
import { useDayAndTime, useLocalTime } from "@/components/courier-app/local-time";
import { NavigatorButton } from "@/components/courier-app/navigator-button";
import { PhotoField } from "@/components/courier-app/photo-field";
import { ConfirmDialog } from "@/components/courier-app/sheet";
import type { Files } from "@/components/courier-app/use-files";
import { unbreakable } from "@/components/orders/detail/unbreakable";
import { useRubles } from "@/components/orders/detail/use-rubles";
import type { AppState, SuggestedPlace } from "@/lib/courier-app/app-state";
import { filesForStep } from "@/lib/courier-app/proof-file";
import { isSuggestedReason } from "@/lib/orders/cancellation";
import type { CancelledTask, LeaveAtDoorTask } from "@/lib/orders/fulfillment/list-courier-tasks";
import { MAX_DELIVERY_ATTEMPTS } from "@/lib/orders/progress";

export function OffShiftScreen({ state, onStart }: { state: AppState; onStart: () => void }) {
  const t = useTranslations("courier");
  return (
    <>
      <header>
        <p className="text-soft">{t("hello", { name: state.courierName })}</p>
        <h1 className="type-display">{t("offShift.title")}</h1>
      </header>
      <HandIn rubles={state.cashRubles} />
      {state.today.orders > 0 && <Today state={{ ...state, cashRubles: 0 }} />}
      <Finished tasks={state.finished} />
      <p>{t("offShift.text")}</p>
      <p>{t("offShift.askLocation")}</p>
      <BottomBar>
        <BigButton tone="action" icon={Play} isTall onClick={onStart}>
          {t("offShift.start")}
        </BigButton>
      </BottomBar>
    </>
  );
}

/** A courier without a known position receives no offers. */
export function WaitingScreen(props: {
  state: AppState;
  isUnlocated: boolean;
  gps: ReactNode;
  onEnd: () => void;
  onBreak: (isOn: boolean) => void;
  onDismiss: (suggestedAt: string) => void;
}) {
  const { state, isUnlocated, gps, onEnd, onBreak, onDismiss } = props;
  const { breakSince, cashRubles, suggestion } = state;
  const t = useTranslations("courier");
  const clock = useLocalTime();
  const title = isUnlocated ? "waiting.unlocatedTitle" : "waiting.title";
  return (
    <>
      <div role="status">
        <p className="text-soft">{t("hello", { name: state.courierName })}</p>
        <h1 className="type-display">{t(breakSince === null ? title : "break.title")}</h1>
      </div>
      {gps}
      {breakSince !== null ? (
        <p>{t("break.text", { time: clock(new Date(breakSince)) })}</p>
      ) : (
        !isUnlocated && <p>{t("waiting.text")}</p>
      )}
      {suggestion && breakSince === null && <Suggestion place={suggestion} onDismiss={onDismiss} />}
      <Today state={state} />
      <Finished tasks={state.finished} />
      <BottomBar>
        <BreakButton isOnBreak={breakSince !== null} onBreak={onBreak} />
        <EndShift hasOrder={false} cashRubles={cashRubles} onEnd={onEnd} />
      </BottomBar>
    </>
  );
}

function Suggestion(props: { place: SuggestedPlace; onDismiss: (suggestedAt: string) => void }) {
  const { place, onDismiss } = props;
  const t = useTranslations("courier.suggestion");
  return (
    <section aria-labelledby="suggestion" className="grid gap-3 rounded-2xl border border-line p-4">
      <h2 id="suggestion" className="type-heading">
        {t("title", { minutes: place.minutes })}
      </h2>
      <NavigatorButton place={place} />
      <BigButton tone="quiet" onClick={() => onDismiss(place.suggestedAt)}>
        {t("dismiss")}
      </BigButton>
    </section>
  );
}

export function BreakButton(props: {
  isOnBreak: boolean;
  hasOrder?: boolean;
  onBreak: (isOn: boolean) => void;
}) {
  const { isOnBreak, hasOrder = false, onBreak } = props;
  const t = useTranslations("courier.break");
  return (
    <BigButton
      tone={isOnBreak ? "action" : "fill"}
      icon={isOnBreak ? Play : Coffee}
      isTall={!hasOrder}
      onClick={() => onBreak(!isOnBreak)}
    >
      {t(isOnBreak ? "end" : hasOrder ? "afterOrder" : "start")}
    </BigButton>
  );
}

function Today({ state }: { state: Pick<AppState, "today" | "cashRubles"> }) {
  const t = useTranslations("courier.today");
  const amount = useRubles();
  const { today, cashRubles } = state;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2">
      {today.rubles !== null && <Fact name={t("earned")}>{amount(today.rubles)}</Fact>}
      <Fact name={t("orders", { count: today.orders })}>{today.orders}</Fact>
      {cashRubles > 0 && <Fact name={t("cash")}>{amount(cashRubles)}</Fact>}
    </dl>
  );
}

/** Without house numbers, which the courier no longer needs. */
function Finished({ tasks }: { tasks: AppState["finished"] }) {
  const t = useTranslations("courier.today");
  const amount = useRubles();
  const dayAndTime = useDayAndTime();
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="finished">
      <h2 id="finished" className="type-heading">
        {t("finished")}
      </h2>
      <ul className="divide-y divide-line">
        {tasks.map(({ orderCode, street, endedAt, rubles }) => (
          <li key={orderCode} className="flex items-baseline justify-between gap-3 py-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {street}
              <span className="block text-base text-soft">
                {unbreakable(orderCode)} · <time dateTime={endedAt}>{dayAndTime(new Date(endedAt))}</time>
              </span>
            </span>
            {rubles !== null && <span className="font-semibold whitespace-nowrap">{amount(rubles)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-xl bg-fill p-4">
      <dt className="text-base">{name}</dt>
      <dd className="type-title">{children}</dd>
    </div>
  );
}

function HandIn({ rubles }: { rubles: number }) {
  const t = useTranslations("courier.cash");
  const amount = useRubles();
  if (rubles <= 0) return null;
  return (
    <p className="flex items-center gap-3 rounded-xl bg-late-tint p-4 text-xl font-bold text-late">
      <Banknote className="size-6 shrink-0" aria-hidden />
      {t("handIn", { amount: amount(rubles) })}
    </p>
  );
}

export function EndShift(props: { hasOrder: boolean; cashRubles: number | undefined; onEnd: () => void }) {
  const { hasOrder, cashRubles = 0, onEnd } = props;
  const amount = useRubles();
  const cash = useTranslations("courier.cash");
  const t = useTranslations("courier.shift");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <BigButton tone="quiet" icon={Moon} isTall={!hasOrder} onClick={() => setIsAsking(true)}>
        {t("endYes")}
      </BigButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("endTitle")}
        text={[
          ...(cashRubles > 0 ? [cash("handIn", { amount: amount(cashRubles) })] : []),
          t(hasOrder ? "endWithJob" : "endText"),
        ].join(" ")}
        yes={t("endYes")}
        no={t("endNo")}
        onYes={onEnd}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

export function CancelledScreen({ cancelled, onSeen }: { cancelled: CancelledTask; onSeen: () => void }) {
  const t = useTranslations("courier.cancelled");
  const tReason = useTranslations("order.reasons");
  const { reason } = cancelled;
  return (
    <>
      <div role="alert" className="rounded-2xl border-2 border-bad bg-bad-tint p-5 [overflow-wrap:anywhere]">
        <TriangleAlert className="size-10 text-bad" aria-hidden />
        <h1 className="mt-3 type-display">{t("title", { code: unbreakable(cancelled.orderCode) })}</h1>
        <p className="mt-3 text-xl">{t("text")}</p>
        {reason !== null && reason !== "unspecified" && (
          <p className="mt-3">
            {t("reason", { reason: isSuggestedReason(reason) ? tReason(reason) : reason })}
          </p>
        )}
      </div>
      <BottomBar>
        <BigButton tone="action" isTall onClick={onSeen}>
          {t("ok")}
        </BigButton>
      </BottomBar>
    </>
  );
}

export function LeaveScreen(props: {
  order: LeaveAtDoorTask;
  files: Files;
  onLeft: (fileIds: readonly string[]) => void;
}) {
  const { order, files, onLeft } = props;
  const t = useTranslations("courier.leave");
  const stop = useTranslations("courier.stop");
  const doors = order.doors.map((door) => {
    // Photos of goods left at the door belong to no delivery attempt.
    const step = { orderId: order.orderId, position: door.dropoff + 1, attempt: MAX_DELIVERY_ATTEMPTS };
    return { ...door, step };
  });
  const ids = doors.flatMap(({ step }) => filesForStep(files.files, step)).map(({ id }) => id);
  return (
    <>
      <div role="alert" className="rounded-2xl bg-late-tint p-5 text-late [overflow-wrap:anywhere]">
        <DoorOpen className="size-10" aria-hidden />
        <h1 className="mt-3 type-display">{t("title")}</h1>
        <p className="mt-3 text-xl">
          {t(order.doors.every(({ isDecided }) => isDecided) ? "decided" : "text", {
            code: unbreakable(order.orderCode),
          })}
        </p>
      </div>
      {doors.map(({ dropoff, street, building, step }) => (
        <section key={dropoff} className="grid gap-3 rounded-2xl border border-line p-4">
          <h2 className="font-semibold [overflow-wrap:anywhere]">
            {doors.length > 1 && <>{stop("dropoff", { number: dropoff + 1 })}: </>}
            <bdi>{street}</bdi>, {building}
          </h2>
          <PhotoField place={step} files={files} />
        </section>
      ))}
      <BottomBar>
        <BigButton tone="action" isTall onClick={() => onLeft(ids)}>
          {t("done")}
        </BigButton>
      </BottomBar>
    </>
  );
}
