import { Check, CircleMinus, Clock, OctagonX } from "lucide-react";

export const LEVEL_LOOKS = {
  ok: { icon: Check, tone: "delivered" },
  slow: { icon: Clock, tone: "late" },
  stuck: { icon: OctagonX, tone: "bad" },
  off: { icon: CircleMinus, tone: "cancelled" },
} as const;
