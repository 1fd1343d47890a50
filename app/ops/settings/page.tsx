import { getTranslations } from "next-intl/server";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import * as actions from "@/app/ops/settings/actions";
import { SecuritySections } from "@/app/security-sections";
import { titleMetadata } from "@/app/title-metadata";
import { IdleSuggestionForm } from "@/components/console/idle-suggestion-form";
import { StackingForm } from "@/components/console/stacking-form";
import { TripCheckForm } from "@/components/console/trip-check-form";
import { Heading } from "@/components/ui/heading";
import { Permitted } from "@/components/ui/permissions";
import { getIdleSuggestionSettings } from "@/lib/dispatch/idle-suggestion-settings";
import { getStackingSettings } from "@/lib/dispatch/stacking-settings";
import { runtime } from "@/lib/process/runtime";
import { getTripCheck } from "@/lib/service-area/trip-check";

export const generateMetadata = titleMetadata("ops.trips.title");

export default async function SettingsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/settings", searchParams, "service.view");
  const t = await getTranslations("ops.trips");
  const { db } = runtime();
  const [check, suggestions, stacking] = await Promise.all([
    getTripCheck(db),
    getIdleSuggestionSettings(db),
    getStackingSettings(db),
  ]);
  return (
    <PageFrame
      page={page}
      section={null}
      words={["people", "auth.show_password", "ops.trips", "ops.idle", "ops.stacking"]}
    >
      <Heading>{t("title")}</Heading>
      <Permitted needs="service.manage_settings">
        <TripCheckForm
          key={`${check.action} ${check.maxLegMeters}`}
          check={check}
          change={actions.changeUnusualTrips}
        />
        <StackingForm
          key={JSON.stringify(stacking)}
          settings={stacking}
          change={actions.changeOrdersPerRoute}
        />
        <IdleSuggestionForm
          key={String(suggestions.isOn)}
          settings={suggestions}
          change={actions.changeIdleSuggestions}
        />
      </Permitted>
      <div className="mt-5 max-w-3xl divide-y divide-line">
        <SecuritySections who={page.user} actions={actions} />
      </div>
    </PageFrame>
  );
}
