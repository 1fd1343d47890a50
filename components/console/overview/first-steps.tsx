"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { RunButton } from "@/components/sandbox/run-button";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { usePermissions } from "@/components/ui/permissions";
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
  const done = FIRST_STEPS.filter((step) => steps[step]);
  if (done.length === FIRST_STEPS.length) return null;
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
    <section aria-labelledby="first-steps" className="mb-8 rounded-xl bg-ground px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first-steps" className="type-heading">
          {t("heading")}
        </h2>
        <p className="text-sm text-soft">{t("progress", { done: done.length, all: FIRST_STEPS.length })}</p>
      </div>
      <ol className="mt-2 grid gap-x-8 lg:grid-cols-2">
        {FIRST_STEPS.map((step, index) => (
          <li key={step} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            <span
              aria-hidden="true"
              className={`flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-semibold ${
                steps[step] ? "bg-delivered-tint text-delivered" : "bg-surface text-soft"
              }`}
            >
              {steps[step] ? <Check className="size-4" /> : index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-48 text-sm">
              <p className="font-medium">{t(step)}</p>
              <p className={steps[step] ? "text-delivered" : "text-soft"}>
                {steps[step] ? t("done") : t(mayDo(step) ? `${step}_hint` : "of_others")}
              </p>
            </div>
            {!steps[step] && mayDo(step) && <div className="max-sm:w-full max-sm:pl-10">{doing(step)}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}
