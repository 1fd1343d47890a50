"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ComboboxOption, useCombobox } from "@/components/ui/combobox";
import { Refusal } from "@/components/ui/refusal";
import { INPUT } from "@/components/ui/styles";
import { useDebounced } from "@/components/ui/use-debounced";
import type { FoundPlace } from "@/lib/geocoding/place";

const WAIT_MS = 300;
const FEWEST_LETTERS = 3;

/** Searches addresses as the reader types; picking one fills in the fields below. */
export function AddressSearch({
  near,
  onPick,
}: {
  near: { latitude: number; longitude: number } | null;
  onPick: (place: FoundPlace) => void;
}) {
  const t = useTranslations("delivery.search");
  const id = useId();
  const [text, setText] = useState("");
  const [picked, setPicked] = useState("");
  const [isOpen, setOpen] = useState(false);
  const isWanted = (typed: string) => typed.length >= FEWEST_LETTERS && typed !== picked;
  const typed = text.trim();
  const settled = useDebounced(typed, WAIT_MS);
  const { data, error, isFetching } = useQuery({
    // A change of where to search first is no reason to search again.
    queryKey: ["places", settled],
    queryFn: ({ signal }) => lookUp(settled, near, signal),
    enabled: isWanted(settled),
    refetchOnWindowFocus: false,
    networkMode: "always",
    retry: false,
  });
  const isAnswered = isWanted(typed) && isWanted(settled) && !isFetching;
  const places = isAnswered && error === null && data !== undefined ? data : null;
  const choices = (places ?? []).map((place) => ({
    id: `${place.label} ${place.latitude} ${place.longitude}`.replaceAll(/\s/g, "-"),
    label: place.label,
    choose: () => {
      setPicked(place.label.trim());
      setText(place.label);
      setOpen(false);
      onPick(place);
    },
  }));
  const combobox = useCombobox(choices, {
    disclosure: { isShown: isOpen, show: () => setOpen(true), hide: () => setOpen(false) },
  });
  const status = () => {
    if (places !== null) return t("found", { count: places.length });
    if (!isWanted(typed) || !isWanted(settled)) return t("idle");
    if (isFetching) return t("looking");
    return t(error instanceof Refusal && error.status === 429 ? "limited" : "failed");
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("label")}
      </label>
      <input
        id={id}
        {...combobox.field}
        aria-describedby={`${id}-status`}
        placeholder={t("placeholder")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        className={`${INPUT} scroll-mt-24`}
      />
      <div
        id={combobox.listId}
        role="listbox"
        aria-label={t("label")}
        hidden={!combobox.isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-page py-1 shadow-lg"
      >
        {choices.map((choice) => (
          <ComboboxOption
            key={choice.id}
            combobox={combobox}
            choice={choice}
            className="flex min-h-11 cursor-pointer items-center px-3 py-2 text-sm hover:bg-panel aria-selected:bg-panel aria-selected:text-accent"
          >
            {choice.label}
          </ComboboxOption>
        ))}
      </div>
      <p id={`${id}-status`} role="status" className="mt-1 text-xs text-soft">
        {status()}
      </p>
    </div>
  );
}

async function lookUp(
  text: string,
  near: { latitude: number; longitude: number } | null,
  signal: AbortSignal,
): Promise<readonly FoundPlace[]> {
  const query = new URLSearchParams({ q: text });
  if (near !== null) query.set("near", `${near.latitude},${near.longitude}`);
  const answer = await fetch(`/dashboard/addresses/search?${query}`, { signal });
  if (!answer.ok) throw new Refusal(answer);
  const { places } = (await answer.json()) as { places: readonly FoundPlace[] };
  return places;
}
