"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/docs/call-api";
import type { Tried, TryRefusal } from "@/components/docs/try-types";
import { LINK, SECONDARY } from "@/components/ui/styles";

export function QuickStartCall(props: { operationId: string; body: unknown; onCame: () => void }) {
  const { operationId, body, onCame } = props;
  const t = useTranslations("try");
  const [isSending, setSending] = useState(false);
  const [came, setCame] = useState<Tried | TryRefusal | null>(null);
  const run = async () => {
    if (isSending) return;
    setSending(true);
    setCame(await callApi({ operationId, prefix: "partner", body: JSON.stringify(body) }));
    setSending(false);
    onCame();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <button type="button" onClick={run} aria-disabled={isSending} className={SECONDARY}>
        <Play aria-hidden="true" className="size-4" />
        {t(isSending ? "sending" : "quick_start.run")}
      </button>
      <p role="status" className="text-sm tabular-nums">
        {typeof came === "string" ? <span className="text-bad">{t(`refusals.${came}`)}</span> : null}
        {came !== null && typeof came !== "string" ? (
          <>
            <span className={came.status < 300 ? "text-delivered" : "text-bad"}>{came.status}</span>
            <span className="text-soft">
              {" · "}
              {t("ms", { ms: came.durationMs })}
            </span>
            {came.line === null ? null : (
              <>
                {" · "}
                <a href={`/dashboard/requests/${came.line}?mode=test`} className={LINK}>
                  {t("in_log")}
                </a>
              </>
            )}
          </>
        ) : null}
      </p>
    </div>
  );
}
