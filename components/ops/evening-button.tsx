"use client";

import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";

/** Begins a simulated evening for operators to practise on, or stops the one under way. */
export function EveningButton({
  isUnderWay,
  begin,
  end,
}: {
  isUnderWay: boolean;
  begin: FormAction;
  end: FormAction;
}) {
  const t = useTranslations("ops.evening");
  return (
    <ActionForm
      key={String(isUnderWay)}
      action={isUnderWay ? end : begin}
      className="border-t border-line bg-surface p-4"
    >
      <p className="mb-2 text-xs text-soft">{t(isUnderWay ? "under_way" : "text")}</p>
      <SubmitButton look={`${SECONDARY} w-full`}>{t(isUnderWay ? "end" : "begin")}</SubmitButton>
    </ActionForm>
  );
}
