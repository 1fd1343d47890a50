import {
  CalendarClock,
  Check,
  CircleDashed,
  CircleQuestionMark,
  ClockAlert,
  Navigation,
  UserCheck,
  UserX,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ProgressLabel } from "@/components/orders/order-progress";
import { Badge, type PillLook } from "@/components/ui/pill";

const LOOKS: Readonly<Record<ProgressLabel, PillLook>> = {
  asked: { icon: CircleQuestionMark, tone: "bad" },
  late: { icon: ClockAlert, tone: "late" },
  scheduled: { icon: CalendarClock, tone: "new" },
  searching: { icon: CircleDashed, tone: "new" },
  replacing: { icon: UserX, tone: "late" },
  assigned: { icon: UserCheck, tone: "assigned" },
  in_progress: { icon: Navigation, tone: "live" },
  delivered: { icon: Check, tone: "delivered" },
  cancelled: { icon: X, tone: "cancelled" },
};

export function OrderProgressBadge({ standing }: { standing: ProgressLabel }) {
  const t = useTranslations("orders.standing");
  return <Badge look={LOOKS[standing]}>{t(standing)}</Badge>;
}
