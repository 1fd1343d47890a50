import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { DateTime } from "@/components/ui/moment";
import { StatusPill } from "@/components/ui/status-pill";
import { LINK } from "@/components/ui/styles";
import type { ScenarioRunItem } from "@/lib/sandbox/list-scenario-runs";
import { withMode } from "@/lib/web/mode";

export function LatestRuns({ runs }: { runs: readonly ScenarioRunItem[] }) {
  const t = useTranslations("rehearsal");
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
