import { CalendarClock, Check, CircleDashed, Hourglass, Navigation, UserCheck, UserX, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { OrderStatus } from "@/lib/orders/order";

export const STATUS_LOOKS = {
  new: { icon: CircleDashed, tone: "new" },
  assigned: { icon: UserCheck, tone: "assigned" },
  in_progress: { icon: Navigation, tone: "live" },
  delivered: { icon: Check, tone: "delivered" },
  cancelled: { icon: X, tone: "cancelled" },
  no_courier: { icon: UserX, tone: "late" },
  held: { icon: Hourglass, tone: "late" },
  scheduled: { icon: CalendarClock, tone: "new" },
} as const;

interface Props {
  status: OrderStatus;
  hasCourier?: boolean;
  /** Whether it waits for an operator's confirmation. */
  isHeld?: boolean;
  /** Whether the search for a courier has not begun. */
  isScheduled?: boolean;
}

/** An assigned order may have lost its courier. */
export function StatusPill({ status, hasCourier = true, isHeld = false, isScheduled = false }: Props) {
  const t = useTranslations("ui.status");
  const look = findLook({ status, hasCourier, isHeld, isScheduled });
  return <Badge look={STATUS_LOOKS[look]}>{t(look)}</Badge>;
}

function findLook({ status, hasCourier, isHeld, isScheduled }: Required<Props>): keyof typeof STATUS_LOOKS {
  if (isHeld) return "held";
  if (isScheduled) return "scheduled";
  return status === "assigned" && !hasCourier ? "no_courier" : status;
}
