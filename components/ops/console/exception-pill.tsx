"use client";

import { useTranslations } from "next-intl";
import { ICONS, TONES, wordOf } from "@/components/ops/console/look";
import { useTimeOf } from "@/components/ops/console/time-of";
import { Pill } from "@/components/ui/pill";
import type { Exception } from "@/lib/board/exceptions";

export function ExceptionPill({ exception, now }: { exception: Exception; now: number }) {
  const t = useTranslations("console.kinds");
  const timeOf = useTimeOf();
  return (
    <Pill look={{ icon: ICONS[exception.kind], tone: TONES[exception.severity] }}>
      {`${t(wordOf(exception))}, ${timeOf(exception, now)}`}
    </Pill>
  );
}
