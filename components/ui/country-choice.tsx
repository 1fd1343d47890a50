"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { INPUT } from "@/components/ui/styles";
import { useClientValue } from "@/components/ui/use-client-value";
import type { PhoneCountry } from "@/lib/list-phone-countries";

/** 30 KB that are only needed to type a number. */
export const loadPhoneNumber = () => import("@/lib/to-e164");

export interface PhoneHome {
  readonly home: string;
  readonly countries: readonly PhoneCountry[];
}

export function CountryChoice({
  value,
  label,
  home,
  countries,
  onValue,
}: PhoneHome & { value: string; label: string; onValue: (value: string) => void }) {
  const t = useTranslations("ui.form");
  const [picked, setPicked] = useState(home);
  // Only scripts render 245 options per number.
  const isAlive = useClientValue(() => true, false);
  const number = value.trim();
  const fits = ({ callingCode }: PhoneCountry) => number.startsWith(`+${callingCode}`);
  const own = (code: string) => countries.find(({ country }) => country === code);
  const candidates = number.startsWith("+")
    ? [own(picked), own(home), countries.find((one) => one.isMain && fits(one))].filter(
        (one) => one !== undefined && fits(one),
      )
    : [own(home)];
  const [shown] = candidates;
  const choose = (code: string) => {
    const next = own(code);
    if (next === undefined) return;
    setPicked(code);
    const rest = number.startsWith("+") ? number.slice(1 + (shown?.callingCode.length ?? 0)) : number;
    onValue(`+${next.callingCode} ${rest.trim()}`);
  };
  return (
    // The width of the select itself is that of every field.
    <div className="relative w-24 flex-none">
      <select
        aria-label={`${label}, ${t("country")}`}
        value={shown?.country ?? ""}
        onChange={(event) => choose(event.target.value)}
        className={INPUT}
      >
        {shown === undefined && <option value="">+</option>}
        {(isAlive ? countries : candidates).map(
          (one) =>
            one !== undefined && (
              <option key={one.country} value={one.country}>{`+${one.callingCode} ${one.name}`}</option>
            ),
        )}
      </select>
      {/* Covers the name of the country, which does not fit. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-1 right-6 left-3 flex items-center bg-surface text-base sm:text-sm"
      >
        {`+${shown?.callingCode ?? ""}`}
      </span>
    </div>
  );
}
