"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useClientValue } from "@/components/ui/use-client-value";
import { SECOND_MS } from "@/lib/duration";

const FEW_SECONDS = 90;

/** A countdown in a live region would be announced every second. */
export function RetryTime({ seconds }: { seconds: number }) {
  const t = useTranslations("auth.wait");
  const format = useFormatter();
  const [until] = useState(() => Date.now() + seconds * SECOND_MS);
  const [isOver, setOver] = useState(false);
  const formatUntil = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return format.dateTime(until, { hour: "2-digit", minute: "2-digit", timeZone });
  };
  const time = useClientValue(formatUntil, "none");
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return t("over");
  if (seconds < FEW_SECONDS) return t("seconds", { seconds });
  return t("minutes", { minutes: Math.ceil(seconds / 60), time });
}
