"use client";

import { useTranslations } from "next-intl";
import { DraftChoice } from "@/components/order-form/fields";
import { CARD } from "@/components/ui/styles";
import { SCENARIOS, type Scenario } from "@/lib/sandbox/scenario";

/** How a new order of test mode goes. */
export function ScenarioField({
  value,
  onValue,
}: {
  value: Scenario;
  onValue: (scenario: Scenario) => void;
}) {
  const t = useTranslations("rehearsal");
  return (
    <div className={`${CARD} p-4 sm:p-5`}>
      <DraftChoice
        path="sandbox_scenario"
        label={t("field")}
        hint={t(`scenario.${value}`)}
        value={value}
        onValue={onValue}
        options={SCENARIOS.map((scenario) => ({ value: scenario, label: scenario }))}
      />
    </div>
  );
}
