"use client";

import { MapPin } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useState } from "react";
import { MapBoundary } from "@/components/map/map-boundary";
import { DraftText } from "@/components/order-form/fields";
import { useOrderForm } from "@/components/order-form/use-order-form";
import { usePlaces } from "@/components/order-form/use-places";
import { SECONDARY } from "@/components/ui/styles";
import { changeStop, PICKUP_KEY, placeOf, type StopDraft } from "@/lib/orders/form/draft";

const PointPicker = dynamic(
  () => import("@/components/map/point-picker").then(({ PointPicker }) => PointPicker),
  { ssr: false, loading: () => <MapLoading /> },
);

function MapLoading() {
  const t = useTranslations("delivery.point");
  return <p className="flex h-full items-center justify-center bg-panel text-sm text-soft">{t("loading")}</p>;
}

// `59.9287, 30.3607`, the way maps copy coordinates.
const PAIR = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** Sets a stop's point by coordinates or by a click on the map, which loads on demand. */
export function PointFields({ stop, path, title }: { stop: StopDraft; path: string; title: string }) {
  const t = useTranslations("delivery.point");
  const { draft, change } = useOrderForm();
  const { near, styleUrl, locale, openMap, setOpenMap } = usePlaces();
  const [isFailed, setFailed] = useState(false);
  const isOpen = openMap === stop.key;
  const point = placeOf(stop);
  const place = (latitude: string, longitude: string) => {
    const placed = changeStop(draft, stop.key, { address: { latitude, longitude } });
    change(placed, `${path}.address.latitude`);
    change(placed, `${path}.address.longitude`);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pair = PAIR.exec(event.clipboardData.getData("text"));
    if (pair?.[1] === undefined || pair[2] === undefined) return;
    event.preventDefault();
    place(pair[1], pair[2]);
  };
  return (
    <div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
        {(["latitude", "longitude"] as const).map((name) => (
          <DraftText
            key={name}
            path={`${path}.address.${name}`}
            label={t(name)}
            inputMode="decimal"
            value={stop.address[name]}
            onValue={(value) =>
              change(changeStop(draft, stop.key, { address: { [name]: value } }), `${path}.address.${name}`)
            }
            onPaste={onPaste}
          />
        ))}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-describedby={`${path}-title`}
          onClick={() => setOpenMap(isOpen ? null : stop.key)}
          className={`${SECONDARY} col-span-2 sm:col-span-1 sm:mt-6`}
        >
          <MapPin aria-hidden="true" className="size-4" />
          {t(isOpen ? "close_map" : "open_map")}
        </button>
      </div>
      {isOpen && (
        <div className="mt-3">
          {isFailed ? (
            <p role="status" className="rounded-lg border border-line p-3 text-sm">
              {t("failed")}
            </p>
          ) : (
            <>
              <div className="h-72 overflow-hidden rounded-lg border border-line">
                <MapBoundary onFail={() => setFailed(true)}>
                  <PointPicker
                    point={point}
                    near={near}
                    kind={stop.key === PICKUP_KEY ? "pickup" : "dropoff"}
                    label={t("map_label", { stop: title })}
                    markerLabel={title}
                    styleUrl={styleUrl}
                    locale={locale}
                    onPick={({ latitude, longitude }) => place(String(latitude), String(longitude))}
                    onFail={() => setFailed(true)}
                  />
                </MapBoundary>
              </div>
              <p className="mt-1 text-xs text-soft">{t("map_hint")}</p>
            </>
          )}
        </div>
      )}
    </div>
  );
}
