"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { DraftText } from "@/components/orders/form/fields";
import { useAddressLookup } from "@/components/orders/form/use-address-lookup";
import { useOrderForm, useStopInput } from "@/components/orders/form/use-order-form";
import { CountryChoice, loadPhoneNumber } from "@/components/ui/country-choice";
import { useLatest } from "@/components/ui/use-latest";
import type { StopDraft } from "@/lib/orders/form/draft";

/** On blur a number in any format becomes E.164; the typed text can be restored. */
export function PhoneField({ stop, path, label }: { stop: StopDraft; path: string; label: string }) {
  const t = useTranslations("delivery.contact");
  const { problemOf } = useOrderForm();
  const { phoneCountry, countries } = useAddressLookup();
  const [isUndialable, setUndialable] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  // An initial or restored value is not normalized.
  const isTouched = useRef(false);
  const latest = useLatest(stop.contact.value);
  const input = useStopInput(stop, path)("contact", "value");
  const put = input.onValue;
  const normalize = async (text: string) => {
    if (!isTouched.current || stop.contact.type === "telegram") return;
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
            label={label}
            home={phoneCountry}
            countries={countries}
            onValue={(value) => {
              isTouched.current = true;
              put(value);
            }}
          />
        )}
        <DraftText
          {...input}
          label={label}
          className="flex-1"
          inputMode={stop.contact.type === "telegram" ? "text" : "tel"}
          onValue={(value) => {
            isTouched.current = true;
            setTyped(null);
            setUndialable(false);
            put(value);
          }}
          onPaste={() => {
            isTouched.current = true;
            // The value contains the pasted text only after this event.
            setTimeout(() => normalize(latest.current));
          }}
          onBlur={() => normalize(stop.contact.value)}
        />
      </div>
      <p role="status" className="mt-1 text-xs text-soft empty:hidden">
        {isUndialable && problemOf(input.path) === null && t("undialable")}
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
