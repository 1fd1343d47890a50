"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/order/card";
import type { OrderState, WebhookState } from "@/components/order/order-state";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { DeliveryPill } from "@/components/webhooks/states";
import { inMode } from "@/lib/pages/mode";

/** Shows which of the order's events reached the account's endpoints; nothing when there are no endpoints. */
export function OrderWebhooks({ order: { webhooks, areWebhooksCut, mode } }: { order: OrderState }) {
  const t = useTranslations("order.webhooks");
  const ui = useTranslations("ui");
  if (webhooks.length === 0) return null;
  const isOneEndpoint = new Set(webhooks.map(({ endpointId }) => endpointId)).size === 1;
  return (
    <Card title={t("title")}>
      <ul className="space-y-3 text-sm">
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <p className="flex items-baseline justify-between gap-3">
              <Link
                href={inMode(pathOf(webhook), mode)}
                className={`${LINK} inline-block min-h-6 font-mono text-xs break-all`}
              >
                {webhook.event.type} #{webhook.event.sequence}
              </Link>
              <DeliveryPill state={webhook.state} />
            </p>
            {!isOneEndpoint && <p className="text-xs break-all text-soft">{webhook.url}</p>}
            {hasTrouble(webhook) && (
              <p className="text-xs text-soft tabular-nums">
                {ui("attempts", { count: webhook.attempts })}
                {webhook.status === null ? "" : ` · ${webhook.status}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {areWebhooksCut && <p className="mt-3 text-xs text-soft">{t("cut")}</p>}
    </Card>
  );
}

const pathOf = ({ endpointId, id }: WebhookState) => `/dashboard/webhooks/${endpointId}/deliveries/${id}`;

const hasTrouble = ({ attempts, state }: WebhookState): boolean =>
  attempts > 1 || (attempts > 0 && state !== "succeeded");
