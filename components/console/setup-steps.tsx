"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { StepList } from "@/components/ui/step-list";
import { PRIMARY, SMALL_OUTLINE } from "@/components/ui/styles";
import type { SetupStep } from "@/lib/console/get-setup-steps";

const PAGES: Readonly<Record<SetupStep, string>> = {
  area: "/ops/area/zone",
  tariff: "/ops/tariff",
  courier: "/ops/couriers/new",
  shop: "/ops/accounts/new",
  colleague: "/ops/operators#invite",
  retention: "/ops/accounts#retention",
};

/** The first hour of a new company. */
export function SetupSteps({ done }: { done: Readonly<Record<SetupStep, boolean>> }) {
  const t = useTranslations("console.setup");
  const steps = Object.keys(PAGES) as SetupStep[];
  const next = steps.find((step) => !done[step]);
  return (
    <StepList
      id="setup"
      heading={t("heading")}
      className="m-4 min-h-0 overflow-y-auto"
      steps={steps.map((step) => ({
        name: step,
        title: t(step),
        hint: t(`${step}_hint`),
        isDone: done[step],
        action: (
          <Link href={PAGES[step]} className={step === next ? PRIMARY : SMALL_OUTLINE}>
            {t(`${step}_action`)}
          </Link>
        ),
      }))}
    />
  );
}
