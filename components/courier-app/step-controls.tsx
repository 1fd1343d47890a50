"use client";

import { Keyboard, MapPinCheck, PenLine, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BigButton, BottomBar, CallDispatcher, CameraButton } from "@/components/courier-app/controls";
import { CODE_FIELD } from "@/components/courier-app/proof-panel";
import { ConfirmDialog } from "@/components/courier-app/sheet";
import { SlideButton } from "@/components/courier-app/slide-button";
import { UNDO_MS } from "@/components/courier-app/use-undo";
import { useDistance } from "@/components/orders/detail/use-distance";
import type { MissingProof } from "@/lib/courier-app/proof-file";
import type { FailureCode } from "@/lib/orders/order";
import type { CourierStep, NextStep } from "@/lib/orders/progress";

export function useStepName(): (step: NextStep, dropoffs: number) => string {
  const t = useTranslations("courier.action");
  return (step, dropoffs) => {
    if (step.type !== "arrive") return t(step.type);
    return dropoffs === 1 ? t("arriveOnly") : t("arrive", { number: step.dropoff + 1 });
  };
}

export function MissingProofControl(props: {
  missing: MissingProof;
  dispatcherPhone: string | null;
  onSign: () => void;
  onPhoto: (photo: Blob) => void;
}) {
  const { missing, dispatcherPhone, onSign, onPhoto } = props;
  const t = useTranslations("courier");
  if (missing === "photo") {
    return (
      <CameraButton tone="action" isTall onPhoto={onPhoto}>
        {t("proof.photo")}
      </CameraButton>
    );
  }
  if (missing === "signature") {
    return (
      <BigButton tone="action" icon={PenLine} isTall onClick={onSign}>
        {t("proof.sign")}
      </BigButton>
    );
  }
  if (missing === "code") {
    const focus = () => document.getElementById(CODE_FIELD)?.focus();
    return (
      <BigButton tone="action" icon={Keyboard} isTall onClick={focus}>
        {t("proof.enterCode")}
      </BigButton>
    );
  }
  return <CallDispatcher phone={dispatcherPhone} tone="action" isTall />;
}

/** Shows how much of the time to undo is left. */
export function HeldBar({ forMs }: { forMs: number }) {
  return (
    <span aria-hidden className="block h-1 w-full overflow-hidden rounded-full bg-fill">
      <span
        className="held-bar block h-full rounded-full bg-fir"
        style={{ animationDuration: `${forMs}ms` }}
      />
    </span>
  );
}

export function UndoBar({ reason, onUndo }: { reason: FailureCode; onUndo: () => void }) {
  const t = useTranslations("courier.fail");
  return (
    <BottomBar>
      <p role="status" className="py-1 text-center font-medium">
        {t("reporting", { reason: t(`reason.${reason}`) })}
      </p>
      <HeldBar forMs={UNDO_MS} />
      <BigButton tone="quiet" isTall icon={Undo2} onClick={onUndo}>
        {t("undo")}
      </BigButton>
    </BottomBar>
  );
}

const FINAL = ["pick_up", "take_over", "hand_over", "give_back"] as const;
const ARRIVALS: ReadonlySet<CourierStep["type"]> = new Set(["arrive_at_pickup", "arrive", "arrive_back"]);
type FinalStep = (typeof FINAL)[number];
const isFinal = (type: CourierStep["type"]): type is FinalStep => FINAL.some((one) => one === type);

export function StepControl(props: {
  step: CourierStep;
  dropoffs: number;
  /** From the stop to arrive at, in meters; null when near or unknown. */
  getMetersAway: () => number | null;
  onStep: () => void;
}) {
  const { step, dropoffs, getMetersAway, onStep } = props;
  const distance = useDistance();
  const [metersAway, setMetersAway] = useState(0);
  const t = useTranslations("courier");
  const name = useStepName()(step, dropoffs);
  const [isAsking, setIsAsking] = useState(false);
  const { type } = step;
  const isArrival = ARRIVALS.has(type);
  const question = isFinal(type) ? type : "away";
  const act = () => {
    const meters = isArrival ? getMetersAway() : null;
    if (meters === null) return onStep();
    setMetersAway(meters);
    setIsAsking(true);
  };
  return (
    <>
      {isFinal(type) ? (
        <SlideButton label={name} hint={t("action.slide")} onSlide={onStep} onTap={() => setIsAsking(true)} />
      ) : (
        <BigButton tone="action" icon={isArrival ? MapPinCheck : undefined} isTall onClick={act}>
          {name}
        </BigButton>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t(`confirm.${question}`, { distance: distance(metersAway) })}
        text={t(`confirm.${question}Text`)}
        yes={t(`confirm.yes.${question}`)}
        no={t("confirm.no")}
        onYes={onStep}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
