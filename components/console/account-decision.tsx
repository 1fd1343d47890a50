"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { TextAreaField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { DANGER, PRIMARY, SMALL_OUTLINE } from "@/components/ui/styles";
import type { Approval } from "@/lib/db/generated/enums";

interface Props {
  id: string;
  name: string;
  seen: Approval;
  approve: FormAction;
  reject: FormAction;
  isSmall?: boolean;
}

/** Approve and, while the shop waits, Reject with a reason. Both send the shop a letter. */
export function AccountDecision({ id, name, seen, approve, reject, isSmall = false }: Props) {
  const t = useTranslations("console.decision");
  return (
    <>
      <ConfirmButton
        action={approve}
        hidden={{ id, seen }}
        {...confirmTexts(t, "approve", { name })}
        look={isSmall ? SMALL_OUTLINE : PRIMARY}
      />
      {seen === "waiting" && (
        <ConfirmButton
          action={reject}
          hidden={{ id }}
          fields={{ reason: t("reason") }}
          {...confirmTexts(t, "reject", { name })}
          look={isSmall ? SMALL_OUTLINE : DANGER}
          isDangerous
        >
          <TextAreaField name="reason" label={t("reason")} hint={t("reason_hint")} />
        </ConfirmButton>
      )}
    </>
  );
}
