"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { CodePanel } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { INPUT } from "@/components/ui/styles";

export interface Practice {
  readonly secret: string;
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
  readonly signature: string;
}

const KEPT = "dropline-signature-practised";

export function QuickStartSignature({ practice, onSigned }: { practice: Practice; onSigned: () => void }) {
  const t = useTranslations("try.quick_start.signature");
  const id = useId();
  const [given, setGiven] = useState("");
  useEffect(() => {
    try {
      if (localStorage.getItem(KEPT) === "1") onSigned();
    } catch {
      // Storage may be forbidden.
    }
  }, [onSigned]);
  const isRight = given.trim() === practice.signature;
  const take = (text: string) => {
    setGiven(text);
    if (text.trim() !== practice.signature) return;
    try {
      localStorage.setItem(KEPT, "1");
    } catch {
      // Storage may be forbidden.
    }
    onSigned();
  };
  const message = [
    `webhook-id: ${practice.id}`,
    `webhook-timestamp: ${practice.timestamp}`,
    "",
    practice.body,
  ].join("\n");
  return (
    <div className="space-y-3">
      <CodePanel
        label={t("message")}
        code={message}
        bar={
          <>
            <span className="px-2 font-mono text-xs break-all text-soft">{practice.secret}</span>
            <CopyCode text={`${practice.secret}\n\n${message}`} />
          </>
        }
      />
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          {t("field")}
        </label>
        <input
          id={id}
          value={given}
          onChange={({ target }) => take(target.value)}
          placeholder="v1,…"
          autoComplete="off"
          spellCheck={false}
          className={`${INPUT} font-mono`}
        />
        <p role="status" className={`mt-1.5 text-sm ${isRight ? "text-delivered" : "text-bad"}`}>
          {given.trim() === "" ? null : t(isRight ? "right" : "wrong")}
        </p>
      </div>
    </div>
  );
}
