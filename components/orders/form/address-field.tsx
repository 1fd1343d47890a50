"use client";

import { Bookmark, History, MapPin } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CLEAR, FieldFrame, LABELED, useDraftField } from "@/components/orders/form/fields";
import { findRecentStops, findSavedAddresses, splitByMatch } from "@/components/orders/form/suggestions";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useAddressSearch } from "@/components/orders/form/use-address-search";
import { useAmounts } from "@/components/orders/form/use-amounts";
import { useApplyAddress } from "@/components/orders/form/use-apply-address";
import { useOrderForm } from "@/components/orders/form/use-order-form";
import { ComboboxList, ComboboxOption, useCombobox } from "@/components/ui/combobox";
import { loadPhoneNumber } from "@/components/ui/country-choice";
import { SECONDARY } from "@/components/ui/styles";
import { useLatest } from "@/components/ui/use-latest";
import { readAddressText, readTypedBuilding } from "@/lib/city/geocoding/address-grammar";
import { type AddressMatch, isExact } from "@/lib/city/geocoding/address-match";
import { readTypedPoint } from "@/lib/city/geocoding/read-typed-point";
import { PICKUP_KEY, parsePoint, type StopDraft } from "@/lib/orders/form/draft";
import { formatStopAddress } from "@/lib/orders/form/draft-changes";
import { type PastedStop, readPastedStop } from "@/lib/orders/form/pasted-stop";
import type { Stop } from "@/lib/orders/order";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";

/** What Enter or a paste takes once results arrive. */
type PendingSearch = "first" | "exact" | null;

interface Suggestion {
  readonly id: string;
  readonly sign: "place" | "saved" | "recent";
  readonly label: string;
  readonly note: string;
  readonly distance: string;
  readonly choose: () => void;
}

/** Enter takes the first suggestion. A pasted text fills in the door and the contact as well. */
export function AddressField({ stop, path, label }: { stop: StopDraft; path: string; label: string }) {
  const t = useTranslations("delivery.search");
  const tPoint = useTranslations("delivery.point");
  const tRooms = useTranslations("stop.rooms");
  const amounts = useAmounts();
  const { draft } = useOrderForm();
  const { near, saved, recent, pasted, hasSearch, phoneCountry, pick, placing, setPlacing } =
    useAddressLookup();
  const take = useApplyAddress(stop, path);
  const line = formatLine(stop, draft.pickup);
  const [typed, setTyped] = useState<string | null>(null);
  const [picked, setPicked] = useState("");
  const [isEstimate, setEstimate] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState<PendingSearch>(null);
  const [text, setText] = useState<PastedStop | null>(null);
  const field = useDraftField(`${path}.address`, true);
  const expected = (typed ?? "").trim();
  const point = readTypedPoint(expected);
  const { places, state } = useAddressSearch(point === null ? (text?.query ?? expected) : "", picked, near);
  const isDropoff = stop.key !== PICKUP_KEY;
  const from = isDropoff ? (parsePoint(draft.pickup) ?? near) : near;
  const distanceTo = (place: Point) =>
    from === null ? "" : amounts.distance(greatCircleMeters(from, place));
  const formatApartment = ({ address: { apartment } }: Stop) =>
    apartment === null ? "" : tRooms("apartment", { value: apartment });
  const settle = (next: string | null, estimate = false) => {
    setTyped(next);
    setPicked((next ?? "").trim());
    setEstimate(estimate);
    setOpen(false);
    setWaiting(null);
    setText(null);
  };
  const takeDoor = (door: Stop) => {
    settle(null);
    take.takeDoor(door);
  };
  const takePoint = (at: Point) => {
    settle(null);
    pick(stop.key, at);
  };
  const values = text ?? readAddressText(expected);
  const hasHouses = (places ?? []).some(({ building }) => building !== "");
  /** Adds the typed house number where the map knows only the street. */
  const withBuilding = (place: AddressMatch): AddressMatch => {
    const building = hasHouses || place.street === "" ? "" : readTypedBuilding(values.query, place.street);
    return building === "" ? place : { ...place, building, isApproximate: true };
  };
  const placeByHand = () => {
    const building = readTypedBuilding(values.query);
    const street = values.query
      .replace(building, "")
      .replace(/[\s,]+$/, "")
      .trim();
    settle(null);
    take.takeText(values, {}, { street, building });
    setPlacing(stop.key);
  };
  const takePlace = (place: AddressMatch) => {
    // After choosing a street, the user goes on to the house number.
    const isStreet = place.building === "" && place.street !== "";
    settle(isStreet ? `${place.street} ` : null, place.isApproximate && !isStreet);
    take.takePlace(place, values);
  };
  const isTyping = typed !== null && expected !== picked;
  const requested = isTyping ? expected : "";
  const isOffering = isTyping || line === "";
  const ofSaved = (isOffering ? findSavedAddresses(saved, requested) : []).map(
    (address): Suggestion => ({
      id: `saved-${address.id}`,
      sign: "saved",
      label: address.name,
      note: formatDoorAddress(address),
      distance: distanceTo(address.address),
      choose: () => takeDoor(address),
    }),
  );
  const ofRecent = (isOffering && isDropoff ? findRecentStops(recent, requested) : []).map(
    (door, index): Suggestion => ({
      id: `recent-${index}-${door.contact.value}`,
      sign: "recent",
      label: [door.contact.name, formatDoorAddress(door), formatApartment(door)].filter(Boolean).join(", "),
      note: "",
      distance: distanceTo(door.address),
      choose: () => takeDoor(door),
    }),
  );
  const ofPoint: Suggestion[] = [];
  if (point !== null && isTyping) {
    ofPoint.push({
      id: "point",
      sign: "place",
      label: expected,
      note: t("point"),
      distance: distanceTo(point),
      choose: () => takePoint(point),
    });
  }
  const best = places?.find(() => isTyping);
  const isHouse = best !== undefined && best.building !== "" && !best.isApproximate;
  const isExactHouse = isHouse && isExact(best);
  /** A house is offered alone, or with the same number of streets of the same name elsewhere. */
  const isOffered = ({ building, isApproximate }: AddressMatch) =>
    !isHouse || (building === best.building && !isApproximate);
  const offered = isTyping ? (places ?? []).filter(isOffered) : [];
  const ofPlaces = offered.map(withBuilding).map(
    (place): Suggestion => ({
      id: `${place.label} ${place.latitude} ${place.longitude}`.replaceAll(/\s/g, "-"),
      sign: "place",
      label: place.label,
      note:
        place.isApproximate && place.building !== ""
          ? [hasHouses ? "" : place.building, t("approximate")].filter(Boolean).join(", ")
          : "",
      distance: distanceTo(place),
      choose: () => takePlace(place),
    }),
  );
  // The shop's own addresses are rarely dropoffs, so recent recipients come first.
  const known = isDropoff ? [...ofRecent, ...ofSaved] : ofSaved;
  const isByName = ofSaved.some(({ label: name }) => name.toLowerCase().startsWith(requested.toLowerCase()));
  const searched = isByName ? [...ofSaved, ...ofPlaces, ...ofRecent] : [...ofPlaces, ...ofSaved, ...ofRecent];
  const choices = requested === "" ? known : [...ofPoint, ...searched];
  const combobox = useCombobox(choices, {
    firstIsActive: requested !== "",
    disclosure: { isShown: isOpen, show: () => setOpen(true), hide: () => setOpen(false) },
  });

  useEffect(() => {
    if (waiting === null || state === "looking" || state === "idle") return;
    setWaiting(null);
    if (state !== "found") return;
    if (waiting === "first") choices[0]?.choose();
    else if (isExactHouse) ofPlaces[0]?.choose();
  });

  const latest = useLatest(take);
  const readText = (whole: string): boolean => {
    const read = readPastedStop(whole);
    const hasMore = read.phone !== "" || read.name !== "" || [read.apartment, read.entrance].some(Boolean);
    if (!/\d/.test(read.query) && !hasMore) return false;
    setTyped(read.query === "" ? null : read.query);
    setText(read);
    setOpen(read.query !== "");
    setWaiting("exact");
    void loadContact(read, phoneCountry).then((contact) => latest.current.takeText(read, contact));
    return true;
  };
  const lastPasted = useRef<typeof pasted>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per pasted text
  useEffect(() => {
    if (pasted === null || pasted.key !== stop.key || lastPasted.current === pasted) return;
    lastPasted.current = pasted;
    readText(pasted.text);
    document.getElementById(`${path}.address`)?.focus();
  }, [pasted]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Typing after a paste makes it a different address.
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) setWaiting(null);
    // Fast typists press Enter before results arrive.
    if (event.key === "Enter" && state === "looking" && ofPlaces.length === 0) {
      event.preventDefault();
      if (ofSaved.length + ofRecent.length === 0) return setWaiting("first");
    }
    combobox.field.onKeyDown(event);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const whole = event.clipboardData.getData("text").trim();
    const at = readTypedPoint(whole);
    if (at !== null) takePoint(at);
    if (at !== null || readText(whole)) event.preventDefault();
  };
  const onBlur = () => {
    setOpen(false);
    if (typed === null) return;
    if (typed === "" && line !== "") {
      settle(null);
      return take.clear();
    }
    // An exact match becomes the address, because the courier goes to the address that the field shows.
    if (waiting === null && isExactHouse && text === null) return ofPlaces[0]?.choose();
    if (line !== "" && waiting === null) settle(null);
  };
  const status = () => {
    if (state === "found" && isTyping) return t("found", { count: ofPlaces.length });
    if (state !== "idle" && isTyping) return t(state === "found" ? "idle" : state);
    if (isEstimate && line !== "") return t("estimate");
    if (placing === stop.key && typed === null) return tPoint("placing");
    if (line === "" && typed === null && parsePoint(stop) !== null) return t("point_only");
    return line === "" && typed !== null && expected !== "" ? t("idle") : "";
  };
  return (
    <div className="relative">
      <FieldFrame path={`${path}.address`} label={label} isText>
        <input
          {...combobox.field}
          id={`${path}.address`}
          aria-invalid={field["aria-invalid"]}
          aria-describedby={[`${path}.address-status`, field["aria-invalid"] && `${path}.address-problem`]
            .filter(Boolean)
            .join(" ")}
          onKeyDown={onKeyDown}
          readOnly={!hasSearch}
          placeholder=" "
          value={typed ?? line}
          onChange={(event) => {
            setTyped(event.target.value);
            setText(null);
            setOpen(true);
          }}
          onPaste={onPaste}
          onFocus={(event) => {
            if (typed === null) event.target.select();
            setOpen(true);
          }}
          onBlur={onBlur}
          className={`${LABELED} ${CLEAR}`}
        />
      </FieldFrame>
      <ComboboxList
        combobox={combobox}
        label={label}
        hidden={!combobox.isShown}
        className="absolute inset-x-0 top-12 z-20 max-h-80 overflow-y-auto rounded-xl bg-raised p-1.5 shadow-e2"
      >
        {combobox.isShown &&
          choices.map((choice, index) => (
            <ComboboxOption
              key={choice.id}
              combobox={combobox}
              choice={choice}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2.5 rounded-lg px-2.5 py-1.5 text-sm hover:bg-hover aria-selected:bg-selected"
            >
              <SuggestionLine choice={choice} typed={requested} isFirst={index === 0 && requested !== ""} />
            </ComboboxOption>
          ))}
      </ComboboxList>
      <p
        id={`${path}.address-status`}
        role="status"
        className={combobox.isShown ? "sr-only" : "mt-1 text-xs text-soft empty:hidden"}
      >
        {status()}
      </p>
      {isTyping && state === "found" && choices.length === 0 && (
        <button
          type="button"
          // Keeps the focus in the field, and with it the typed text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={placeByHand}
          className={`${SECONDARY} mt-2`}
        >
          <MapPin aria-hidden="true" className="size-4" />
          {t("put_pin")}
        </button>
      )}
    </div>
  );
}

const SIGNS = { place: MapPin, saved: Bookmark, recent: History } as const;

function SuggestionLine({ choice, typed, isFirst }: { choice: Suggestion; typed: string; isFirst: boolean }) {
  const { sign, label, note, distance } = choice;
  const Sign = SIGNS[sign];
  const matches = splitByMatch(label, typed);
  return (
    <>
      <Sign aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 flex-[1_1_7rem]">
        {matches.map(({ text, isMatch }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
          isMatch ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
        )}
        {note !== "" && <span className="text-soft"> {note}</span>}
      </span>
      {(distance !== "" || isFirst) && (
        <span className="shrink-0 text-soft tabular-nums">
          {distance}
          {isFirst && (
            <span aria-hidden="true" className="max-sm:hidden">
              {distance === "" ? "Enter" : " · Enter"}
            </span>
          )}
        </span>
      )}
    </>
  );
}

/** Names the city only if it is not the pickup's. */
function formatLine(stop: StopDraft, pickup: StopDraft): string {
  const { area, street, building } = stop.address;
  if (street.trim() === "" && building.trim() === "") return "";
  const isElsewhere = stop.key !== PICKUP_KEY && area.trim() !== "" && area !== pickup.address.area;
  return isElsewhere && pickup.address.area !== ""
    ? `${area}, ${formatStopAddress(stop)}`
    : formatStopAddress(stop);
}

const formatDoorAddress = ({ address }: Stop): string =>
  [address.street, address.building].filter((part) => part.trim() !== "").join(", ");

async function loadContact(
  { phone, name }: PastedStop,
  home: string,
): Promise<{ value?: string; name?: string }> {
  const number = phone === "" ? null : await loadPhoneNumber().then(({ toE164 }) => toE164(phone, home));
  return { ...(phone === "" ? {} : { value: number ?? phone }), ...(name === "" ? {} : { name }) };
}
