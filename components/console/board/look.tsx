"use client";

import {
  CircleDashed,
  ClockAlert,
  DoorOpen,
  type LucideIcon,
  MapPinned,
  MessageCircleQuestionMark,
  Undo2,
  UserX,
  Webhook,
  WifiOff,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useTripTexts } from "@/components/console/held-order";
import { Badge } from "@/components/ui/badge";
import type { Exception, ExceptionKind, Severity } from "@/lib/console/exceptions";
import { MINUTE_MS } from "@/lib/duration";
import type { HeldTrip } from "@/lib/orders/held-trip";

export const ICONS: Readonly<Record<ExceptionKind, LucideIcon>> = {
  unusual_trip: MapPinned,
  silent_courier: WifiOff,
  courier_not_found: CircleDashed,
  not_accepted: UserX,
  late: ClockAlert,
  at_door: DoorOpen,
  question: MessageCircleQuestionMark,
  going_back: Undo2,
  webhook_failing: Webhook,
};

export const SEVERITY_LOOKS = {
  bad: { tile: "bg-bad-tint text-bad", text: "text-bad", tone: "bad" },
  late: { tile: "bg-late-tint text-late", text: "text-late", tone: "late" },
  info: { tile: "bg-new-tint text-new", text: "text-new", tone: "new" },
} as const satisfies Record<Severity, object>;

export const FILTERS = {
  trip: ["unusual_trip"],
  courier: ["courier_not_found", "not_accepted"],
  late: ["late"],
  signal: ["silent_courier"],
  door: ["at_door"],
  question: ["question"],
  back: ["going_back"],
  webhook: ["webhook_failing"],
} as const satisfies Record<string, readonly ExceptionKind[]>;
export type Filter = keyof typeof FILTERS;
export const isFilter = (name: string | undefined): name is Filter =>
  name !== undefined && Object.hasOwn(FILTERS, name);

/** A problem that a recipient reports is not a question to the shop. */
export const getTextKey = ({ kind, until }: Pick<Exception, "kind" | "until">): ExceptionKind | "problem" =>
  kind === "question" && until === null ? "problem" : kind;

/** Returns a held order's trip as `1,240 km, ₽97,168; latitude and longitude may be swapped`. */
export function useTripText(): (trip: HeldTrip) => string {
  const t = useTranslations("console.trip");
  const getTexts = useTripTexts();
  return (trip) => t(trip.hint ?? "plain", getTexts(trip));
}

const HOUR = 60;
const DAY = 24 * HOUR;

export function useExceptionTime(): (
  exception: Pick<Exception, "kind" | "since" | "until">,
  now: number,
) => string {
  const t = useTranslations("console");
  const span = (milliseconds: number) => {
    const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS));
    if (minutes < HOUR) return t("minutes", { count: minutes });
    if (minutes < DAY) return t("hours", { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR });
    return t("days", { count: Math.floor(minutes / DAY) });
  };
  return ({ kind, since, until }, now) => {
    if (until !== null) return t("in", { time: span(Date.parse(until) - now) });
    const passed = span(now - Date.parse(since));
    return kind === "late" ? t("late_by", { time: passed }) : passed;
  };
}

export function ExceptionPill({ exception, now }: { exception: Exception; now: number }) {
  const t = useTranslations("console.kinds");
  const getTime = useExceptionTime();
  return (
    <Badge look={{ icon: ICONS[exception.kind], tone: SEVERITY_LOOKS[exception.severity].tone }}>
      {`${t(getTextKey(exception))}, ${getTime(exception, now)}`}
    </Badge>
  );
}
