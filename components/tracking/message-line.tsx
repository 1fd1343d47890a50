"use client";

import { Ban, Check, Clock, FlaskConical, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import type { MessageItem } from "@/lib/tracking/messages/list-messages";

const LOOKS = {
  pending: { icon: Clock, tone: "assigned" },
  sent: { icon: Check, tone: "delivered" },
  failed: { icon: X, tone: "bad" },
  dropped: { icon: Ban, tone: "cancelled" },
  recorded: { icon: FlaskConical, tone: "test" },
} as const;

/** @param props.place what the message belongs to, such as a link to its order */
export function MessageLine({ message, place }: { message: MessageItem; place: ReactNode }) {
  const { kind, state, reason, text, answer, attempts, phone, at } = message;
  const t = useTranslations("recipient");
  const details = [
    reason === null ? null : t(`reasons.${reason}`),
    answer === null ? null : t("list.answer", { answer }),
    attempts > 1 ? t("list.tries", { count: attempts }) : null,
  ].filter((one) => one !== null);
  return (
    <li className="border-b border-line py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t(`kinds.${kind}`)}</span>
        <Badge look={LOOKS[state]}>{t(`states.${state}`)}</Badge>
        <span className="ml-auto text-xs whitespace-nowrap text-soft tabular-nums">
          <DateTime at={at} seconds short />
        </span>
      </div>
      {text !== null && <p className="mt-1 wrap-anywhere">{text}</p>}
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-soft">
        {place}
        {phone !== null && <span className="tabular-nums">{phone}</span>}
        {details.map((one) => (
          <span key={one} className="wrap-anywhere">
            {one}
          </span>
        ))}
      </p>
    </li>
  );
}
