import { Check, CircleAlert, CircleDashed, CircleX, Clock, Hand, Navigation, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { RunButton } from "@/components/sandbox/run-button";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import type { FormAction } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { LINK, SMALL_SECONDARY } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";
import type { Verdict } from "@/lib/sandbox/certification";
import type { Run } from "@/lib/sandbox/list-scenario-runs";
import type { Scenario } from "@/lib/sandbox/scenario";

interface Props {
  scenario: Scenario;
  run: Run | undefined;
  verdict: Verdict;
  start: FormAction;
}

export function ScenarioRow({ scenario, run, verdict, start }: Props) {
  const t = useTranslations("sandbox");
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-3.5 text-sm last:border-0 sm:grid-cols-[minmax(0,1fr)_11rem_auto] sm:items-start">
      <div className="min-w-0">
        <p className="font-mono font-medium">{scenario}</p>
        <p className="mt-0.5 max-w-prose text-soft">{t(`scenario.${scenario}`)}</p>
        {run !== undefined && (
          <>
            <p className="mt-2 text-xs text-soft">
              <Link
                href={withMode(`/dashboard/orders/${run.orderCode}`, "test")}
                className={`${LINK} break-all`}
              >
                {run.externalOrderId}
              </Link>{" "}
              · <DateTime at={run.at.toISOString()} short />
            </p>
            {run.deliveries.length > 0 && <Answers deliveries={run.deliveries} />}
          </>
        )}
      </div>
      <div>
        <VerdictPill verdict={verdict} />
        {verdict !== "passed" && verdict !== "not_run" && (
          <p className="mt-1 text-xs text-soft">{t(`missing.${verdict}`)}</p>
        )}
      </div>
      <RunButton scenario={scenario} run={start} look={SMALL_SECONDARY}>
        <Play aria-hidden="true" className="size-3.5" />
        {t("run.submit")}
        <span className="sr-only">{scenario}</span>
      </RunButton>
    </li>
  );
}

function Answers({ deliveries }: Pick<Run, "deliveries">) {
  const t = useTranslations("sandbox");
  const getAnswers = ({ answers }: Run["deliveries"][number]) =>
    answers.length === 0
      ? t("not_sent")
      : answers.map((status) => (status === null ? t("no_answer") : String(status))).join(", ");
  return (
    <ul aria-label={t("answers")} className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {deliveries.map((delivery, index) => (
        // The list never changes its order.
        // biome-ignore lint/suspicious/noArrayIndexKey: deliveries have no other identity here
        <li key={index}>
          <span className="font-mono">{delivery.event}</span>{" "}
          <span className="tabular-nums">{getAnswers(delivery)}</span>
        </li>
      ))}
    </ul>
  );
}

const LOOKS = {
  passed: { icon: Check, tone: "delivered" },
  not_run: { icon: CircleDashed, tone: "cancelled" },
  by_hand: { icon: Hand, tone: "cancelled" },
  under_way: { icon: Navigation, tone: "live" },
  no_endpoint: { icon: CircleAlert, tone: "late" },
  awaiting: { icon: Clock, tone: "new" },
  refused: { icon: CircleX, tone: "bad" },
} as const satisfies Record<Verdict, unknown>;

function VerdictPill({ verdict }: { verdict: Verdict }) {
  const t = useTranslations("sandbox.verdict");
  return <Badge look={LOOKS[verdict]}>{t(verdict)}</Badge>;
}
