"use client";

import { useTranslations } from "next-intl";
import type { RecipientFeedbackView } from "@/components/orders/detail/order-state";
import { DateTime } from "@/components/ui/date-time";

export function RecipientFeedbackNote({ said }: { said: RecipientFeedbackView }) {
  const { note, messages, request, feedback } = said;
  const t = useTranslations("order.said");
  const sentence = useTranslations("stop.sentence");
  return (
    <>
      {note !== null && (
        <div className="border-l-2 border-line pl-3">
          <p className="whitespace-pre-line">
            <span className="text-soft">{t("note")}</span> {note.text}
          </p>
          <p className="text-xs text-soft">
            <DateTime at={note.at} short /> · {t(note.isSeen ? "seen" : "unseen")}
          </p>
        </div>
      )}
      {messages.map(({ id, isFromCourier, code, text, at }) => (
        <div key={id} className="border-l-2 border-line pl-3">
          <p className="whitespace-pre-line">
            <span className="text-soft">{t(isFromCourier ? "courier" : "recipient")}</span>{" "}
            {code === null ? text : sentence(code)}
          </p>
          <p className="text-xs text-soft">
            <DateTime at={at} short />
          </p>
        </div>
      ))}
      {request !== null && (
        <div className="border-l-2 border-line pl-3">
          <p>
            <span className="text-soft">{t(request.isDecided ? "decided" : "asks")}</span>{" "}
            {t(`request.${request.value}`)}
          </p>
          <p className="text-xs text-soft">
            <DateTime at={request.at} short />
          </p>
        </div>
      )}
      {feedback?.value === "fine" && (
        <p className="text-delivered">
          {t.rich("fine", { time: () => <DateTime at={feedback.at} short /> })}
        </p>
      )}
      {feedback?.value === "problem" && (
        <div className={`border-l-2 pl-3 ${feedback.isSettled ? "border-line" : "border-bad"}`}>
          <p className={feedback.isSettled ? "text-soft" : "font-medium text-bad"}>
            {t.rich(feedback.isSettled ? "settled" : "problem", {
              time: () => <DateTime at={feedback.at} short />,
            })}
          </p>
          {feedback.text !== null && <p className="whitespace-pre-line">{feedback.text}</p>}
        </div>
      )}
    </>
  );
}
