"use client";

import { useTranslations } from "next-intl";
import { RunButton } from "@/components/sandbox/run-button";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { usePermissions } from "@/components/ui/permissions";
import { StepList } from "@/components/ui/step-list";
import { PRIMARY, SMALL_OUTLINE } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { Permission } from "@/lib/accounts/permissions";
import { FIRST_STEPS, type FirstStep, type FirstSteps as Steps } from "@/lib/console/overview/overview";
import { withMode } from "@/lib/http/mode";

const PLACES: Readonly<Record<FirstStep, { path: string | null; needs: Permission }>> = {
  key: { path: "/dashboard/keys", needs: "account.manage_integrations" },
  quote: { path: "/dashboard/new", needs: "account.manage_orders" },
  order: { path: null, needs: "account.use_sandbox" },
  webhook: { path: "/dashboard/webhooks/new", needs: "account.manage_integrations" },
};

interface Props {
  steps: Steps;
  mode: Mode;
  run: FormAction;
}

export function FirstSteps({ steps, mode, run }: Props) {
  const t = useTranslations("overview.steps");
  const isPermitted = usePermissions();
  if (FIRST_STEPS.every((step) => steps[step])) return null;
  const mayDo = (step: FirstStep) => isPermitted(PLACES[step].needs);
  const next = FIRST_STEPS.find((step) => !steps[step] && mayDo(step));
  const doing = (step: FirstStep) => {
    const look = step === next ? PRIMARY : SMALL_OUTLINE;
    const { path } = PLACES[step];
    const words = t(`${step}_action`);
    return path === null ? (
      <RunButton scenario="happy" run={run} look={look}>
        {words}
      </RunButton>
    ) : (
      <Link href={withMode(path, step === "key" ? "test" : mode)} className={look}>
        {words}
      </Link>
    );
  };
  return (
    <StepList
      id="first-steps"
      heading={t("heading")}
      className="mb-8"
      steps={FIRST_STEPS.map((step) => ({
        name: step,
        title: t(step),
        hint: t(mayDo(step) ? `${step}_hint` : "of_others"),
        isDone: steps[step],
        ...(mayDo(step) ? { action: doing(step) } : {}),
      }))}
    />
  );
}
