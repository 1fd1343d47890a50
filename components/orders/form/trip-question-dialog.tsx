"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { useModal } from "@/components/ui/open-modal";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";
import type { TripQuestion } from "@/lib/orders/form/trip-question";

export interface PricedTripQuestion extends TripQuestion {
  /** RUB. */
  readonly price: number;
}

/** Returns the distance of a question and its price as a sentence. */
export function useTripQuestionText(): (question: Omit<PricedTripQuestion, "key">) => string {
  const t = useTranslations("delivery.trip_question");
  const format = useFormatter();
  const rubles = useRubles();
  return ({ kind, meters, isSwapped, price }) => {
    const distance = format.number(Math.round(meters / 1000));
    const text = t(kind, { distance, price: rubles(price) });
    return isSwapped ? `${text} ${t("swapped")}` : text;
  };
}

interface Props {
  question: PricedTripQuestion | null;
  onConfirm: (question: PricedTripQuestion) => void;
  onClose: () => void;
}

export function TripQuestionDialog({ question, onConfirm, onClose }: Props) {
  const t = useTranslations("delivery.trip_question");
  const getText = useTripQuestionText();
  const dialog = useModal(question !== null);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="trip-question"
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
    >
      {question !== null && (
        <>
          <h2 id="trip-question" className="type-title">
            {t("heading")}
          </h2>
          <p className="mt-2 mb-5 text-sm">{getText(question)}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" onClick={() => dialog.current?.close()} className={SECONDARY}>
              {t("back")}
            </button>
            <button type="button" onClick={() => onConfirm(question)} className={PRIMARY}>
              {t("confirm")}
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}
