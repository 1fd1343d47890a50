"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { appSound } from "@/components/courier-app/alarm-sound";
import { BigButton, Disclosure } from "@/components/courier-app/controls";
import { useLocalTime } from "@/components/courier-app/local-time";
import { MessageForm } from "@/components/courier-app/message-form";
import { Sheet } from "@/components/courier-app/sheet";
import { useSoundSwitch } from "@/components/courier-app/use-sound";
import { vibrate } from "@/components/courier-app/vibrate";
import type { OperatorMessage } from "@/lib/courier-app/app-state";

export function MessageSheet(props: {
  messages: readonly OperatorMessage[];
  onRead: (upTo: string) => void;
  onReply: (text: string) => void;
}) {
  const { messages, onRead, onReply } = props;
  const t = useTranslations("courier.messages");
  const clock = useLocalTime();
  const { isOn } = useSoundSwitch();
  const last = messages.at(-1)?.id ?? null;
  useEffect(() => {
    if (last === null) return;
    if (isOn) appSound.chime();
    vibrate([200, 100, 200]);
  }, [last, isOn]);
  const read = () => {
    if (last !== null) onRead(last);
  };
  const [isReplying, setReplying] = useState(false);
  return (
    <Sheet isOpen={last !== null} title={t("title", { count: messages.length })} onClose={read}>
      <ul className="mt-4 grid gap-3">
        {messages.map(({ id, text, sentAt }) => (
          <li key={id} className="rounded-xl bg-fill p-4 [overflow-wrap:anywhere]">
            <p className="whitespace-pre-line text-xl">{text}</p>
            <p className="mt-2 text-base text-soft">
              <time dateTime={sentAt}>{clock(new Date(sentAt))}</time>
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-5 grid gap-2">
        <BigButton tone="action" isTall onClick={read}>
          {t("read")}
        </BigButton>
        {!isReplying && (
          <BigButton tone="quiet" onClick={() => setReplying(true)}>
            {t("reply")}
          </BigButton>
        )}
      </div>
      {isReplying && last !== null && (
        <MessageForm
          key={last}
          sentences={[t("sentence.ok"), t("sentence.late"), t("sentence.callMe")]}
          onSend={(text) => {
            setReplying(false);
            onReply(text);
            read();
          }}
        />
      )}
    </Sheet>
  );
}

/** In the menu: a message to operators that is not a reply. */
export function WriteToDispatch({ onSend }: { onSend: (text: string) => void }) {
  const t = useTranslations("courier.messages");
  return (
    <Disclosure summary={<span className="font-semibold">{t("write")}</span>}>
      <div className="px-4 pb-4">
        <MessageForm
          sentences={[t("sentence.late"), t("sentence.address"), t("sentence.callMe")]}
          onSend={onSend}
        />
      </div>
    </Disclosure>
  );
}
