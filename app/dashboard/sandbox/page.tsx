import { FlaskConical, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { DetailSection } from "@/app/dashboard/detail";
import { PageFrame, type Query, requireMemberPage } from "@/app/dashboard/page-frame";
import { run } from "@/app/dashboard/sandbox/actions";
import { titleMetadata } from "@/app/title-metadata";
import { ScenarioRow } from "@/components/sandbox/scenario-row";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Heading } from "@/components/ui/heading";
import { Link } from "@/components/ui/link";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK, PRIMARY } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";
import { getCertification } from "@/lib/sandbox/certification";
import {
  listLatestScenarioRuns,
  listScenarioRuns,
  type ScenarioRunItem,
} from "@/lib/sandbox/list-scenario-runs";

export const generateMetadata = titleMetadata("sandbox.heading");

const PATH = "/dashboard/sandbox";
const MAX_RUNS = 10;

export default async function ScenariosPage({ searchParams }: { searchParams: Query }) {
  const page = await requireMemberPage(PATH, searchParams, "account.use_sandbox");
  const t = await getTranslations("sandbox");
  if (page.mode === "live") {
    return (
      <PageFrame>
        <Heading note={t("note")}>{t("heading")}</Heading>
        <EmptyState icon={FlaskConical} heading={t("test_only")}>
          <Link href={withMode(PATH, "test")} className={`mt-5 ${PRIMARY}`}>
            {t("to_test")}
          </Link>
        </EmptyState>
      </PageFrame>
    );
  }
  const { db } = runtime();
  const [latest, runs] = await Promise.all([
    listScenarioRuns(db, page.scope),
    listLatestScenarioRuns(db, page.scope, MAX_RUNS),
  ]);
  const certification = getCertification(latest);
  const passed = certification.filter(({ verdict }) => verdict === "passed").length;
  const count = certification.length;
  return (
    <PageFrame words={["sandbox"]}>
      <Heading
        note={
          <p className="max-w-2xl">
            {t("note")}{" "}
            <Link href="/docs/testing" className={LINK}>
              {t("docs")}
            </Link>
          </p>
        }
        actions={
          <Link href={withMode("/dashboard/new", "test")} className={PRIMARY}>
            <Plus aria-hidden="true" className="size-4" />
            {t("new")}
          </Link>
        }
      >
        {t("heading")}
      </Heading>
      <h2 className="mb-2 flex flex-wrap items-baseline gap-x-3 type-heading">
        {t("scenarios")}
        <span className="text-sm font-normal text-soft">
          {passed === count ? t("certified", { count }) : t("progress", { passed, count })}
        </span>
      </h2>
      <ul className="border-t border-line">
        {certification.map((one) => (
          <ScenarioRow key={one.scenario} {...one} start={run} />
        ))}
      </ul>
      {runs.length > 0 && (
        <DetailSection id="runs" title={t("runs")} look="mt-8">
          <LatestRuns runs={runs} />
          <p className="mt-2 text-xs text-soft">{t("runs_note")}</p>
        </DetailSection>
      )}
    </PageFrame>
  );
}

function LatestRuns({ runs }: { runs: readonly ScenarioRunItem[] }) {
  const t = useTranslations("sandbox");
  return (
    <ul className="border-t border-line">
      {runs.map(({ orderCode, externalOrderId, scenario, isManual, status, at }) => (
        <li
          key={orderCode}
          className="grid min-h-11 gap-x-4 gap-y-1 border-b border-line py-2 text-sm sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-center"
        >
          <StatusPill status={status} />
          <Link
            href={withMode(`/dashboard/orders/${orderCode}`, "test")}
            className={`${LINK} min-h-6 truncate font-mono text-xs`}
          >
            {externalOrderId}
          </Link>
          <span className="font-mono text-xs text-soft">{isManual ? t("verdict.by_hand") : scenario}</span>
          <span className="text-xs whitespace-nowrap text-soft tabular-nums">
            <DateTime at={at.toISOString()} short />
          </span>
        </li>
      ))}
    </ul>
  );
}
