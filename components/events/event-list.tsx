import { useTranslations } from "next-intl";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import { DeliveryPill } from "@/components/webhooks/states";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";
import type { JournalEvent } from "@/lib/webhooks/list-journal";

export function EventList({ events, mode }: { events: readonly JournalEvent[]; mode: Mode }) {
  const t = useTranslations("events");
  return (
    <ul aria-label={t("heading")} className="border-t border-line">
      {events.map((event) => (
        <li
          key={event.id}
          className="grid gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0 hover:bg-hover sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_8.5rem] sm:items-center"
        >
          <Link
            href={withMode(`/dashboard/events/${event.id}`, mode)}
            className="inline-flex min-h-6 items-center font-mono text-xs break-all hover:underline"
          >
            {event.type}
          </Link>
          <Link
            href={withMode(`/dashboard/orders/${event.orderCode}`, mode)}
            title={event.orderCode}
            className="inline-flex min-h-6 min-w-0 items-center font-mono text-xs"
          >
            <span className={`${LINK} truncate`}>{event.externalOrderId}</span>
          </Link>
          <DeliveryBadges told={event.told} mode={mode} />
          <span className="text-xs whitespace-nowrap text-soft tabular-nums sm:text-right">
            <DateTime at={event.createdAt.toISOString()} seconds short />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function DeliveryBadges({ told, mode }: { told: JournalEvent["told"]; mode: Mode }) {
  const t = useTranslations("events");
  if (told.length === 0) return <span className="text-xs text-soft">{t("untold")}</span>;
  return (
    <span className="flex flex-wrap gap-3">
      {told.map(({ endpointId, deliveryId, url, state }) => (
        <Link
          key={deliveryId}
          href={withMode(`/dashboard/webhooks/${endpointId}/deliveries/${deliveryId}`, mode)}
          title={url}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <DeliveryPill state={state} />
        </Link>
      ))}
    </span>
  );
}
