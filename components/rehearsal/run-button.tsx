"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SMALL_SECONDARY } from "@/components/ui/styles";
import type { Scenario } from "@/lib/sandbox/scenario";

/** Places a test order that goes by a scenario, and leads to it. */
export function RunButton({ scenario, run }: { scenario: Scenario; run: FormAction }) {
  const t = useTranslations("rehearsal.run");
  return (
    <ActionForm action={run} hidden={{ scenario }}>
      <SubmitButton look={SMALL_SECONDARY}>
        <Play aria-hidden="true" className="size-3.5" />
        {t("submit")}
        <span className="sr-only">{scenario}</span>
      </SubmitButton>
    </ActionForm>
  );
}
