"use client";

import { Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CarriedOrderScreen, HandBack } from "@/components/courier/carried-order-screen";
import { BigLink, BottomBar } from "@/components/courier/controls";
import { FailSheet } from "@/components/courier/fail-sheet";
import { ProofPanel } from "@/components/courier/proof-panel";
import { EndShift } from "@/components/courier/shift-screens";
import { SignatureSheet } from "@/components/courier/signature-sheet";
import { StepBar } from "@/components/courier/step-bar";
import { useCalls } from "@/components/courier/use-calls";
import type { Files } from "@/components/courier/use-files";
import type { AppState, Deed } from "@/lib/courier-app/app-state";
import { callLink } from "@/lib/courier-app/contact-link";
import { filesAt, missingAt, type Place, placeOf, reportOf } from "@/lib/courier-app/proof-file";
import { type CarriedOrder, nextStepOf, type StepReport } from "@/lib/orders/carrying/carried-order";
import type { Step } from "@/lib/orders/carrying/progress";

/** The carried order, with all that a courier can do about it. */
export function JobScreen(props: {
  state: AppState;
  order: CarriedOrder;
  isConnected: boolean;
  files: Files;
  tap: (deed: Deed) => void;
  gps: ReactNode;
  isGpsUrgent: boolean;
}) {
  const { state, order, isConnected, files, tap, gps, isGpsUrgent } = props;
  const { dispatcherPhone } = state;
  const { orderId } = order;
  const t = useTranslations("courier");
  const next = nextStepOf(order);
  const place = placeOf(order, next);
  const stop = place === null ? null : (order.dropoffs[place.position - 1] ?? order.pickup);
  const calls = useCalls(place);
  const { code, setCode } = useCode(place, stop?.codeTriesLeft ?? 0);
  const [sheet, setSheet] = useState<"sign" | "fail" | null>(null);
  const close = () => setSheet(null);
  const step = (taken: Step, report?: StepReport) => {
    close();
    tap({ type: "step", orderId, step: taken, ...(report === undefined ? {} : { report }) });
  };
  const here = place === null ? [] : filesAt(files.files, place);
  return (
    <>
      {!state.isOnShift && <p className="font-semibold">{t("offShift.jobStays")}</p>}
      {isGpsUrgent && gps}
      <CarriedOrderScreen
        order={order}
        isConnected={isConnected}
        onCall={next?.type === "hand_over" ? calls.add : undefined}
      >
        {stop !== null && place !== null && (
          <ProofPanel
            stop={stop}
            place={place}
            files={files}
            code={code}
            onCode={setCode}
            onSign={() => setSheet("sign")}
          />
        )}
      </CarriedOrderScreen>
      {!isGpsUrgent && gps}
      <section aria-labelledby="trouble" className="grid gap-3">
        <h2 id="trouble" className="type-heading">
          {t("trouble.heading")}
        </h2>
        {dispatcherPhone !== null && (
          <>
            <p>{t("trouble.text")}</p>
            <CallDispatcher phone={dispatcherPhone} />
          </>
        )}
        {order.status === "assigned" && <HandBack onHandBack={() => tap({ type: "hand_back", orderId })} />}
        {state.isOnShift && (
          <EndShift
            hasOrder
            cashRubles={state.cashRubles}
            onEnd={() => tap({ type: "shift", isOn: false })}
          />
        )}
      </section>
      {next?.type === "wait" && dispatcherPhone !== null && (
        <BottomBar>
          <CallDispatcher phone={dispatcherPhone} />
        </BottomBar>
      )}
      {next !== null && next.type !== "wait" && (
        <StepBar
          step={next}
          dropoffs={order.dropoffs.length}
          lack={{
            missing: stop === null ? null : missingAt(stop, code, here),
            dispatcherPhone,
            onSign: () => setSheet("sign"),
            onPhoto: (blob) => place && files.add({ ...place, kind: "photo", signerName: null, blob }),
          }}
          onStep={() => step(next, stop === null ? undefined : reportOf(stop, code, here))}
          onFail={next.type === "hand_over" ? () => setSheet("fail") : null}
        />
      )}
      {stop !== null && place !== null && (
        <SignatureSheet
          isOpen={sheet === "sign"}
          name={stop.contact.name ?? ""}
          onClose={close}
          onSigned={(blob, signerName) => {
            const before = here.find(({ kind }) => kind === "signature")?.id;
            files.add({ ...place, kind: "signature", signerName, blob, instead: before });
            close();
          }}
        />
      )}
      {next?.type === "hand_over" && place !== null && (
        <FailSheet
          isOpen={sheet === "fail"}
          order={order}
          dropoff={next.dropoff}
          place={place}
          files={files}
          calls={calls}
          onClose={close}
          onFail={(report) => step({ ...next, type: "fail" }, report)}
        />
      )}
    </>
  );
}

/** A call to the dispatcher, in a colour of its own. */
export function CallDispatcher({ phone }: { phone: string }) {
  const t = useTranslations("courier");
  return (
    <BigLink tone="danger" icon={Phone} href={callLink(phone)}>
      {t("call")}
    </BigLink>
  );
}

/** The code that is being typed. It is forgotten at the next stop, and once it was wrong. */
function useCode(place: Place | null, triesLeft: number) {
  const key = place === null ? "" : `${place.orderId} ${place.position} ${place.attempt} ${triesLeft}`;
  const [typed, setTyped] = useState({ key, code: "" });
  return {
    code: typed.key === key ? typed.code : "",
    setCode: (code: string) => setTyped({ key, code }),
  };
}
