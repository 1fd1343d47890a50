"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Phone, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { AppSettings } from "@/components/courier/app-settings";
import {
  CarriedOrderScreen,
  HandBack,
  StepBar,
  useStepName,
} from "@/components/courier/carried-order-screen";
import { BigLink } from "@/components/courier/controls";
import { LinkInvalid } from "@/components/courier/link-invalid";
import { CancelledScreen, EndShift, OffShiftScreen, WaitingScreen } from "@/components/courier/shift-screens";
import { GpsStatus, NetworkStatus } from "@/components/courier/status-strip";
import { useCancelledSeen } from "@/components/courier/use-cancelled-seen";
import { useCourierApp } from "@/components/courier/use-courier-app";
import { useOfflineApp } from "@/components/courier/use-offline-app";
import { useOutbox } from "@/components/courier/use-outbox";
import { usePosition } from "@/components/courier/use-position";
import {
  type AppState,
  type Deed,
  farewellOf,
  type SendResult,
  type Tap,
  withTaps,
} from "@/lib/courier-app/app-state";
import { callLink } from "@/lib/courier-app/contact-link";
import { isUnlocated } from "@/lib/courier-app/fix-queue";

interface Props {
  /** The service's state; null when the phone cached the page, which then loads the state itself. */
  readonly initial: AppState | null;
  readonly keepsOffline: boolean;
}

export function CourierApp(props: Props) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <FollowingApp {...props} />
    </QueryClientProvider>
  );
}

function FollowingApp({ initial, keepsOffline }: Props) {
  const { state, isConnected, isLost, put, signOut } = useCourierApp(initial);
  const { notices, say, clear } = useNotices();
  const refusal = useRefusal();
  useOfflineApp(keepsOffline);

  const onAnswer = useCallback(
    (tap: Tap, outcome: Exclude<SendResult, "later">) => {
      if (outcome === "taken") put((known) => withTaps(known, [tap]));
      if (outcome === "refused") say(refusal(tap.deed));
      if (outcome === "signed_out") signOut();
    },
    [put, say, signOut, refusal],
  );
  const outbox = useOutbox(onAnswer);
  const shown = state ? withTaps(state, outbox.unseen) : null;
  const { light, again } = usePosition(shown?.isOnShift ?? false, state?.isOnShift ?? false);
  const handedBack = useFarewell(shown, say);

  if (state === null) return <LinkInvalid />;
  if (shown === null) return <Opening isLost={isLost} />;
  const tap = (deed: Deed) => {
    clear();
    if (deed.type === "hand_back") handedBack.current = deed.orderId;
    outbox.tap(deed);
  };
  return (
    <>
      <TopBar dispatcherPhone={shown.dispatcherPhone} />
      <main className="mx-auto grid max-w-xl gap-4 px-4 pb-28 pt-4">
        <NetworkStatus isConnected={isConnected} waiting={outbox.taps.length} />
        <Notices notices={notices} onClose={clear} />
        <Screen
          state={shown}
          isConnected={isConnected}
          tap={tap}
          gps={<GpsStatus light={light} onAgain={again} />}
          isGpsUrgent={!["off", "sent", "sending", "searching"].includes(light)}
          isUnlocated={isUnlocated(light)}
        />
      </main>
    </>
  );
}

function Screen(props: {
  state: AppState;
  isConnected: boolean;
  tap: (deed: Deed) => void;
  gps: ReactNode;
  isGpsUrgent: boolean;
  isUnlocated: boolean;
}) {
  const { state, isConnected, tap, gps, isGpsUrgent } = props;
  const t = useTranslations("courier");
  const { hasSeen, see } = useCancelledSeen();
  const { job: carried, cancelled } = state;
  const endShift = () => tap({ type: "shift", isOn: false });
  const startShift = () => tap({ type: "shift", isOn: true });
  if (carried !== null) {
    const { orderId } = carried;
    return (
      <>
        {!state.isOnShift && <p className="font-semibold">{t("offShift.jobStays")}</p>}
        {isGpsUrgent && gps}
        <CarriedOrderScreen order={carried} isConnected={isConnected} />
        {!isGpsUrgent && gps}
        <section aria-labelledby="trouble" className="grid gap-3">
          <h2 id="trouble" className="type-heading">
            {t("trouble.heading")}
          </h2>
          {state.dispatcherPhone !== null && (
            <>
              <p>{t("trouble.text")}</p>
              <CallDispatcher phone={state.dispatcherPhone} />
            </>
          )}
          {carried.status === "assigned" && (
            <HandBack onHandBack={() => tap({ type: "hand_back", orderId })} />
          )}
          {state.isOnShift && <EndShift hasOrder onEnd={endShift} />}
        </section>
        <AppSettings tracker={state.tracker} />
        <StepBar order={carried} onStep={(step) => tap({ type: "step", orderId, step })} />
      </>
    );
  }
  if (cancelled !== null && !hasSeen(cancelled.orderId)) {
    return (
      <>
        <CancelledScreen cancelled={cancelled} onSeen={() => see(cancelled.orderId)} />
        {state.dispatcherPhone !== null && <CallDispatcher phone={state.dispatcherPhone} />}
        {gps}
      </>
    );
  }
  return (
    <>
      {state.isOnShift ? (
        <WaitingScreen name={state.courierName} isUnlocated={props.isUnlocated} onEnd={endShift} />
      ) : (
        <OffShiftScreen name={state.courierName} onStart={startShift} />
      )}
      {gps}
      <AppSettings tracker={state.tracker} />
    </>
  );
}

function TopBar({ dispatcherPhone }: { dispatcherPhone: string | null }) {
  const t = useTranslations("courier");
  return (
    <div className="border-b border-line">
      <div className="mx-auto flex min-h-16 max-w-xl items-center gap-3 px-4 py-1">
        <p className="flex-1 type-heading">
          Dropline <span className="font-normal text-soft">{t("title")}</span>
        </p>
        {dispatcherPhone !== null && (
          <a
            href={callLink(dispatcherPhone)}
            aria-label={t("call")}
            className="flex size-14 items-center justify-center rounded-xl border-2 border-bad text-bad"
          >
            <Phone className="size-6" aria-hidden />
          </a>
        )}
      </div>
    </div>
  );
}

function CallDispatcher({ phone }: { phone: string }) {
  const t = useTranslations("courier");
  return (
    <BigLink tone="danger" icon={Phone} href={callLink(phone)}>
      {t("call")}
    </BigLink>
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

function useNotices() {
  const [notices, setNotices] = useState<readonly string[]>([]);
  const say = useCallback((text: string) => setNotices((before) => [...before, text]), []);
  const clear = useCallback(() => setNotices([]), []);
  return { notices, say, clear };
}

function Notices({ notices, onClose }: { notices: readonly string[]; onClose: () => void }) {
  const t = useTranslations("courier.notice");
  return (
    <div role="status" className="empty:hidden">
      {notices.length > 0 && (
        <div className="flex items-start gap-2 rounded-xl border-2 border-field-line bg-fill py-1 pl-4 pr-1">
          <div className="min-w-0 flex-1 py-2">
            {notices.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two notices may say the same.
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

/** Returns what to tell a courier when a tap was refused. */
function useRefusal(): (deed: Deed) => string {
  const t = useTranslations("courier.notice");
  const stepName = useStepName();
  return (deed) => {
    if (deed.type === "shift") return t("refusedShift");
    if (deed.type === "hand_back") return t("refusedHandBack");
    return t("refusedStep", { action: stepName(deed.step, 0) });
  };
}

/** Tells the courier why an order disappeared, unless they handed it back themselves. */
function useFarewell(shown: AppState | null, say: (text: string) => void) {
  const t = useTranslations("courier.notice");
  const before = useRef<AppState | null>(null);
  const handedBack = useRef<string | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = shown;
    if (last === null || shown === null || last.job?.orderId === handedBack.current) return;
    const farewell = farewellOf(last, shown);
    if (farewell !== null) say(t(farewell.type, { code: farewell.orderCode }));
  });
  return handedBack;
}
