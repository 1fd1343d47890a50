import { Check, CircleAlert, CirclePause, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { DeliveryState } from "@/lib/webhooks/delivery";

const ENDPOINT_LOOKS = {
  on: { icon: Check, tone: "delivered" },
  struggling: { icon: CircleAlert, tone: "late" },
  paused: { icon: CirclePause, tone: "cancelled" },
  gone: { icon: CircleX, tone: "bad" },
  failing: { icon: CircleX, tone: "bad" },
} as const;

export type EndpointState = keyof typeof ENDPOINT_LOOKS;

export function endpointState(endpoint: {
  disabledReason: "paused" | "gone" | "failing" | null;
  failingSince: Date | null;
}): EndpointState {
  return endpoint.disabledReason ?? (endpoint.failingSince === null ? "on" : "struggling");
}

export function EndpointPill({ state }: { state: EndpointState }) {
  const t = useTranslations("webhooks.state");
  return <Badge look={ENDPOINT_LOOKS[state]}>{t(state)}</Badge>;
}

const DELIVERY_LOOKS = {
  pending: { icon: Clock, tone: "new" },
  succeeded: { icon: Check, tone: "delivered" },
  failed: { icon: CircleX, tone: "bad" },
} as const;

export function DeliveryPill({ state }: { state: DeliveryState }) {
  const t = useTranslations("ui.delivery_state");
  return <Badge look={DELIVERY_LOOKS[state]}>{t(state)}</Badge>;
}
