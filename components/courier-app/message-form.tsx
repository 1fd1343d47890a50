"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { BigButton } from "@/components/courier-app/controls";
import { NOTE_LENGTH } from "@/lib/orders/feedback/limits";

/** Predefined messages and a text field. */
export function MessageForm({
  sentences,
  onSend,
}: {
  sentences: readonly string[];
  onSend: (text: string) => void;
}) {
  const t = useTranslations("courier.messages");
  const [text, setText] = useState("");
  const field = useId();
  const own = text.trim();
  return (
    <div className="mt-4 grid gap-2">
      {sentences.map((sentence) => (
        <BigButton key={sentence} tone="fill" onClick={() => onSend(sentence)}>
          {sentence}
        </BigButton>
      ))}
      <label htmlFor={field} className="mt-2 font-semibold">
        {t("own")}
      </label>
      <textarea
        id={field}
        value={text}
        rows={2}
        maxLength={NOTE_LENGTH}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="w-full rounded-xl border-2 border-field-line bg-surface p-3"
      />
      {own !== "" && (
        <BigButton tone="action" onClick={() => onSend(own)}>
          {t("send")}
        </BigButton>
      )}
    </div>
  );
}
