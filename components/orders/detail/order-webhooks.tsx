"use client";

import { Check, Clock, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { EVENT_ROW } from "@/components/orders/detail/api-calls";
import type { OrderPageView, WebhookState } from "@/components/orders/detail/order-state";
import { Section } from "@/components/orders/detail/section";
import { Link } from "@/components/ui/link";
import { withMode } from "@/lib/http/mode";

const LOOKS = {
  succeeded: { icon: Check, color: "text-delivered" },
  pending: { icon: Clock, color: "text-soft" },
  failed: { icon: X, color: "text-bad" },
} as const;

export function OrderWebhooks({ order: { webhooks, areWebhooksCut, mode } }: { order: OrderPageView }) {
  const t = useTranslations("order.webhooks");
  const isOneEndpoint = new Set(webhooks.map(({ endpointId }) => endpointId)).size === 1;
  return (
    <Section title={t("title")}>
      {webhooks.length === 0 && <p className="text-sm text-soft">{t("none")}</p>}
      <ul>
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <WebhookLine webhook={webhook} mode={mode} hasUrl={!isOneEndpoint} />
          </li>
        ))}
      </ul>
      {areWebhooksCut && <p className="mt-3 text-xs text-soft">{t("cut")}</p>}
    </Section>
  );
}

interface Props {
  webhook: WebhookState;
  mode: OrderPageView["mode"];
  hasUrl: boolean;
}

export function WebhookLine({ webhook, mode, hasUrl }: Props) {
  const { endpointId, id, event, state, url } = webhook;
  const { icon: Icon, color } = LOOKS[state];
  const t = useTranslations("ui.delivery_state");
  return (
    <div className={EVENT_ROW}>
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
      <span className="sr-only">{t(state)}</span>
      <Link
        href={withMode(`/dashboard/webhooks/${endpointId}/deliveries/${id}`, mode)}
        className="min-w-0 flex-1 py-1.5 hover:underline"
      >
        <span className="block truncate font-mono text-code">{event.type}</span>
        {hasUrl && <span className="block truncate text-xs text-soft">{url}</span>}
      </Link>
      <ResponseSummary webhook={webhook} />
    </div>
  );
}

function ResponseSummary({ webhook: { attempts, durationMs, state, status } }: { webhook: WebhookState }) {
  const t = useTranslations("order.webhooks");
  const ui = useTranslations("ui");
  const format = useFormatter();
  const took = durationMs === null ? null : t("took", { ms: format.number(Math.round(durationMs)) });
  const tries =
    attempts > 1 || (attempts > 0 && state !== "succeeded") ? ui("attempts", { count: attempts }) : null;
  const parts = [status === null ? null : String(status), took, tries].filter((part) => part !== null);
  const text = parts.length > 0 ? parts.join(", ") : t("waiting");
  return <span className="shrink-0 text-soft tabular-nums">{text}</span>;
}
