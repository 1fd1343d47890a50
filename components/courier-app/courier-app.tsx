"use client";

import { Phone, Repeat2, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { AppSettings, useContrast } from "@/components/courier-app/app-settings";
import { BigButton, BigLink, CallDispatcher } from "@/components/courier-app/controls";
import { useDevicePosition } from "@/components/courier-app/device-position";
import { JobScreen, type JobScreenProps } from "@/components/courier-app/job-screen";
import { LinkInvalid } from "@/components/courier-app/link-invalid";
import { MessageSheet } from "@/components/courier-app/message-sheet";
import { OfferScreen } from "@/components/courier-app/offer-screen";
import { serviceNow } from "@/components/courier-app/service-clock";
import {
  CancelledScreen,
  LeaveScreen,
  OffShiftScreen,
  WaitingScreen,
} from "@/components/courier-app/shift-screens";
import { GpsStatus, NetworkStatus, StorageStatus } from "@/components/courier-app/status-strip";
import { HeldBar, useStepName } from "@/components/courier-app/step-controls";
import { TripHeader } from "@/components/courier-app/trip-header";
import { useCourierApp } from "@/components/courier-app/use-courier-app";
import { useFiles } from "@/components/courier-app/use-files";
import { useIsHydrated } from "@/components/courier-app/use-is-hydrated";
import { useOfflineApp } from "@/components/courier-app/use-offline-app";
import { type TapAnswer, useOutbox } from "@/components/courier-app/use-outbox";
import { usePosition } from "@/components/courier-app/use-position";
import { usePush } from "@/components/courier-app/use-push";
import { useUnlockedSound } from "@/components/courier-app/use-sound";
import { useWakeLock } from "@/components/courier-app/use-wake-lock";
import { vibrate } from "@/components/courier-app/vibrate";
import { styleForText } from "@/components/map/themed-style";
import { unbreakable } from "@/components/orders/detail/unbreakable";
import { useSetting, writeSetting } from "@/components/palette/setting";
import {
  type AppState,
  applyQueuedActions,
  type CourierAction,
  isCodeWrong,
  listEndedOrders,
  listHandedBack,
  listOffers,
  listResolutions,
  listTasks,
  type QueuedAction,
} from "@/lib/courier-app/app-state";
import { callLink } from "@/lib/courier-app/contact-link";
import { describeOffer } from "@/lib/courier-app/describe-offer";
import { isUnlocated } from "@/lib/courier-app/fix-queue";
import { HOLD_MS } from "@/lib/courier-app/held-action";
import { metersFromStop } from "@/lib/courier-app/meters-from-stop";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";
import type { OutgoingTakeover } from "@/lib/orders/fulfillment/find-takeover";

interface Props {
  /** Null when the page comes from the cache; the page then loads the state itself. */
  readonly initial: AppState | null;
  readonly keepsOffline: boolean;
  readonly styleUrl: string | null;
}

export function CourierApp({ initial, keepsOffline, styleUrl: pageStyle }: Props) {
  const { state, isConnected, isLost, put, reload, signOut } = useCourierApp(initial);
  const [notices, setNotices] = useState<readonly string[]>([]);
  const notify = (text: string) => setNotices((before) => [...before, text]);
  const refusal = useRefusal();
  const t = useTranslations("courier.notice");
  useOfflineApp(keepsOffline);
  useContrast();
  useUnlockedSound();

  const onAnswer = (tap: QueuedAction, answer: TapAnswer) => {
    const { outcome } = answer;
    if (outcome === "taken") put((known) => applyQueuedActions(known, [tap]));
    if (outcome === "refused") {
      const text = refusal(tap, answer, state ? listTasks(state) : []);
      if (text !== null) notify(text);
      // The new state contains the number of code attempts left.
      reload();
    }
    if (outcome === "signed_out") signOut();
  };
  const files = useFiles(() => notify(t("refusedFile")));
  const onTap = async (action: CourierAction) =>
    action.type === "step" ? files.release(action.report?.files ?? []) : undefined;
  const outbox = useOutbox(onAnswer, onTap);
  const shown = state ? applyQueuedActions(state, outbox.unseen) : null;
  const { light, again } = usePosition(shown?.isOnShift ?? false, state?.isOnShift ?? false, isConnected);
  const handedBack = useOrderEndNotices(shown, notify);
  const { hasSeen, see } = useSeenOrderEnd();
  useWakeLock(shown?.isOnShift ?? false);
  const { standing, turnOn } = usePush(shown?.pushKey ?? null);

  if (state === null) return <LinkInvalid />;
  if (shown === null) return <Opening isLost={isLost} />;
  const isLeaving = shown.toLeave !== null && !hasSeen(shown.toLeave.orderId);
  const { job } = shown;
  const isOnRoad = job !== null && !isLeaving;
  const styleUrl = job === null ? pageStyle : styleForText(pageStyle, job.pickup.address.street);
  const tap = (action: CourierAction) => {
    setNotices(action.type === "reply" ? [t("replied", { text: action.text })] : []);
    // Browsers ask for notification permission only on a tap.
    if (action.type === "shift" && action.isOn && standing === "off") turnOn();
    if (action.type === "hand_back") handedBack.current = listHandedBack(action);
    outbox.tap(action);
  };
  const reply = (text: string) => tap({ type: "reply", text });
  const undo = (tap: QueuedAction) => {
    handedBack.current = [];
    outbox.undo(tap);
  };
  const [offered, ...alsoOffered] = isLeaving ? [] : listOffers(shown);
  if (offered !== undefined) {
    const orders = [offered, ...alsoOffered] as const;
    const otherOrderIds = alsoOffered.map(({ orderId }) => orderId);
    return (
      <OfferScreen
        key={orders.map(({ orderId, offer }) => `${orderId} ${offer.at}`).join()}
        orders={orders}
        description={describeOffer(shown, orders)}
        styleUrl={styleUrl}
        isConnected={isConnected}
        onTake={() => {
          for (const { orderId } of orders) tap({ type: "step", orderId, step: { type: "accept" } });
        }}
        onRefuse={(reason) => tap({ type: "hand_back", orderId: offered.orderId, otherOrderIds, reason })}
      />
    );
  }
  return (
    <main
      className={`mx-auto max-w-xl px-4 ${isOnRoad ? "pb-52 [&>[role=status]]:my-3" : "grid grid-cols-[minmax(0,1fr)] gap-4 pb-44"}`}
    >
      {!isOnRoad && (
        <TripHeader
          light={light}
          isConnected={isConnected}
          dispatcherPhone={shown.dispatcherPhone}
          onWrite={reply}
        >
          {() => <AppSettings state={shown} />}
        </TripHeader>
      )}
      {outbox.held !== null && <HeldTap tap={outbox.held} onUndo={undo} />}
      <NetworkStatus
        isConnected={isConnected}
        waiting={outbox.taps.length - (isConnected && outbox.held !== null ? 1 : 0) + files.waiting}
      />
      <StorageStatus />
      <Notices notices={notices} onClose={() => setNotices([])} />
      {shown.toHandOver && <TakeoverNotice goods={shown.toHandOver} />}
      <Screen
        state={shown}
        isConnected={isConnected}
        files={files}
        hasSeen={hasSeen}
        see={see}
        tap={tap}
        light={light}
        styleUrl={styleUrl}
        gps={<GpsStatus light={light} onAgain={again} />}
      />
      <MessageSheet
        messages={shown.messages}
        onRead={(upTo) => tap({ type: "read", upTo })}
        onReply={reply}
      />
    </main>
  );
}

interface ScreenProps extends Omit<JobScreenProps, "order">, ReturnType<typeof useSeenOrderEnd> {}

function Screen(props: ScreenProps) {
  const { state, files, tap, light, gps, hasSeen, see } = props;
  const { job: carried, cancelled, toLeave } = state;
  if (toLeave !== null && !hasSeen(toLeave.orderId)) {
    const left = (ids: readonly string[]) => {
      void files.release(ids);
      see(toLeave.orderId);
    };
    return (
      <>
        <LeaveScreen order={toLeave} files={files} onLeft={left} />
        <CallDispatcher phone={state.dispatcherPhone} />
      </>
    );
  }
  // The key resets what was begun at the last stop when the next one is of another order.
  if (carried !== null) return <JobScreen key={carried.orderId} {...props} order={carried} />;
  if (cancelled !== null && !hasSeen(cancelled.orderId)) {
    return (
      <>
        <CancelledScreen cancelled={cancelled} onSeen={() => see(cancelled.orderId)} />
        <CallDispatcher phone={state.dispatcherPhone} />
        {gps}
      </>
    );
  }
  if (!state.isOnShift) {
    return <OffShiftScreen state={state} onStart={() => tap({ type: "shift", isOn: true })} />;
  }
  return (
    <WaitingScreen
      state={state}
      isUnlocated={isUnlocated(light)}
      gps={gps}
      onEnd={() => tap({ type: "shift", isOn: false })}
      onBreak={(isOn) => tap({ type: "break", isOn })}
      onDismiss={(suggestedAt) => tap({ type: "dismiss", suggestedAt })}
    />
  );
}

function HeldTap({ tap, onUndo }: { tap: QueuedAction; onUndo: (tap: QueuedAction) => void }) {
  const t = useTranslations("courier.held");
  return (
    // Below the header and without height, so that nothing moves under the finger when it comes or goes.
    <div className="held sticky top-16 z-20 h-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 overflow-hidden rounded-xl bg-fill p-3 pl-4 shadow-lg">
        <p role="status" className="min-w-0 flex-1 basis-40 font-semibold">
          {t(tap.action.type === "hand_back" ? "declined" : "arrived", { seconds: HOLD_MS / 1_000 })}
        </p>
        <BigButton tone="quiet" icon={Undo2} onClick={() => onUndo(tap)}>
          {t("undo")}
        </BigButton>
        <HeldBar forMs={HOLD_MS} />
      </div>
    </div>
  );
}

function Opening({ isLost }: { isLost: boolean }) {
  const t = useTranslations("courier");
  return (
    <main className="mx-auto max-w-xl px-5 py-16" aria-busy={!isLost}>
      <h1 className="type-title">{t(isLost ? "nothingKept.title" : "loading")}</h1>
      {isLost && <p className="mt-4">{t("nothingKept.text")}</p>}
    </main>
  );
}

function Notices({ notices, onClose }: { notices: readonly string[]; onClose: () => void }) {
  const t = useTranslations("courier.notice");
  return (
    <div role="status" className="empty:hidden">
      {notices.length > 0 && (
        // Wraps the button above the text when the row is too narrow.
        <div className="flex flex-wrap-reverse items-end justify-end gap-x-2 rounded-xl border-2 border-field-line bg-fill py-1 pl-4 pr-1">
          <div className="min-w-0 flex-1 basis-40 py-2">
            {notices.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two notices may be equal.
              <p key={index} className="font-semibold">
                {text}
              </p>
            ))}
          </div>
          <button
            type="button"
            aria-label={t("close")}
            onClick={onClose}
            className="flex size-14 shrink-0 items-center justify-center rounded-xl"
          >
            <X className="size-6" aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}

// A code is checked within seconds while there is a network.
const AT_DOOR_MS = 60_000;

function useRefusal(): (
  tap: QueuedAction,
  answer: TapAnswer,
  tasks: readonly CourierTask[],
) => string | null {
  const t = useTranslations("courier.notice");
  const stepName = useStepName();
  const position = useDevicePosition();
  return ({ action, at }, { errorId, hasGoneOn }, tasks) => {
    if (action.type === "shift" || action.type === "break") return t("refusedShift");
    if (action.type === "hand_back") return t("refusedHandBack");
    if (action.type === "read") return t("refusedRead");
    // The card is shown again.
    if (action.type === "dismiss") return null;
    if (action.type === "reply") return t("refusedReply");
    if (action.type === "message") return t("refusedMessage");
    if (isCodeWrong(errorId)) {
      if (!("dropoff" in action.step)) return t("codeWrongPickup");
      const { dropoff } = action.step;
      const job = tasks.find(({ orderId }) => orderId === action.orderId);
      const stop = job?.dropoffs[dropoff];
      const isLate = serviceNow().getTime() - new Date(at).getTime() > AT_DOOR_MS;
      const isAway =
        hasGoneOn || isLate || (stop && metersFromStop(position, stop.address, new Date()) !== null);
      const isOnly = job?.dropoffs.length === 1;
      const number = dropoff + 1;
      if (isOnly) return t(isAway ? "codeWrongOnlyAway" : "codeWrongOnly");
      return t(isAway ? "codeWrongAway" : "codeWrong", { number });
    }
    return t("refusedStep", { action: stepName(action.step, 0) });
  };
}

/** Reports orders that disappeared (unless the courier handed them back) and decisions about failed dropoffs. */
function useOrderEndNotices(shown: AppState | null, notify: (text: string) => void) {
  const t = useTranslations("courier.notice");
  const before = useRef<AppState | null>(null);
  const handedBack = useRef<readonly string[]>([]);
  useEffect(() => {
    const last = before.current;
    before.current = shown;
    if (last === null || shown === null) return;
    for (const { orderId, type, orderCode } of listEndedOrders(last, shown)) {
      if (!handedBack.current.includes(orderId)) notify(t(type, { code: unbreakable(orderCode) }));
    }
    const answers = listResolutions(last, shown);
    const hasSeveral = listTasks(shown).length > 1;
    for (const { orderCode, action, dropoff } of answers) {
      const text = t(`answer.${action}`, { number: dropoff + 1 });
      notify(hasSeveral ? `${unbreakable(orderCode)}: ${text}` : text);
    }
    // The phone may be in a pocket.
    if (answers.length > 0) vibrate([200, 100, 200]);
  });
  return handedBack;
}

function TakeoverNotice({ goods }: { goods: OutgoingTakeover }) {
  const t = useTranslations("courier.handOver");
  const { orderCode, courierName, phone, street } = goods;
  return (
    <section role="status" className="grid gap-3 rounded-2xl border-2 border-late bg-late-tint p-4">
      <h2 className="flex gap-3 type-title">
        <Repeat2 className="mt-0.5 size-7 shrink-0 text-late" aria-hidden />
        {t("title", { name: courierName })}
      </h2>
      <p>{t("text", { code: unbreakable(orderCode), street })}</p>
      <BigLink tone="quiet" icon={Phone} href={callLink(phone)} label={t("call", { name: courierName })}>
        {courierName}
      </BigLink>
    </section>
  );
}

const SEEN_ORDER_SETTING = "courier-cancelled-seen";

function useSeenOrderEnd(): { hasSeen: (orderId: string) => boolean; see: (orderId: string) => void } {
  const isHydrated = useIsHydrated();
  const seen = useSetting(SEEN_ORDER_SETTING);
  return {
    // The server cannot read localStorage.
    hasSeen: (orderId) => !isHydrated || orderId === seen,
    see: (orderId) => writeSetting(SEEN_ORDER_SETTING, orderId),
  };
}
