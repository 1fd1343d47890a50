import { CircleQuestionMark, ClockAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ProgressLabel } from "@/components/orders/list/order-progress";
import { Badge, type PillLook } from "@/components/ui/badge";
import { STATUS_LOOKS } from "@/components/ui/status-pill";

export const PROGRESS_LOOKS: Readonly<Record<ProgressLabel, PillLook>> = {
  ...STATUS_LOOKS,
  asked: { icon: CircleQuestionMark, tone: "bad" },
  late: { icon: ClockAlert, tone: "late" },
  searching: STATUS_LOOKS.new,
  replacing: STATUS_LOOKS.no_courier,
};

export function OrderProgressBadge({ label }: { label: ProgressLabel }) {
  const t = useTranslations("orders.standing");
  return <Badge look={PROGRESS_LOOKS[label]}>{t(label)}</Badge>;
}
