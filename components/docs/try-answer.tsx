"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CodePanel, PANEL_TAB } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { write } from "@/components/docs/try-state";
import type { Tried } from "@/components/docs/try-types";
import type { AnswerExample } from "@/lib/reference/try-form";

export function TryAnswer({ answers, tried }: { answers: readonly AnswerExample[]; tried: Tried | null }) {
  const t = useTranslations("try");
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    if (tried !== null) setChosen(tried.status);
  }, [tried]);
  const known = answers.map(({ status }) => status);
  const statuses = tried === null || known.includes(tried.status) ? known : [tried.status, ...known];
  const shown = chosen ?? statuses[0];
  if (shown === undefined) return null;
  const own = tried?.status === shown ? tried : null;
  const code = own === null ? write(answers.find(({ status }) => status === shown)?.body) : pretty(own.body);
  return (
    <CodePanel
      isTall
      label={t("answer_with", { status: shown })}
      code={code}
      bar={
        <>
          {statuses.map((status) => (
            <button
              key={status}
              type="button"
              aria-pressed={status === shown}
              onClick={() => setChosen(status)}
              className={`${PANEL_TAB} tabular-nums ${status < 300 ? "aria-pressed:bg-delivered-tint aria-pressed:text-delivered" : "aria-pressed:bg-bad-tint aria-pressed:text-bad"}`}
            >
              {status}
            </button>
          ))}
          <span
            role="status"
            className="ml-auto flex items-center gap-1.5 pl-2 text-xs text-soft tabular-nums"
          >
            {own === null ? (
              <span>{t("example")}</span>
            ) : (
              <>
                <span>{t("ms", { ms: own.durationMs })}</span>
                {own.line === null ? null : (
                  <>
                    <span aria-hidden="true">·</span>
                    <a
                      href={`/dashboard/requests/${own.line}?mode=test`}
                      className="inline-flex min-h-6 items-center text-link underline decoration-1 underline-offset-4"
                    >
                      {t("in_log")}
                    </a>
                  </>
                )}
              </>
            )}
          </span>
          <CopyCode text={code} />
        </>
      }
    />
  );
}

function pretty(body: string): string {
  try {
    return write(JSON.parse(body));
  } catch {
    return body;
  }
}
