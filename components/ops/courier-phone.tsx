import { useState } from "react";
import { CountryChoice, loadPhoneNumber } from "@/components/ui/country-choice";
import { TextField, useField } from "@/components/ui/form";
import type { PhoneCountry } from "@/lib/phone-countries";

/** A courier's phone number. On leaving the field it becomes E.164. */
export function CourierPhone({
  label,
  home,
  countries,
}: {
  label: string;
  home: string;
  countries: readonly PhoneCountry[];
}) {
  const { sent = "" } = useField("phone");
  const [number, setNumber] = useState(sent);
  const normalize = async () => {
    const { toE164 } = await loadPhoneNumber();
    setNumber((latest) => (latest === number ? (toE164(number, home) ?? number) : latest));
  };
  return (
    <TextField
      name="phone"
      type="tel"
      inputMode="tel"
      label={label}
      beside={
        <CountryChoice value={number} label={label} home={home} countries={countries} onValue={setNumber} />
      }
      control={{ value: number, onChange: ({ target }) => setNumber(target.value), onBlur: normalize }}
    />
  );
}
