import { Check, CircleDashed, Hourglass, Navigation, UserCheck, UserX, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/pill";
import type { OrderStatus } from "@/lib/orders/order";

export const STATUS_LOOKS = {
  new: { icon: CircleDashed, tone: "new" },
  assigned: { icon: UserCheck, tone: "assigned" },
  in_progress: { icon: Navigation, tone: "live" },
  delivered: { icon: Check, tone: "delivered" },
  cancelled: { icon: X, tone: "cancelled" },
  no_courier: { icon: UserX, tone: "late" },
  held: { icon: Hourglass, tone: "late" },
} as const;

interface Props {
  status: OrderStatus;
  hasCourier?: boolean;
  /** Whether it waits for an operator's confirmation. */
  isHeld?: boolean;
}

/** An assigned order may have lost its courier. */
export function StatusPill({ status, hasCourier = true, isHeld = false }: Props) {
  const t = useTranslations("ui.status");
  const look = isHeld ? "held" : status === "assigned" && !hasCourier ? "no_courier" : status;
  return <Badge look={STATUS_LOOKS[look]}>{t(look)}</Badge>;
}
