import { Check, CircleDashed, Navigation, UserCheck, UserX, X } from "lucide-react";
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
} as const;

/** An assigned order may have lost its courier. */
export function StatusPill({ status, hasCourier = true }: { status: OrderStatus; hasCourier?: boolean }) {
  const t = useTranslations("ui.status");
  const look = status === "assigned" && !hasCourier ? "no_courier" : status;
  return <Badge look={STATUS_LOOKS[look]}>{t(look)}</Badge>;
}
