"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { SECONDARY } from "@/components/ui/styles";
import type { CallResult } from "@/lib/docs/try-form";

export interface NewSecret {
  readonly secret: string;
  /** Number of endpoints that were disabled because the former key had leaked. */
  readonly endpoints?: number;
}

export function KeySecret({ secret, publicUrl }: { secret: string; publicUrl: string }) {
  const t = useTranslations("keys.secret");
  const curl = `curl ${publicUrl}/v1/partner/ping -H "Authorization: Bearer ${secret}"`;
  return (
    <div>
      <p className="text-sm">{t("once")}</p>
      <dl className="mt-4">
        <CopyField label={t("key")} value={secret} />
      </dl>
      <KeyCheck secret={secret} />
      <dl className="mt-5">
        <CopyField label={t("curl")} value={curl} />
      </dl>
    </div>
  );
}

function KeyCheck({ secret }: { secret: string }) {
  const t = useTranslations("keys.secret");
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Pick<CallResult, "status" | "body"> | "failed" | null>(null);
  const ask = async () => {
    if (isAsking) return;
    setAsking(true);
    try {
      const response = await fetch("/v1/partner/ping", {
        headers: { Authorization: `Bearer ${secret}` },
        cache: "no-store",
        credentials: "omit",
      });
      setAnswer({ status: response.status, body: JSON.stringify(await response.json(), null, 2) });
    } catch {
      setAnswer("failed");
    }
    setAsking(false);
  };
  return (
    <div className="mt-4">
      <button type="button" onClick={ask} aria-disabled={isAsking} className={SECONDARY}>
        {t(isAsking ? "checking" : "check")}
      </button>
      <div role="status" className="mt-3 text-sm">
        {answer === "failed" && <p className="text-bad">{t("failed")}</p>}
        {answer !== null && answer !== "failed" && (
          <>
            <p className={answer.status === 200 ? "text-delivered" : "text-bad"}>
              {t(answer.status === 200 ? "works" : "refused", { status: answer.status })}
            </p>
            <pre className="mt-2 overflow-x-auto rounded-lg bg-fill p-3 font-mono text-xs whitespace-pre-wrap break-words">
              {answer.body}
            </pre>
          </>
        )}
      </div>
    </div>
  );
}
