"use client";

import { useTranslations } from "next-intl";
import { CopyField } from "@/components/ui/copy-field";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";

export function CourierAccessCard({ access }: { access: CourierAccess }) {
  const t = useTranslations("ops.access");
  return (
    <div>
      <p className="text-sm">{t("once")}</p>
      <dl className="mt-4 space-y-4">
        <CopyField label={t("link")} value={access.link} />
        <CopyField label={t("tracker_url")} value={access.trackerUrl} />
        <CopyField label={t("device_token")} value={access.deviceToken} />
      </dl>
    </div>
  );
}
