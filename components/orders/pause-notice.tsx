"use client";

import { Pause } from "lucide-react";
import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";

/** Names the zones where no deliveries are taken at the moment. `until` is ISO 8601, `zone` null for the whole service. */
export function PauseNotice({
  pauses,
}: {
  pauses: readonly { readonly zone: string | null; readonly until: string }[];
}) {
  const t = useTranslations("ui.pause");
  return pauses.map(({ zone, until }) => (
    <p
      key={zone}
      role="status"
      className="mb-4 flex items-start gap-2 rounded-xl bg-late-tint px-4 py-3 text-sm font-medium text-late"
    >
      <Pause aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="[overflow-wrap:anywhere]">
        {t.rich(zone === null ? "all" : "zone", {
          zone: zone ?? "",
          time: () => <DateTime at={until} short />,
        })}
      </span>
    </p>
  ));
}
