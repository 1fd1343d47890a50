"use client";

import { useTranslations } from "next-intl";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useFoundPlaces } from "@/components/order-form/use-found-places";
import { ComboboxOption, useCombobox } from "@/components/ui/combobox";
import { INPUT } from "@/components/ui/styles";
import type { SavedAddress } from "@/lib/addresses/address";
import { type AddressText, hasDoor, readAddressText } from "@/lib/geocoding/address-text";
import type { FoundPlace } from "@/lib/geocoding/place";

const MOST_SAVED = 3;

/** What a pending Enter or pasted address takes once results arrive. */
type Waiting = "first" | "exact" | null;

/**
 * The single address field: searches while the user types, saved addresses included, and splits a complete address into
 * its parts. The chosen result fills the fields below.
 */
export function AddressSearch({
  near,
  saved,
  onPick,
  onPickSaved,
}: {
  near: { latitude: number; longitude: number } | null;
  saved: readonly SavedAddress[];
  onPick: (place: FoundPlace, text: AddressText) => void;
  onPickSaved: (id: string) => void;
}) {
  const t = useTranslations("delivery.search");
  const id = useId();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState("");
  const [isEstimate, setEstimate] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState<Waiting>(null);
  const typed = text.trim();
  const { places, state } = useFoundPlaces(typed, picked, near);
  const show = (next: string) => {
    setText(next);
    setPicked(next.trim());
    setOpen(false);
    setWaiting(null);
  };
  const ofSaved = savedChoices(saved, typed === picked ? "" : typed).map((address) => ({
    id: `saved-${address.id}`,
    label: address.name,
    note: t("saved"),
    choose: () => {
      show(address.name);
      setEstimate(false);
      onPickSaved(address.id);
    },
  }));
  const ofPlaces = (places ?? []).map((place) => ({
    id: `${place.label} ${place.latitude} ${place.longitude}`.replaceAll(/\s/g, "-"),
    label: place.label,
    note: place.isApproximate && place.building !== "" ? t("approximate") : "",
    choose: () => {
      // After choosing a street, the user goes on to the house number.
      const isStreet = place.building === "" && place.street !== "";
      show(isStreet ? `${place.street} ` : place.label);
      setEstimate(place.isApproximate && !isStreet);
      onPick(place, readAddressText(text));
    },
  }));
  const choices = [...ofSaved, ...ofPlaces];
  const combobox = useCombobox(choices, {
    firstIsActive: true,
    disclosure: { isShown: isOpen, show: () => setOpen(true), hide: () => setOpen(false) },
  });

  const [first] = choices;
  const [best] = places ?? [];
  const isExact = best !== undefined && best.building !== "" && !best.isApproximate;
  useEffect(() => {
    if (waiting === null || state === "looking" || state === "idle") return;
    setWaiting(null);
    if (state === "found" && (waiting === "first" || isExact))
      (waiting === "first" ? first : ofPlaces[0])?.choose();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // Typing after a paste makes it a different address.
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) setWaiting(null);
    // Fast typists press Enter before results arrive.
    if (event.key === "Enter" && !combobox.isShown && state === "looking") setWaiting("first");
    combobox.field.onKeyDown(event);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData("text").trim();
    const address = readAddressText(pasted);
    if (!/\d/.test(address.query) && !hasDoor(address)) return;
    setWaiting("exact");
  };
  const status = () => {
    if (state === "found") return t("found", { count: ofPlaces.length });
    return t(state === "idle" && isEstimate ? "estimate" : state);
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("label")}
      </label>
      <input
        id={id}
        {...combobox.field}
        onKeyDown={onKeyDown}
        aria-describedby={`${id}-status`}
        placeholder={t("placeholder")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onPaste={onPaste}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        className={`${INPUT} scroll-mt-24`}
      />
      <div
        id={combobox.listId}
        role="listbox"
        aria-label={t("label")}
        hidden={!combobox.isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-surface py-1 shadow-e2"
      >
        {choices.map((choice) => (
          <ComboboxOption
            key={choice.id}
            combobox={combobox}
            choice={choice}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-3 py-2 text-sm hover:bg-hover aria-selected:bg-selected aria-selected:text-ink"
          >
            {choice.label}
            {choice.note !== "" && <span className="text-xs text-soft">{choice.note}</span>}
          </ComboboxOption>
        ))}
      </div>
      <p id={`${id}-status`} role="status" className="mt-1 text-xs text-soft">
        {status()}
      </p>
    </div>
  );
}

/** Returns saved addresses with a word in their name or street that begins with the typed text. */
function savedChoices(saved: readonly SavedAddress[], typed: string): readonly SavedAddress[] {
  if (typed === "") return [];
  const wanted = typed.toLowerCase();
  const isMeant = (text: string) => ` ${text.toLowerCase()}`.includes(` ${wanted}`);
  return saved
    .filter(({ name, address }) => isMeant(name) || isMeant(`${address.street} ${address.building}`))
    .slice(0, MOST_SAVED);
}
