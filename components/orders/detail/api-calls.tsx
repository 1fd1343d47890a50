"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import { Section } from "@/components/orders/detail/section";
import { useOrderFormatter } from "@/components/orders/detail/use-order-sentence";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";

export const EVENT_ROW = "flex min-h-9 items-center gap-2.5 border-b border-line text-sm";

export function ApiCalls({ order, now }: { order: OrderPageView; now: number }) {
  const { calls, externalOrderId, mode } = order;
  const t = useTranslations("order");
  const { time } = useOrderFormatter(now);
  const all = withMode(`/dashboard/requests?order=${encodeURIComponent(externalOrderId)}`, mode);
  return (
    <Section
      title={t("calls.title")}
      note={
        <Link href={all} className={`${LINK} text-sm`}>
          {t("requests")}
        </Link>
      }
    >
      {calls.length === 0 && <p className="text-sm text-soft">{t("calls.none")}</p>}
      <ul>
        {calls.map(({ id, method, path, status, at }) => {
          const isFine = status < 400;
          const Icon = isFine ? Check : X;
          return (
            <li key={id} className={EVENT_ROW}>
              <Icon
                aria-hidden="true"
                className={`size-4 shrink-0 ${isFine ? "text-delivered" : "text-bad"}`}
              />
              <Link
                href={withMode(`/dashboard/requests/${id}`, mode)}
                className="min-w-0 flex-1 truncate py-2 font-mono text-code hover:underline"
              >
                {method} {path}
              </Link>
              <span className="shrink-0 text-soft tabular-nums">
                {!isFine && `${status}, `}
                <time dateTime={at}>{time(at)}</time>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
