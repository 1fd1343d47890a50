"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";

const SECOND_MS = 1_000;
const FEW_SECONDS = 90;

/** How long the next try has to wait, and when that is over; then, that it is. A count would never stop speaking. */
export function Wait({ seconds }: { seconds: number }) {
  const t = useTranslations("auth.wait");
  const format = useFormatter();
  const [until] = useState(() => Date.now() + seconds * SECOND_MS);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return t("over");
  if (seconds < FEW_SECONDS) return t("seconds", { seconds });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = format.dateTime(until, { hour: "2-digit", minute: "2-digit", timeZone });
  return t("minutes", { minutes: Math.ceil(seconds / 60), time });
}
