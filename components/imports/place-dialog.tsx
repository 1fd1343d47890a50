"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { LazyMap } from "@/components/map/lazy-map";
import type { MapMarker } from "@/components/map/map-marker";
import { useModal } from "@/components/ui/open-modal";
import { GHOST, PRIMARY } from "@/components/ui/styles";
import { useLanguage } from "@/components/ui/use-language";
import { type AddressMatch, formatAddress } from "@/lib/city/geocoding/address-match";
import { type FoundAddress, toFoundAddress } from "@/lib/imports/to-body";
import type { Point } from "@/lib/point";

export interface UncertainPlace {
  readonly text: string;
  /** Null if the search has found nothing. */
  readonly place: FoundAddress | null;
  /** The places that have the address, if it is ambiguous. */
  readonly choices: readonly AddressMatch[];
}

interface Props {
  readonly uncertain: readonly UncertainPlace[];
  readonly styleUrl: string | null;
  /** The middle of the map while there is no place. */
  readonly center: Point | null;
  readonly onConfirm: (text: string, place: FoundAddress) => void;
  readonly onClose: () => void;
}

const NONE: readonly AddressMatch[] = [];
const UNNAMED = { area: "", street: "", building: "" };
const PIN = { kind: "dropoff", heading: null, tone: "normal" } as const;

const toPoint = ({ latitude, longitude }: Point): Point => ({ latitude, longitude });

const toLine = ({ street, building, area }: FoundAddress): string => formatAddress([street, building, area]);

/** Shows one address after another, until all are confirmed or skipped. */
export function PlaceDialog({ uncertain, styleUrl, center, onConfirm, onClose }: Props) {
  const t = useTranslations("import.map");
  const mapText = useTranslations("delivery.map");
  const locale = useLanguage();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<{ text: string; place: AddressMatch } | null>(null);
  const [moved, setMoved] = useState<{ text: string; point: Point } | null>(null);
  const left = uncertain.filter(({ text }) => !skipped.includes(text));
  const [current] = left;
  const choices = current?.choices ?? NONE;
  const choice = chosen !== null && chosen.text === current?.text ? chosen.place : null;
  const found = choices.length > 0 ? choice : (current?.place ?? null);
  const point = moved !== null && moved.text === current?.text ? moved.point : found;
  const dialog = useModal(current !== undefined);
  const [latitude, longitude, text] = [point?.latitude, point?.longitude, current?.text ?? ""];
  const markers = useMemo((): MapMarker[] => {
    const at = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
    if (at !== null) return [{ id: text, ...at, ...PIN, label: text, isDraggable: true }];
    if (choices.length > 0)
      return choices.map((place, index) => ({
        id: `${text} ${index}`,
        ...toPoint(place),
        ...PIN,
        label: place.label,
      }));
    return center === null ? [] : [{ id: "pickup", ...center, ...PIN, kind: "pickup", label: "" }];
  }, [latitude, longitude, text, center, choices]);
  const title = () => {
    if (choices.length > 0) return t("title_several");
    return t(current?.place == null ? "title_none" : "title");
  };
  const hint = () => {
    if (point !== null) return t("hint");
    return t(choices.length > 0 ? "hint_several" : "hint_none");
  };
  const move = (next: Point) => {
    // The places of an ambiguous address differ in their town, too.
    if (choices.length === 0 || choice !== null) setMoved({ text, point: next });
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="place-title"
      onClose={onClose}
      className="m-auto w-[min(44rem,calc(100vw-2rem))] rounded-xl bg-raised p-4 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="place-title" className="type-title">
          {title()}
        </h2>
        <p className="text-sm text-soft">{t("left", { count: left.length })}</p>
      </div>
      <p className="mt-1 text-base font-medium break-words">{text}</p>
      {current?.place != null && choices.length === 0 && (
        <p className="mt-1 text-sm">
          {t.rich("found", { address: toLine(current.place), bdi: (parts) => <bdi>{parts}</bdi> })}
        </p>
      )}
      <p className="mt-1 text-sm text-soft">{hint()}</p>
      {choices.length > 0 && (
        <fieldset aria-labelledby="place-title" className="mt-3 text-sm">
          {choices.map((place, index) => (
            <label
              key={`${place.latitude} ${place.longitude}`}
              className="flex min-h-9 cursor-pointer items-center gap-2"
            >
              <input
                type="radio"
                name={`place ${text}`}
                value={index}
                checked={choice === place}
                onChange={() => {
                  setChosen({ text, place });
                  setMoved(null);
                }}
                className="size-4 shrink-0 accent-fir"
              />
              <bdi>{place.label}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <div className="relative mt-3 h-80 overflow-hidden rounded-xl max-sm:h-72">
        <LazyMap
          key={text}
          loading={mapText("loading")}
          failed={mapText("failed")}
          markers={markers}
          lines={[]}
          label={text}
          styleUrl={styleUrl}
          locale={locale}
          onDrop={(_, at) => move(at)}
          onPoint={move}
        />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <button type="button" onClick={() => setSkipped([...skipped, text])} className={GHOST}>
          {t("skip")}
        </button>
        <button
          type="button"
          aria-disabled={point === null}
          onClick={() => {
            if (point === null) return;
            const { latitude: north, longitude: east } = point;
            onConfirm(text, {
              ...(choice === null ? (current?.place ?? UNNAMED) : toFoundAddress(choice)),
              latitude: north,
              longitude: east,
              isApproximate: false,
              isAmbiguous: false,
            });
          }}
          className={PRIMARY}
        >
          {t("confirm")}
        </button>
      </div>
    </dialog>
  );
}
