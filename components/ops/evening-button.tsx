"use client";

import { useTranslations } from "next-intl";
import { ConfirmButton } from "@/components/ui/confirm";
import { confirmTexts } from "@/components/ui/confirm-texts";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";

export function EveningButton(props: { isUnderWay: boolean; begin: FormAction; end: FormAction }) {
  const { isUnderWay, begin, end } = props;
  const t = useTranslations("ops.evening");
  return (
    <div className="border-t border-line bg-surface p-4">
      <p className="mb-2 text-xs text-soft">{t(isUnderWay ? "under_way" : "text")}</p>
      {isUnderWay ? (
        <ConfirmButton
          action={end}
          hidden={{}}
          {...confirmTexts(t, "end")}
          confirm={t("end_confirm")}
          look={`${SECONDARY} w-full`}
        />
      ) : (
        <ActionForm action={begin}>
          <SubmitButton look={`${SECONDARY} w-full`}>{t("begin")}</SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}
