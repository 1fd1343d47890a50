"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import type { ErrorCode } from "@/lib/http/errors";

export interface BulkActionResult {
  readonly code: string;
  readonly refusal: ErrorCode | null;
  /** The courier's name; empty if there is none. */
  readonly subject: string;
}

export type BulkActionKind = "assign" | "tell" | "cancel";

interface Props {
  kind: BulkActionKind;
  outcomes: readonly BulkActionResult[];
  again: { readonly action: FormAction<readonly BulkActionResult[]>; readonly courier: string };
}

/** `again` assigns the orders again and accepts that they are too large for the vehicle. */
export function OrderOutcomes({ kind, outcomes: atFirst, again }: Props) {
  const t = useTranslations("ops.chosen");
  const [outcomes, setOutcomes] = useState(atFirst);
  const done = outcomes.filter(({ refusal }) => refusal === null).length;
  const tooLarge = outcomes.filter(({ refusal }) => refusal === "VEHICLE_TOO_SMALL");
  const codes = tooLarge.map(({ code }) => code).join(",");
  const replace = (others: readonly BulkActionResult[]) => {
    const byCode = new Map(others.map((one) => [one.code, one]));
    setOutcomes(outcomes.map((one) => byCode.get(one.code) ?? one));
  };
  return (
    <>
      <p role="status" className="mb-2 text-sm text-soft">
        {t("done_of", { done, count: outcomes.length })}
      </p>
      <ul className="max-h-80 overflow-y-auto text-sm">
        {outcomes.map((outcome) => (
          <Outcome
            key={outcome.code}
            kind={kind === "assign" && again.courier === "" ? "best" : kind}
            outcome={outcome}
          />
        ))}
      </ul>
      {kind === "assign" && tooLarge.length > 0 && (
        <ActionForm
          action={again.action}
          hidden={{ codes, courier: again.courier, anyway: "on" }}
          onDone={({ result }) => replace(result ?? [])}
          className="mt-3"
        >
          <SubmitButton look={SECONDARY}>{t("anyway", { count: tooLarge.length })}</SubmitButton>
        </ActionForm>
      )}
    </>
  );
}

/** `best` is an assignment to the best courier instead of a chosen one. */
function Outcome({ kind, outcome }: { kind: BulkActionKind | "best"; outcome: BulkActionResult }) {
  const { code, refusal, subject } = outcome;
  const t = useTranslations("ops.chosen");
  const refusals = useTranslations("ui.refusals");
  const isDone = refusal === null;
  const Icon = isDone ? CircleCheck : CircleX;
  const done = kind === "best" ? "assign" : kind;
  const own = [`refusals.${kind}_${refusal}`, `refusals.${done}_${refusal}`].find((name) => t.has(name));
  const why =
    refusal === null
      ? subject || t(`done.${done}`)
      : own !== undefined
        ? t(own)
        : refusals(refusals.has(refusal) ? refusal : "INTERNAL_ERROR");
  return (
    <li className="grid grid-cols-[1.25rem_6.5rem_minmax(0,1fr)] items-baseline gap-x-2 border-t border-line py-2 first:border-t-0">
      <Icon
        aria-hidden="true"
        className={`size-4 translate-y-0.5 ${isDone ? "text-delivered" : "text-late"}`}
      />
      <span className="font-mono font-medium">{code}</span>
      <span className={isDone ? "" : "text-soft"}>{why}</span>
    </li>
  );
}
