import { randomUUID } from "node:crypto";
import { CircleCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { announceIncident, continueIncident } from "@/app/ops/health/incidents/actions";
import { PageFrame, type Query, requireOperatorPage } from "@/app/ops/page-frame";
import { titleMetadata } from "@/app/page-title";
import { AnnounceForm, UpdateForm } from "@/components/ops/health/incident-forms";
import { IncidentList } from "@/components/status/incident-list";
import { CardSection } from "@/components/ui/card-section";
import { EmptyState } from "@/components/ui/empty";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { SMALL_SECONDARY } from "@/components/ui/styles";
import { DAY_MS } from "@/lib/duration";
import { listIncidents } from "@/lib/health-report/incident";
import { STATUS_DAYS } from "@/lib/health-report/status";
import { runtime } from "@/lib/process/runtime";

export const generateMetadata = titleMetadata("health.incidents.heading");

export default async function IncidentsPage({ searchParams }: { searchParams: Query }) {
  const page = await requireOperatorPage("/ops/health/incidents", searchParams);
  const t = await getTranslations("health");
  const { db, clock } = runtime();
  const incidents = await listIncidents(db, new Date(clock.now().getTime() - STATUS_DAYS * DAY_MS));
  return (
    <PageFrame page={page} section="health" words={["health.incidents", "status"]}>
      <Heading
        note={t("incidents.note")}
        actions={
          <Link href="/status" className={SMALL_SECONDARY}>
            {t("status_page")}
          </Link>
        }
      >
        {t("incidents.heading")}
      </Heading>
      {incidents.length === 0 ? (
        <EmptyState icon={CircleCheck} heading={t("incidents.none")} />
      ) : (
        <IncidentList
          incidents={incidents}
          renderActions={({ id, state, resolvedAt, updates }) =>
            resolvedAt === null && (
              // A published update empties its form.
              <UpdateForm key={updates.length} id={id} state={state} action={continueIncident} />
            )
          }
        />
      )}
      <CardSection id="announce" heading={t("incidents.announce")} className="mt-8 max-w-3xl">
        {/* Each incident gets its own id: sending a form twice announces it once. */}
        <AnnounceForm key={incidents.length} id={randomUUID()} action={announceIncident} />
      </CardSection>
    </PageFrame>
  );
}
