"use client";

import { useLocale, useTranslations } from "next-intl";
import { createContext, useContext } from "react";
import { type FormatContext, offsetIn } from "@/components/tracking/format";
import { useClientValue } from "@/components/ui/use-client-value";

export const PageZone = createContext<string | null>(null);

let deviceZone: string | undefined;

function readZone(): string {
  deviceZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return deviceZone;
}

/** UTC until the script runs. */
export function useDateFormat(): FormatContext {
  const reader = useClientValue(readZone, "UTC");
  return { locale: useLocale(), zone: useContext(PageZone) ?? reader };
}

export function ZoneNote({ timeZone }: { timeZone: string }) {
  const t = useTranslations("ui");
  const isSame = useClientValue(() => offsetIn(timeZone) === offsetIn(readZone()), false);
  // Hidden rather than removed, so that nothing moves.
  return (
    <p className={`px-1.5 py-2 text-xs text-soft ${isSame ? "invisible" : ""}`}>
      {t("zone_note", { zone: timeZone.replaceAll("_", " "), offset: offsetIn(timeZone) })}
    </p>
  );
}
