"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useFieldNames } from "@/components/orders/form/use-field-names";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import { SECONDARY } from "@/components/ui/styles";
import type { StopDraft } from "@/lib/orders/form/draft";
import { confirmPin, isPinOutdated, toSharedPoint } from "@/lib/orders/form/draft-places";

export function PointNote({ stop, path }: { stop: StopDraft; path: string }) {
  const t = useTranslations("delivery.point");
  const { draft, change } = useOrderForm();
  const { setPlacing } = useAddressLookup();
  const { stopName } = useFieldNames();
  const isLeft = isPinOutdated(stop);
  const shared = toSharedPoint(
    draft,
    draft.dropoffs.findIndex(({ key }) => key === stop.key),
  );
  const keep = () => {
    const field = `${path}.address.latitude`;
    change((now) => confirmPin(now, stop.key), field);
    // The button disappears, so move focus to the address: the coordinates may be collapsed.
    document.getElementById(`${path}.address.building`)?.focus();
  };
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-lg border border-late p-3 text-sm empty:hidden"
    >
      {(isLeft || shared !== null) && (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-late" />
          <div>
            {shared !== null && <p>{t("shared", { stop: stopName(shared) })}</p>}
            {isLeft && (
              <>
                <p>{t("left")}</p>
                <div className="mt-2 flex flex-wrap gap-3">
                  <button type="button" onClick={() => setPlacing(stop.key)} className={SECONDARY}>
                    {t("move")}
                  </button>
                  <button type="button" onClick={keep} className={SECONDARY}>
                    {t("keep")}
                  </button>
                </div>
              </>
            )}
          </div>
        </>
      )}
    </div>
  );
}
