"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { INPUT } from "@/components/ui/styles";
import type { FoundPlace } from "@/lib/geocoding/place";

const WAIT_MS = 300;
const FEWEST_LETTERS = 3;

type Found =
  | { readonly kind: "idle" | "looking" | "limited" | "failed" }
  | { readonly kind: "found"; readonly places: readonly FoundPlace[] };

/** Looks addresses up while one types; what is picked fills the fields below. A combobox by the ARIA pattern. */
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
  const [found, setFound] = useState<Found>({ kind: "idle" });
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const picked = useRef("");
  const nearText = near === null ? "" : `${near.latitude},${near.longitude}`;
  // Where to look first is no reason to look again.
  const latestNear = useRef(nearText);
  latestNear.current = nearText;

  useEffect(() => {
    const looked = text.trim();
    if (looked.length < FEWEST_LETTERS || looked === picked.current) {
      setFound({ kind: "idle" });
      return;
    }
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      setFound({ kind: "looking" });
      const next = await lookUp(looked, latestNear.current, ending.signal);
      if (ending.signal.aborted) return;
      setFound(next);
      setActive(-1);
      setOpen(true);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);

  const places = found.kind === "found" ? found.places : [];
  const isShown = isOpen && places.length > 0;
  const pick = (place: FoundPlace) => {
    picked.current = place.label.trim();
    setText(place.label);
    setOpen(false);
    setActive(-1);
    onPick(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = places.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (places.length === 0) return;
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((before) => (before + step > last ? 0 : before + step < 0 ? last : before + step));
    } else if (event.key === "Enter") {
      // Enter in a search never sends the whole form.
      event.preventDefault();
      const place = isShown ? places[active] : undefined;
      if (place !== undefined) pick(place);
    } else if (event.key === "Escape") {
      if (isShown) event.preventDefault();
      setOpen(false);
      setActive(-1);
    }
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("label")}
      </label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-status`}
        autoComplete="off"
        placeholder={t("placeholder")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className={`${INPUT} scroll-mt-24`}
      />
      <ul
        id={`${id}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern's own listbox
        role="listbox"
        aria-label={t("label")}
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-page py-1 shadow-lg"
      >
        {places.map((place, index) => (
          // The focus stays in the text; keys are handled there.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <li
            key={`${place.label} ${place.latitude} ${place.longitude}`}
            id={`${id}-${index}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern's own option
            role="option"
            aria-selected={index === active}
            // The press alone must not take the focus away.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(place)}
            className="flex min-h-11 cursor-pointer items-center px-3 py-2 text-sm hover:bg-panel aria-selected:bg-panel aria-selected:text-accent"
          >
            {place.label}
          </li>
        ))}
      </ul>
      <p id={`${id}-status`} role="status" className="mt-1 text-xs text-soft">
        {found.kind === "found" ? t("found", { count: places.length }) : t(found.kind)}
      </p>
    </div>
  );
}

async function lookUp(text: string, near: string, signal: AbortSignal): Promise<Found> {
  const query = new URLSearchParams({ q: text, ...(near === "" ? {} : { near }) });
  try {
    const answer = await fetch(`/dashboard/addresses/search?${query}`, { signal });
    if (answer.status === 429) return { kind: "limited" };
    if (!answer.ok) return { kind: "failed" };
    const { places } = (await answer.json()) as { places: FoundPlace[] };
    return { kind: "found", places };
  } catch {
    return { kind: "failed" };
  }
}
