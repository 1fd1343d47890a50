"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/ui/use-now";
import { MINUTE_MS } from "@/lib/duration";

export function useAge(): (at: string, now: number) => string {
  const t = useTranslations("ui.age");
  return (at, now) => {
    const passed = now - Date.parse(at);
    const minutes = Math.floor(Math.abs(passed) / MINUTE_MS);
    if (minutes < 1) return t("now");
    const [unit, count] =
      minutes < 60
        ? (["minutes", minutes] as const)
        : minutes < 24 * 60
          ? (["hours", Math.floor(minutes / 60)] as const)
          : (["days", Math.floor(minutes / (24 * 60))] as const);
    return t(passed < 0 ? `in_${unit}` : unit, { count });
  };
}

export function RelativeTime({ at, now }: { at: string; now: number }) {
  const age = useAge();
  return <time dateTime={at}>{age(at, useNow(now))}</time>;
}
