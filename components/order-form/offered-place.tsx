"use client";

import { useTranslations } from "next-intl";
import { useAddressLookup } from "@/components/order-form/use-places";
import { useApplyAddress } from "@/components/order-form/use-take-place";
import { SECONDARY } from "@/components/ui/styles";
import { formatAddress } from "@/lib/geocoding/address-match";
import { parsePoint, type StopDraft } from "@/lib/orders/form/draft";

export function AddressSuggestion({ stop, path }: { stop: StopDraft; path: string }) {
  const t = useTranslations("delivery.point");
  const { offered, dismiss } = useAddressLookup();
  const { takePlace } = useApplyAddress(stop, path);
  const place = offered[stop.key];
  const point = parsePoint(stop);
  const { area, street, building } = stop.address;
  const isOffered =
    place !== undefined &&
    point !== null &&
    point.latitude === place.latitude &&
    point.longitude === place.longitude &&
    formatAddress([place.area, place.street, place.building]) !== formatAddress([area, street, building]);
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 text-sm empty:hidden">
      {isOffered && (
        <>
          <p>{t("found", { address: place.label })}</p>
          <button
            type="button"
            aria-describedby={`${path}-title`}
            onClick={() => {
              dismiss(stop.key);
              takePlace(place);
            }}
            className={SECONDARY}
          >
            {t("take")}
          </button>
        </>
      )}
    </div>
  );
}
