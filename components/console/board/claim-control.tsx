"use client";

import { Hand } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ConsoleActions } from "@/components/console/board/handle-form";
import { ClockTime } from "@/components/ui/date-time";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import { Permitted } from "@/components/ui/permissions";
import { SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { ClaimOutcome } from "@/lib/console/claim-exceptions";
import type { ClaimHolder } from "@/lib/console/exception-claim";
import { type Exception, toSubjects } from "@/lib/console/exceptions";

/** Returns who has exceptions, such as `Ana has it` or `Ana has 3 of 52`. */
export function useHolderText(operatorId: string): (holder: ClaimHolder, total: number) => string {
  const t = useTranslations("console.claim");
  return ({ byId, by: name, count }, total) => {
    const isAll = count === total;
    if (byId === operatorId) return isAll ? t("yours") : t("some_yours", { count, total });
    return isAll ? t("has", { name }) : t("some", { name, count, total });
  };
}

/** Returns the names of those who have all the exceptions, if the operator got none of them. */
export function useRefusedClaim(): (outcomes: readonly ClaimOutcome[] | null) => string | null {
  const t = useTranslations("console.claim");
  return (outcomes) => {
    const names = (outcomes ?? []).map(({ heldBy }) => heldBy);
    if (names.length === 0 || names.includes(null)) return null;
    return [...new Set(names)].map((name) => t("has", { name: name || t("someone") })).join(". ");
  };
}

interface Props {
  readonly mode: Mode;
  readonly operatorId: string;
  readonly actions: Pick<ConsoleActions, "claim" | "releaseClaim">;
  /** Of one kind. */
  readonly exceptions: readonly Exception[];
  readonly holders: readonly ClaimHolder[];
}

export function ClaimControl({ mode, operatorId, actions, exceptions, holders }: Props) {
  const t = useTranslations("console.claim");
  const getText = useHolderText(operatorId);
  const describeRefusal = useRefusedClaim();
  const [first] = exceptions;
  if (first === undefined) return null;
  const total = exceptions.length;
  const hidden = { mode, kind: first.kind, subject: toSubjects(exceptions) };
  const isMine = holders.some(({ byId }) => byId === operatorId);
  const [other] = holders.filter(({ byId }) => byId !== operatorId);
  const isAnyFree = holders.reduce((sum, { count }) => sum + count, 0) < total;
  const take = (label: string, from: Readonly<Record<string, string>> = {}) => (
    <ActionForm
      action={actions.claim}
      hidden={{ ...hidden, ...from }}
      done={({ result }) => <Refusal>{describeRefusal(result)}</Refusal>}
    >
      <SubmitButton look={SMALL_SECONDARY}>{label}</SubmitButton>
    </ActionForm>
  );
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {holders.map((holder) => (
        <p key={holder.byId} className="flex grow items-center gap-1.5 text-sm font-medium">
          <Hand aria-hidden="true" className="size-4 shrink-0" />
          <span>
            {t.rich("until", {
              text: getText(holder, total),
              time: () => <ClockTime at={holder.until} />,
            })}
          </span>
        </p>
      ))}
      <Permitted needs="service.dispatch_orders">
        {isAnyFree && take(t("take"))}
        {other !== undefined && take(t("take_over", { name: other.by }), { from: other.byId })}
        {isMine && (
          <ActionForm action={actions.releaseClaim} hidden={hidden}>
            <SubmitButton look={SMALL_SECONDARY}>{t("release")}</SubmitButton>
          </ActionForm>
        )}
      </Permitted>
    </div>
  );
}

const Refusal = ({ children }: { children: ReactNode }) =>
  children === null ? null : <span className="text-sm">{children}.</span>;
