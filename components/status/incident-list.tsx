import { Check, Eye, Search, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Island } from "@/components/site/island";
import { Badge } from "@/components/ui/pill";
import { useLanguage } from "@/components/ui/use-language";
import type { ListedIncident } from "@/lib/health-report/incident";

const LOOKS = {
  investigating: { icon: Search, tone: "bad" },
  identified: { icon: Wrench, tone: "late" },
  monitoring: { icon: Eye, tone: "assigned" },
  resolved: { icon: Check, tone: "delivered" },
} as const;

interface Props {
  incidents: readonly ListedIncident[];
  renderActions?: (incident: ListedIncident) => ReactNode;
}

export function IncidentList({ incidents, renderActions }: Props) {
  const t = useTranslations("status");
  const isRussian = useLanguage() === "ru";
  return (
    <ol className="divide-y divide-line border-y border-line">
      {incidents.map((incident) => (
        <li key={incident.id} id={incident.id} className="scroll-mt-20 py-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="type-heading break-words">{isRussian ? incident.titleRu : incident.titleEn}</h3>
            <Badge look={LOOKS[incident.state]}>{t(`states.${incident.state}`)}</Badge>
          </div>
          <p className="mt-1 text-sm text-soft">
            {t("affected", { parts: incident.parts.map((part) => t(`parts.${part}`)).join(", ") })}
          </p>
          <ol className="mt-3 space-y-3">
            {incident.updates.map(({ id, state, at, textEn, textRu }) => (
              <li key={String(id)} className="text-sm sm:grid sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4">
                <p className="text-soft">
                  <span className="font-medium text-ink">{t(`states.${state}`)}</span>
                  <span className="block text-xs">
                    <Island name="DateTime" props={{ at: at.toISOString(), short: true }} />
                  </span>
                </p>
                <p className="mt-1 break-words whitespace-pre-line sm:mt-0">{isRussian ? textRu : textEn}</p>
              </li>
            ))}
          </ol>
          {renderActions?.(incident)}
        </li>
      ))}
    </ol>
  );
}
