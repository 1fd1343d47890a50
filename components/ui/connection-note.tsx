"use client";

import { CircleAlert, Radio, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Connection } from "@/components/ui/use-live";
import { useIsHydrating } from "@/components/ui/use-progressive-list";

const LOOKS = {
  live: { icon: Radio, color: "text-delivered" },
  polling: { icon: RefreshCw, color: "text-soft" },
  lost: { icon: CircleAlert, color: "text-bad" },
} as const;

export function ConnectionNote({ connection }: { connection: Connection }) {
  const t = useTranslations("ui.connection");
  const { icon: Icon, color } = LOOKS[connection];
  // Nothing updates until the script runs.
  const isHtml = useIsHydrating();
  return (
    <span
      role="status"
      className={`inline-flex items-center gap-1.5 text-xs ${color} ${isHtml ? "invisible" : ""}`}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {t(connection)}
    </span>
  );
}
