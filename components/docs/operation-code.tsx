"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CodePanel, PANEL_TAB } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import { LanguageTabs } from "@/components/docs/language-tabs";
import { TryPanel, type TryProps } from "@/components/docs/try-panel";
import {
  callApi,
  createDraft,
  formatJson,
  formatKeyEnds,
  listFilledInputs,
  readBody,
  type TryRefusal,
  type TryResult,
} from "@/components/docs/try-state";
import type { LanguageId } from "@/lib/docs/samples";
import type { ResponseExample } from "@/lib/docs/try-form";
import { fillApiPath } from "@/lib/urls";

export interface OperationCodeProps extends TryProps {
  readonly operationId: string;
  readonly method: string;
  readonly prefix: string;
  readonly url: string;
  readonly answers: readonly ResponseExample[];
  readonly language: LanguageId;
}

export function OperationCode(props: OperationCodeProps) {
  const { operationId, method, prefix, url, form, answers, reader, language } = props;
  const [draft, setDraft] = useState(() => createDraft(form));
  const [tried, setTried] = useState<TryResult | null>(null);
  const [refusal, setRefusal] = useState<TryRefusal | null>(null);
  const [isSending, setSending] = useState(false);

  const ids = listFilledInputs(draft, form.inputs, "path");
  const query = listFilledInputs(draft, form.inputs, "query");
  const headers = listFilledInputs(draft, form.inputs, "header");
  const search = new URLSearchParams(query).toString();
  const body = draft.body === null || draft.body.trim() === "" ? undefined : readBody(draft.body);
  const request = {
    method,
    url: fillApiPath(url, ids) + (search === "" ? "" : `?${search}`),
    headers,
    keyEnds: reader.kind === "ready" ? formatKeyEnds(reader) : null,
    ...(body === undefined ? {} : { body }),
  };

  const send = async () => {
    if (isSending) return;
    setSending(true);
    setRefusal(null);
    const text = draft.body?.trim() === "" ? null : draft.body;
    const came = await callApi({ operationId, prefix, ids, query, headers, body: text });
    if (typeof came === "string") setRefusal(came);
    else setTried(came);
    setSending(false);
  };

  return (
    <div className="flex flex-col gap-3">
      <LanguageTabs request={request} initial={language} />
      <TryPanel
        {...props}
        draft={draft}
        onChange={setDraft}
        onSend={send}
        isSending={isSending}
        refusal={refusal}
      />
      <TryAnswer answers={answers} tried={tried} />
    </div>
  );
}

function TryAnswer({ answers, tried }: { answers: readonly ResponseExample[]; tried: TryResult | null }) {
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
  const code =
    own === null ? formatJson(answers.find(({ status }) => status === shown)?.body) : pretty(own.body);
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
    return formatJson(JSON.parse(body));
  } catch {
    return body;
  }
}
