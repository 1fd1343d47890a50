import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { DeliveryPill } from "@/components/webhooks/states";
import type { Mode } from "@/lib/accounts/scope";
import { inMode } from "@/lib/pages/mode";
import type { JournalEvent } from "@/lib/webhooks/list-journal";

export function ToldPills({ told, mode }: { told: JournalEvent["told"]; mode: Mode }) {
  const t = useTranslations("events");
  if (told.length === 0) return <span className="text-xs text-soft">{t("untold")}</span>;
  return (
    <span className="flex flex-wrap gap-3">
      {told.map(({ endpointId, deliveryId, url, state }) => (
        <Link
          key={deliveryId}
          href={inMode(`/dashboard/webhooks/${endpointId}/deliveries/${deliveryId}`, mode)}
          title={url}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <DeliveryPill state={state} />
        </Link>
      ))}
    </span>
  );
}
