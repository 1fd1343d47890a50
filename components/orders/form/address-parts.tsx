"use client";

import { MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import { DraftText } from "@/components/orders/form/fields";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useOrderForm, useStopInput } from "@/components/orders/form/use-order-form";
import { SECONDARY } from "@/components/ui/styles";
import { changeStop, type StopDraft } from "@/lib/orders/form/draft";

// `47.0312, 28.8668`, the way maps copy coordinates.
const PAIR = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

export const PART_FIELDS = ["area", "street", "building", "latitude", "longitude"] as const;

export function AddressParts({ stop, path }: { stop: StopDraft; path: string }) {
  const t = useTranslations("delivery.point");
  const tStop = useTranslations("stop");
  const { change } = useOrderForm();
  const { placing, setPlacing } = useAddressLookup();
  const isPlacing = placing === stop.key;
  const input = useStopInput(stop, path);
  const onPaste = (event: ClipboardEvent) => {
    const pair = PAIR.exec(event.clipboardData.getData("text"));
    if (pair?.[1] === undefined || pair[2] === undefined) return;
    event.preventDefault();
    const address = { latitude: pair[1], longitude: pair[2] };
    change((now) => changeStop(now, stop.key, { address }), `${path}.address.latitude`);
  };
  const text = (name: (typeof PART_FIELDS)[number], className: string) => (
    <DraftText
      key={name}
      label={name === "latitude" || name === "longitude" ? t(name) : tStop(name)}
      className={className}
      {...(name === "latitude" || name === "longitude" ? { inputMode: "decimal", onPaste } : {})}
      {...input("address", name)}
    />
  );
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs text-soft">{t("parts")}</legend>
      <div className="grid grid-cols-6 items-start gap-2">
        {text("area", "col-span-6 sm:col-span-2")}
        {text("street", "col-span-4 sm:col-span-3")}
        {text("building", "col-span-2 sm:col-span-1")}
        {text("latitude", "col-span-3 sm:col-span-2")}
        {text("longitude", "col-span-3 sm:col-span-2")}
        <button
          type="button"
          aria-pressed={isPlacing}
          onClick={() => setPlacing(isPlacing ? null : stop.key)}
          className={`${SECONDARY} col-span-6 sm:col-span-2`}
        >
          <MapPin aria-hidden="true" className="size-4" />
          {t("on_map")}
        </button>
      </div>
      {isPlacing && (
        <p role="status" className="mt-1 text-xs text-soft">
          {t("placing")}
        </p>
      )}
    </fieldset>
  );
}
