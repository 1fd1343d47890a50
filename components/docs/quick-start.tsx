"use client";

import { Check, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { CodePanel } from "@/components/docs/code-panel";
import { CopyCode } from "@/components/docs/copy-code";
import {
  callApi,
  formatKeyEnds,
  type TryReader,
  type TryRefusal,
  type TryResult,
} from "@/components/docs/try-state";
import { readSetting, writeSetting } from "@/components/palette/setting";
import { INPUT, LINK, SECONDARY } from "@/components/ui/styles";
import { MEASURED_STEPS, type QuickStartState } from "@/lib/docs/measured-steps";
import type { SIGNATURE_EXAMPLE } from "@/lib/docs/signature-example";

const LOOK_EVERY_MS = 3_000;
const STEPS = [...MEASURED_STEPS, "signature"] as const;

export function QuickStart(props: {
  reader: TryReader;
  path: string;
  begun: QuickStartState | null;
  bodies: { readonly quote: unknown; readonly order: unknown };
  practice: Practice;
  /** Creates the first key. */
  children?: ReactNode;
}) {
  const { reader, path, begun, bodies, practice, children } = props;
  const t = useTranslations("try.quick_start");
  const [came, setCame] = useState(begun);
  const [isSigned, setSigned] = useState(false);
  const isSignedIn = begun !== null;
  const isComplete = came !== null && MEASURED_STEPS.every((step) => came[step] !== null);
  const look = useCallback(async () => {
    const state = await readState();
    if (state !== null) setCame(state);
  }, []);
  useEffect(() => {
    if (!isSignedIn || isComplete) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void look();
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isSignedIn, isComplete, look]);

  const doing: Record<(typeof STEPS)[number], ReactNode> = {
    key: (
      <>
        {reader.kind === "stranger" && (
          <a href={`/sign-in?next=${encodeURIComponent(path)}`} className={SECONDARY}>
            {t("sign_in")}
          </a>
        )}
        {reader.kind === "ready" && <p className="font-mono text-sm text-soft">{formatKeyEnds(reader)}</p>}
        {children}
        {reader.kind === "keyless" && !reader.canMake && (
          <p className="text-sm text-soft">{t("ask_owner")}</p>
        )}
      </>
    ),
    quote: reader.kind === "ready" && (
      <QuickStartCall operationId="createQuote" body={bodies.quote} onCame={look} />
    ),
    order: reader.kind === "ready" && (
      <QuickStartCall operationId="createOrder" body={bodies.order} onCame={look} />
    ),
    watch: null,
    webhook: isSignedIn && came?.webhook === null && (
      <a href="/dashboard/webhooks?mode=test" className={SECONDARY}>
        {t("add_endpoint")}
      </a>
    ),
    signature: <QuickStartSignature practice={practice} onSigned={() => setSigned(true)} />,
  };
  const isDone = (step: (typeof STEPS)[number]) =>
    step === "signature" ? isSigned : (came?.[step] ?? null) !== null;
  const done = STEPS.filter(isDone).length;
  return (
    <div className="mt-8">
      <p role="status" className="mb-4 text-sm text-soft tabular-nums">
        {isSignedIn ? t("progress", { done, count: STEPS.length }) : t("signed_out")}
      </p>
      <ol>
        {STEPS.map((step, index) => {
          const place = step === "signature" ? null : (came?.[step] ?? null);
          return (
            <li
              key={step}
              className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3.5 border-t border-line py-5 last:border-b"
            >
              <span
                aria-hidden="true"
                className={`grid size-8 place-items-center rounded-full text-sm font-semibold tabular-nums ${isDone(step) ? "bg-delivered-tint text-delivered" : "bg-fill text-soft"}`}
              >
                {isDone(step) ? <Check className="size-4" /> : index + 1}
              </span>
              <div className="min-w-0">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <h2 className="type-heading">
                    {t(`${step}.title`)}
                    {isDone(step) ? <span className="sr-only"> ({t("done")})</span> : null}
                  </h2>
                  {place === null ? null : (
                    <a href={place} className={`${LINK} text-sm`}>
                      {t(`${step}.see`)}
                    </a>
                  )}
                </div>
                <p className="mt-1 max-w-prose text-soft">{t(`${step}.text`)}</p>
                {doing[step] ? <div className="mt-3">{doing[step]}</div> : null}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

async function readState(): Promise<QuickStartState | null> {
  try {
    const response = await fetch("/docs/try", { cache: "no-store" });
    return response.ok ? ((await response.json()) as QuickStartState) : null;
  } catch {
    return null;
  }
}

function QuickStartCall(props: { operationId: string; body: unknown; onCame: () => void }) {
  const { operationId, body, onCame } = props;
  const t = useTranslations("try");
  const [isSending, setSending] = useState(false);
  const [came, setCame] = useState<TryResult | TryRefusal | null>(null);
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

type Practice = typeof SIGNATURE_EXAMPLE;

const PRACTISED_SETTING = "dropline-signature-practised";

function QuickStartSignature({ practice, onSigned }: { practice: Practice; onSigned: () => void }) {
  const t = useTranslations("try.quick_start.signature");
  const id = useId();
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (readSetting(PRACTISED_SETTING) === "1") onSigned();
  }, [onSigned]);
  const isRight = typed.trim() === practice.signature;
  const take = (text: string) => {
    setTyped(text);
    if (text.trim() !== practice.signature) return;
    writeSetting(PRACTISED_SETTING, "1");
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
          value={typed}
          onChange={({ target }) => take(target.value)}
          placeholder="v1,…"
          autoComplete="off"
          spellCheck={false}
          className={`${INPUT} font-mono`}
        />
        <p role="status" className={`mt-1.5 text-sm ${isRight ? "text-delivered" : "text-bad"}`}>
          {typed.trim() === "" ? null : t(isRight ? "right" : "wrong")}
        </p>
      </div>
    </div>
  );
}
