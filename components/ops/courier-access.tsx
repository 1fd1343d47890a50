"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SECONDARY } from "@/components/ops/styles";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";

/** A courier's link and tracker, shown once. */
export function CourierAccessCard({ access }: { access: CourierAccess }) {
  const t = useTranslations("ops.access");
  return (
    <div>
      <p className="text-sm">{t("once")}</p>
      <dl className="mt-4 space-y-4">
        <Secret label={t("link")} value={access.link} />
        <Secret label={t("tracker_url")} value={access.trackerUrl} />
        <Secret label={t("device_token")} value={access.deviceToken} />
      </dl>
    </div>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  const t = useTranslations("ops.access");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Browsers have no clipboard for pages without TLS; the text can be selected by hand.
      setCopied(false);
    }
  };
  return (
    <div>
      <dt className="mb-1 text-sm font-medium">{label}</dt>
      <dd className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-56 rounded-lg bg-panel px-3 py-2.5 text-sm break-all select-all">
          {value}
        </code>
        <button
          type="button"
          onClick={copy}
          className={SECONDARY}
          aria-label={t("copy_what", { what: label })}
        >
          {isCopied ? (
            <Check aria-hidden="true" className="size-4 text-good" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          <span role="status">{t(isCopied ? "copied" : "copy")}</span>
        </button>
      </dd>
    </div>
  );
}
