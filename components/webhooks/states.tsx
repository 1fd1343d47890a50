import { Check, CircleAlert, CirclePause, CircleX, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/pill";
import type { DeliveryState } from "@/lib/webhooks/delivery";

const ENDPOINT_LOOKS = {
  on: { icon: Check, color: "text-delivered" },
  struggling: { icon: CircleAlert, color: "text-late" },
  paused: { icon: CirclePause, color: "text-soft" },
  gone: { icon: CircleX, color: "text-bad" },
  failing: { icon: CircleX, color: "text-bad" },
} as const;

export type EndpointState = keyof typeof ENDPOINT_LOOKS;

/** Returns an endpoint's state. */
export function endpointState(endpoint: {
  disabledReason: "paused" | "gone" | "failing" | null;
  failingSince: Date | null;
}): EndpointState {
  return endpoint.disabledReason ?? (endpoint.failingSince === null ? "on" : "struggling");
}

export function EndpointPill({ state }: { state: EndpointState }) {
  const t = useTranslations("webhooks.state");
  return <Pill look={ENDPOINT_LOOKS[state]}>{t(state)}</Pill>;
}

const DELIVERY_LOOKS = {
  pending: { icon: Clock, color: "text-late" },
  succeeded: { icon: Check, color: "text-delivered" },
  failed: { icon: CircleX, color: "text-bad" },
} as const;

export function DeliveryPill({ state }: { state: DeliveryState }) {
  const t = useTranslations("ui.delivery_state");
  const { icon: Icon, color } = DELIVERY_LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap ${color}`}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {t(state)}
    </span>
  );
}
