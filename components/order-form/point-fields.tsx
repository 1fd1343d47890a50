"use client";

import { MapPin } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useRef, useState } from "react";
import { withLabelFace } from "@/components/map/label-face";
import { MapBoundary } from "@/components/map/map-boundary";
import { DraftText, Fold } from "@/components/order-form/fields";
import { findPlaceAt } from "@/components/order-form/use-found-places";
import { useOrderForm } from "@/components/order-form/use-order-form";
import { usePlaces } from "@/components/order-form/use-places";
import { SECONDARY } from "@/components/ui/styles";
import { type FoundPlace, placeLabel } from "@/lib/geocoding/place";
import { changeStop, PICKUP_KEY, placeOf, type StopDraft } from "@/lib/orders/form/draft";

const PointPicker = dynamic(
  () => withLabelFace(import("@/components/map/point-picker")).then(({ PointPicker }) => PointPicker),
  { ssr: false, loading: () => <MapLoading /> },
);

function MapLoading() {
  const t = useTranslations("delivery.point");
  return <p className="flex h-full items-center justify-center bg-fill text-sm text-soft">{t("loading")}</p>;
}

// `59.9287, 30.3607`, the way maps copy coordinates.
const PAIR = /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/**
 * Sets a stop's location: by coordinates, or by a click on a map that loads on demand and suggests the address there.
 */
export function PointFields({
  stop,
  path,
  title,
  takePlace,
}: {
  stop: StopDraft;
  path: string;
  title: string;
  takePlace: (place: FoundPlace) => void;
}) {
  const t = useTranslations("delivery.point");
  const { draft, change } = useOrderForm();
  const { near, styleUrl, locale, hasSearch, openMap, setOpenMap } = usePlaces();
  const [isFailed, setFailed] = useState(false);
  const [offered, setOffered] = useState<FoundPlace | null>(null);
  const newest = useRef("");
  const isOpen = openMap === stop.key;
  const point = placeOf(stop);
  const place = (latitude: string, longitude: string) => {
    const placed = changeStop(draft, stop.key, { address: { latitude, longitude } });
    change(placed, `${path}.address.latitude`);
    change(placed, `${path}.address.longitude`);
  };
  const pick = async (picked: { latitude: number; longitude: number }) => {
    place(String(picked.latitude), String(picked.longitude));
    setOffered(null);
    if (!hasSearch) return;
    newest.current = JSON.stringify(picked);
    const found = await findPlaceAt(picked);
    // The latest pick wins, whichever response arrives first.
    if (found !== null && newest.current === JSON.stringify(picked)) setOffered({ ...found, ...picked });
  };
  const { area, street, building } = stop.address;
  const isOffered =
    offered !== null &&
    point !== null &&
    [point.latitude, point.longitude].join() === [offered.latitude, offered.longitude].join() &&
    placeLabel([offered.area, offered.street, offered.building]) !== placeLabel([area, street, building]);
  const onPaste = (event: ClipboardEvent) => {
    const pair = PAIR.exec(event.clipboardData.getData("text"));
    if (pair?.[1] === undefined || pair[2] === undefined) return;
    event.preventDefault();
    place(pair[1], pair[2]);
  };
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-describedby={`${path}-title`}
        onClick={() => setOpenMap(isOpen ? null : stop.key)}
        className={SECONDARY}
      >
        <MapPin aria-hidden="true" className="size-4" />
        {t(isOpen ? "close_map" : "open_map")}
      </button>
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
                    onPick={(picked) => void pick(picked)}
                    onFail={() => setFailed(true)}
                  />
                </MapBoundary>
              </div>
              <p className="mt-1 text-xs text-soft">{t("map_hint")}</p>
            </>
          )}
        </div>
      )}
      <div role="status" className="mt-3 flex flex-wrap items-center gap-3 text-sm empty:hidden">
        {isOffered && (
          <>
            <p>{t("found", { address: offered.label })}</p>
            <button
              type="button"
              aria-describedby={`${path}-title`}
              onClick={() => {
                setOffered(null);
                takePlace(offered);
              }}
              className={SECONDARY}
            >
              {t("take")}
            </button>
          </>
        )}
      </div>
      <div className="mt-3">
        <Fold
          title={t("coordinates")}
          isUsed={!hasSearch}
          paths={[`${path}.address.latitude`, `${path}.address.longitude`]}
        >
          <div className="grid grid-cols-2 items-start gap-3">
            {(["latitude", "longitude"] as const).map((name) => (
              <DraftText
                key={name}
                path={`${path}.address.${name}`}
                label={t(name)}
                inputMode="decimal"
                value={stop.address[name]}
                onValue={(value) =>
                  change(
                    changeStop(draft, stop.key, { address: { [name]: value } }),
                    `${path}.address.${name}`,
                  )
                }
                onPaste={onPaste}
              />
            ))}
          </div>
        </Fold>
      </div>
    </div>
  );
}
