"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { appSound } from "@/components/courier-app/alarm-sound";
import { Disclosure } from "@/components/courier-app/controls";
import { useLocalTime } from "@/components/courier-app/local-time";
import { MessageForm } from "@/components/courier-app/message-form";
import { useSoundSwitch } from "@/components/courier-app/use-sound";
import { vibrate } from "@/components/courier-app/vibrate";
import { READY_SENTENCES } from "@/lib/orders/ready-sentence";
import type { StopMessage } from "@/lib/orders/stop-message";

const MAX_SHOWN = 4;

export function RecipientMessages(props: {
  messages: readonly StopMessage[];
  onSend: (words: Pick<StopMessage, "code" | "text">) => void;
}) {
  const { messages, onSend } = props;
  const t = useTranslations("courier.messages");
  const sentence = useTranslations("stop.sentence");
  const clock = useLocalTime();
  const { isOn } = useSoundSwitch();
  const reply = messages.findLast(({ isFromCourier }) => !isFromCourier)?.id;
  const lastReply = useRef(reply);
  useEffect(() => {
    if (reply === lastReply.current) return;
    lastReply.current = reply;
    if (isOn) appSound.chime();
    vibrate([200, 100, 200]);
  }, [reply, isOn]);
  const send = (text: string) => {
    const code = READY_SENTENCES.find((one) => sentence(one) === text) ?? null;
    onSend({ code, text: code === null ? text : "" });
  };
  return (
    <>
      <ul className="grid gap-2 empty:hidden" aria-live="polite">
        {messages.slice(-MAX_SHOWN).map(({ id, isFromCourier, code, text, at }) => (
          <li key={id} className={`rounded-xl px-4 py-3 ${isFromCourier ? "border border-line" : "bg-fill"}`}>
            <p className="text-sm text-soft">
              {t(isFromCourier ? "you" : "recipient")} · <time dateTime={at}>{clock(new Date(at))}</time>
            </p>
            <p className="whitespace-pre-line font-medium [overflow-wrap:anywhere]">
              {code === null ? text : sentence(code)}
            </p>
          </li>
        ))}
      </ul>
      <Disclosure
        key={messages.filter(({ isFromCourier }) => isFromCourier).length}
        summary={<span className="font-semibold">{t("writeRecipient")}</span>}
      >
        <div className="px-4 pb-4">
          <p className="text-soft">{t("recipientHint")}</p>
          <MessageForm sentences={READY_SENTENCES.map((code) => sentence(code))} onSend={send} />
        </div>
      </Disclosure>
    </>
  );
}
