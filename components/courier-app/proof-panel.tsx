"use client";

import { Check, PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { BigButton } from "@/components/courier-app/controls";
import { PhotoField } from "@/components/courier-app/photo-field";
import type { Files } from "@/components/courier-app/use-files";
import { filesForStep, type ProofStep } from "@/lib/courier-app/proof-file";
import type { CourierTaskStop } from "@/lib/orders/fulfillment/courier-task";
import { MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";

export function ProofPanel(props: {
  stop: CourierTaskStop;
  place: ProofStep;
  files: Files;
  code: string;
  onCode: (code: string) => void;
  onSign: () => void;
}) {
  const { stop, place, files, code, onCode, onSign } = props;
  const { proof, codeTriesLeft, isCodeOverridden } = stop;
  const t = useTranslations("courier.proof");
  if (!proof.code && !proof.photo && !proof.signature) return null;
  const signature = filesForStep(files.files, place).findLast(({ kind }) => kind === "signature");
  return (
    <section aria-labelledby="proof" className="grid gap-3 rounded-2xl border border-line p-4">
      <h2 id="proof" className="sr-only">
        {t("heading")}
      </h2>
      {proof.code && isCodeOverridden && (
        <p className="flex gap-3 font-semibold text-delivered">
          <Check className="mt-0.5 size-6 shrink-0" aria-hidden />
          {t("codeOverridden")}
        </p>
      )}
      {proof.code && !isCodeOverridden && codeTriesLeft === 0 && (
        <p role="alert" className="font-semibold text-bad">
          {t("codeOver")}
        </p>
      )}
      {proof.code && !isCodeOverridden && codeTriesLeft > 0 && (
        <CodeField
          code={code}
          triesLeft={codeTriesLeft}
          isAgain={codeTriesLeft < MAX_CODE_ATTEMPTS}
          onChange={onCode}
        />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2 empty:hidden">
        {proof.signature && (
          <div className={`grid gap-2 ${signature === undefined ? "" : "col-span-full"}`}>
            {signature !== undefined && (
              <p className="flex gap-3 font-semibold text-delivered [overflow-wrap:anywhere]">
                <Check className="mt-0.5 size-6 shrink-0" aria-hidden />
                {t("signedBy", { name: signature.signerName ?? "" })}
              </p>
            )}
            <BigButton tone="quiet" icon={PenLine} onClick={onSign}>
              {t(signature === undefined ? "sign" : "signAgain")}
            </BigButton>
          </div>
        )}
        {proof.photo && <PhotoField place={place} files={files} />}
      </div>
    </section>
  );
}

const CODE_LENGTH = 6;
export const CODE_FIELD = "proof-code";

function CodeField(props: {
  code: string;
  triesLeft: number;
  isAgain: boolean;
  onChange: (code: string) => void;
}) {
  const { code, triesLeft, isAgain, onChange } = props;
  const t = useTranslations("courier.proof");
  const hint = useId();
  return (
    <div>
      <label htmlFor={CODE_FIELD} className="font-semibold">
        {t("code")}
      </label>
      {isAgain && (
        <p id={hint} className="font-semibold text-bad">
          {t("codeWrong", { count: triesLeft })}
        </p>
      )}
      <input
        id={CODE_FIELD}
        value={code}
        aria-describedby={isAgain ? hint : undefined}
        aria-invalid={isAgain && code === ""}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="000000"
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.replace(/\D/g, "").slice(0, CODE_LENGTH);
          onChange(typed);
          // Closes the keyboard, which covers the next step.
          if (typed.length === CODE_LENGTH) currentTarget.blur();
        }}
        className="mt-2 h-16 w-full rounded-xl border-2 border-field-line bg-surface text-center font-mono text-4xl font-semibold tracking-[0.2em] tabular-nums placeholder:text-field-line"
      />
    </div>
  );
}
