"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { DraftText } from "@/components/order-form/fields";
import { useOrderForm } from "@/components/order-form/use-order-form";
import { usePlaces } from "@/components/order-form/use-places";
import { INPUT } from "@/components/ui/styles";
import { useOnDevice } from "@/components/ui/use-on-device";
import { changeStop, type StopDraft } from "@/lib/orders/form/draft";
import type { PhoneCountry } from "@/lib/phone-countries";

/**
 * The contact at a stop. On leaving the field, a phone number typed in any form becomes E.164; the original stays
 * visible and can be restored. Choosing a country puts its calling code before the number.
 */
export function PhoneField({ stop, path, label }: { stop: StopDraft; path: string; label: string }) {
  const t = useTranslations("delivery.contact");
  const { change, problemOf } = useOrderForm();
  const { phoneCountry } = usePlaces();
  const [isUndialable, setUndialable] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  // A value that was already there, or was restored, stays as it is.
  const isTouched = useRef(false);
  const latest = useRef(stop.contact.value);
  latest.current = stop.contact.value;
  const put = (value: string) => {
    change((now) => changeStop(now, stop.key, { contact: { value } }), path);
  };
  const normalise = async (text: string) => {
    if (!isTouched.current || stop.contact.type === "telegram") return;
    // 30 KB that nobody needs before typing a number.
    const number = await loadPhoneNumber().then(({ toE164 }) => toE164(text, phoneCountry));
    if (latest.current !== text) return;
    setUndialable(number === null && text.trim() !== "");
    if (number === null) return;
    isTouched.current = false;
    setTyped(number === text ? null : text);
    put(number);
  };
  const takeBack = () => {
    put(typed ?? "");
    setTyped(null);
  };
  return (
    <div className="min-w-0">
      <div className="flex items-start gap-2">
        {stop.contact.type !== "telegram" && (
          <CountryChoice
            value={stop.contact.value}
            label={`${label}, ${t("country")}`}
            onValue={(value) => {
              isTouched.current = true;
              put(value);
            }}
          />
        )}
        <DraftText
          path={path}
          label={label}
          className="flex-1"
          inputMode={stop.contact.type === "telegram" ? "text" : "tel"}
          value={stop.contact.value}
          onValue={(value) => {
            isTouched.current = true;
            setTyped(null);
            setUndialable(false);
            put(value);
          }}
          onPaste={() => {
            isTouched.current = true;
            // The pasted text is in the field after this event.
            setTimeout(() => normalise(latest.current));
          }}
          onBlur={() => normalise(stop.contact.value)}
        />
      </div>
      <p role="status" className="mt-1 text-xs text-soft empty:hidden">
        {isUndialable && problemOf(path) === null && t("undialable")}
        {typed !== null && (
          <>
            {t("typed", { typed })}{" "}
            <button type="button" onClick={takeBack} className="min-h-6 cursor-pointer text-link underline">
              {t("take_back")}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** Chooses the country of a number by its calling code. */
function CountryChoice({
  value,
  label,
  onValue,
}: {
  value: string;
  label: string;
  onValue: (value: string) => void;
}) {
  const { phoneCountry, countries } = usePlaces();
  const [picked, setPicked] = useState(phoneCountry);
  // 245 options for each stop are left to the script.
  const isAlive = useOnDevice(() => true, false);
  const number = value.trim();
  const fits = ({ callingCode }: PhoneCountry) => number.startsWith(`+${callingCode}`);
  const own = (code: string) => countries.find(({ country }) => country === code);
  const candidates = number.startsWith("+")
    ? [own(picked), own(phoneCountry), countries.find((one) => one.isMain && fits(one))].filter(
        (one) => one !== undefined && fits(one),
      )
    : [own(phoneCountry)];
  const [shown] = candidates;
  const choose = (code: string) => {
    const next = own(code);
    if (next === undefined) return;
    setPicked(code);
    const rest = number.startsWith("+") ? number.slice(1 + (shown?.callingCode.length ?? 0)) : number;
    onValue(`+${next.callingCode} ${rest.trim()}`);
  };
  return (
    <select
      aria-label={label}
      value={shown?.country ?? ""}
      onChange={(event) => choose(event.target.value)}
      className={`${INPUT} w-24 flex-none`}
    >
      {shown === undefined && <option value="">+</option>}
      {(isAlive ? countries : candidates).map(
        (one) =>
          one !== undefined && (
            <option key={one.country} value={one.country}>{`+${one.callingCode} ${one.name}`}</option>
          ),
      )}
    </select>
  );
}

const loadPhoneNumber = () => import("@/lib/phone-number");
