import { CircleQuestionMark, ClockAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ProgressLabel } from "@/components/orders/list/order-progress";
import { formatTime } from "@/components/tracking/format";
import { Badge, type PillLook } from "@/components/ui/badge";
import { useDateFormat } from "@/components/ui/page-zone";
import { STATUS_LOOKS } from "@/components/ui/status-pill";

export const PROGRESS_LOOKS: Readonly<Record<ProgressLabel, PillLook>> = {
  ...STATUS_LOOKS,
  asked: { icon: CircleQuestionMark, tone: "bad" },
  planned: STATUS_LOOKS.scheduled,
  late: { icon: ClockAlert, tone: "late" },
  searching: STATUS_LOOKS.new,
  replacing: STATUS_LOOKS.no_courier,
};

/** @param pickupAt ISO 8601; null unless a courier is planned */
export function useProgressText(label: ProgressLabel, pickupAt: string | null, zone: string): string {
  const t = useTranslations("orders.standing");
  const telling = { locale: useLocale(), zone };
  return t(label, { time: pickupAt == null ? "" : formatTime(new Date(pickupAt), telling) });
}

export function OrderProgressBadge(props: { label: ProgressLabel; pickupAt: string | null }) {
  const { label, pickupAt } = props;
  const { zone } = useDateFormat();
  return <Badge look={PROGRESS_LOOKS[label]}>{useProgressText(label, pickupAt, zone)}</Badge>;
}
