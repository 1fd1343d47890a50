"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { AppSettings } from "@/components/courier-app/app-settings";
import { BigButton, BottomBar, CallDispatcher, CameraButton } from "@/components/courier-app/controls";
import { CourierTaskScreen, HandBack } from "@/components/courier-app/courier-task-screen";
import { useDevicePosition } from "@/components/courier-app/device-position";
import { FailForm } from "@/components/courier-app/fail-form";
import { LaterStops } from "@/components/courier-app/later-stops";
import { PhotoField } from "@/components/courier-app/photo-field";
import { ProofPanel } from "@/components/courier-app/proof-panel";
import { RecipientMessages } from "@/components/courier-app/recipient-messages";
import { Sheet } from "@/components/courier-app/sheet";
import { BreakButton, EndShift } from "@/components/courier-app/shift-screens";
import { SignaturePad } from "@/components/courier-app/signature-pad";
import { MissingProofControl, StepControl, UndoBar } from "@/components/courier-app/step-controls";
import { TripHeader } from "@/components/courier-app/trip-header";
import { useCalls } from "@/components/courier-app/use-calls";
import type { Files } from "@/components/courier-app/use-files";
import { useUndo } from "@/components/courier-app/use-undo";
import { Vehicle } from "@/components/courier-app/vehicle";
import type { AppState, CourierAction } from "@/lib/courier-app/app-state";
import type { GpsIndicator } from "@/lib/courier-app/fix-queue";
import { metersFromStop } from "@/lib/courier-app/meters-from-stop";
import {
  buildReport,
  filesForStep,
  findMissingProof,
  type ProofStep,
  toProofStep,
} from "@/lib/courier-app/proof-file";
import { type CourierTask, findNextStep, type StepInput } from "@/lib/orders/fulfillment/courier-task";
import type { CourierStep } from "@/lib/orders/progress";

const QUIET: ReadonlySet<GpsIndicator> = new Set(["off", "sent", "sending", "searching"]);

export interface JobScreenProps {
  state: AppState;
  order: CourierTask;
  isConnected: boolean;
  files: Files;
  tap: (action: CourierAction) => void;
  light: GpsIndicator;
  gps: ReactNode;
  styleUrl: string | null;
}

export function JobScreen(props: JobScreenProps) {
  const { state, order, isConnected, files, tap, light, gps, styleUrl } = props;
  const { dispatcherPhone } = state;
  const { orderId } = order;
  const t = useTranslations("courier");
  const next = findNextStep(order);
  const place = toProofStep(order, next);
  const stop = place === null ? null : (order.dropoffs[place.position - 1] ?? order.pickup);
  const ownPlace = useDevicePosition();
  const calls = useCalls(place);
  const dropoffAhead = next?.type === "arrive" || next?.type === "hand_over" ? next.dropoff : null;
  const messages = order.dropoffs[dropoffAhead ?? -1]?.messages ?? [];
  const { code, setCode } = useCode(place, stop?.codeTriesLeft ?? 0);
  const [sheet, setSheet] = useState<"sign" | "fail" | null>(null);
  const close = () => setSheet(null);
  const step = (taken: CourierStep, report?: StepInput) => {
    close();
    tap({ type: "step", orderId, step: taken, ...(report === undefined ? {} : { report }) });
  };
  const failing = useUndo<{ readonly step: CourierStep; readonly report: StepInput }>(
    ({ step: taken, report }) => step(taken, report),
  );
  const here = place === null ? [] : filesForStep(files.files, place);
  const photograph = (blob: Blob) => place && files.add({ ...place, kind: "photo", signerName: null, blob });
  const missing = stop === null ? null : findMissingProof(stop, code, here);
  const hasPhoto = here.some(({ kind }) => kind === "photo");
  return (
    <Vehicle value={state.transport}>
      <TripHeader
        light={light}
        isConnected={isConnected}
        dispatcherPhone={dispatcherPhone}
        onWrite={(text) => tap({ type: "reply", text })}
      >
        {(close) => (
          <>
            {" "}
            {order.status === "assigned" && (
              <HandBack onHandBack={() => tap({ type: "hand_back", orderId })} />
            )}
            {state.isOnShift && (
              <>
                <BreakButton
                  hasOrder
                  isOnBreak={state.breakSince !== null}
                  onBreak={(isOn) => tap({ type: "break", isOn })}
                />
                <EndShift
                  hasOrder
                  cashRubles={state.cashRubles}
                  onEnd={() => {
                    close();
                    tap({ type: "shift", isOn: false });
                  }}
                />
              </>
            )}
            <AppSettings state={state} />
          </>
        )}
      </TripHeader>
      {!state.isOnShift && <p className="mb-3 font-semibold">{t("offShift.jobStays")}</p>}
      {!QUIET.has(light) && <div className="mb-3">{gps}</div>}
      <CourierTaskScreen
        order={order}
        isConnected={isConnected}
        styleUrl={styleUrl}
        onCall={next?.type === "hand_over" ? calls.add : undefined}
        laterStops={<LaterStops state={state} order={order} />}
        hasMessages={messages.length > 0}
        messages={
          dropoffAhead !== null && (
            <RecipientMessages
              key={dropoffAhead}
              messages={messages}
              onSend={(words) => tap({ type: "message", orderId, dropoff: dropoffAhead, ...words })}
            />
          )
        }
        actions={
          next?.type !== "hand_over" || stop?.proof.photo || hasPhoto ? undefined : (
            <CameraButton tone="fill" onPhoto={photograph}>
              {t("proof.photo")}
            </CameraButton>
          )
        }
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
        {place !== null && hasPhoto && stop?.proof.photo === false && (
          <PhotoField place={place} files={files} />
        )}
      </CourierTaskScreen>
      {next?.type === "wait" && dispatcherPhone !== null && (
        <BottomBar>
          <CallDispatcher phone={dispatcherPhone} />
        </BottomBar>
      )}
      {failing.held !== null && failing.held.report.failure !== undefined && (
        <UndoBar reason={failing.held.report.failure.code} onUndo={failing.undo} />
      )}
      {next !== null && next.type !== "wait" && failing.held === null && (
        <BottomBar>
          {missing === null ? (
            <StepControl
              // The key resets the control, so that an open question does not carry over to the next step.
              key={next.type}
              step={next}
              dropoffs={order.dropoffs.length}
              getMetersAway={() => {
                const { address } = ("dropoff" in next && order.dropoffs[next.dropoff]) || order.pickup;
                return metersFromStop(ownPlace, address, new Date());
              }}
              onStep={() => step(next, stop === null ? undefined : buildReport(stop, code, here))}
            />
          ) : (
            <MissingProofControl
              missing={missing}
              dispatcherPhone={dispatcherPhone}
              onSign={() => setSheet("sign")}
              onPhoto={photograph}
            />
          )}
          {next.type === "hand_over" && (
            <BigButton tone="bare" onClick={() => setSheet("fail")}>
              {t("action.fail")}
            </BigButton>
          )}
        </BottomBar>
      )}
      {stop !== null && place !== null && (
        <Sheet isOpen={sheet === "sign"} title={t("proof.signature")} onClose={close}>
          {sheet === "sign" && (
            <SignaturePad
              name={stop.contact.name ?? ""}
              onClose={close}
              onSigned={(blob, signerName) => {
                const before = here.find(({ kind }) => kind === "signature")?.id;
                files.add({ ...place, kind: "signature", signerName, blob, instead: before });
                close();
              }}
            />
          )}
        </Sheet>
      )}
      {next?.type === "hand_over" && place !== null && (
        <Sheet isOpen={sheet === "fail"} title={t("fail.title")} onClose={close}>
          {sheet === "fail" && (
            <FailForm
              order={order}
              dropoff={next.dropoff}
              place={place}
              files={files}
              calls={calls}
              onClose={close}
              onFail={(report) => {
                close();
                failing.hold({ step: { ...next, type: "fail" }, report });
              }}
            />
          )}
        </Sheet>
      )}
    </Vehicle>
  );
}

/** Clears the typed code at the next stop and after a wrong code. */
function useCode(place: ProofStep | null, triesLeft: number) {
  const key = place === null ? "" : `${place.orderId} ${place.position} ${place.attempt} ${triesLeft}`;
  const [typed, setTyped] = useState({ key, code: "" });
  return {
    code: typed.key === key ? typed.code : "",
    setCode: (code: string) => setTyped({ key, code }),
  };
}
