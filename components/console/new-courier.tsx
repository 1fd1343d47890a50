"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CourierAccessCard } from "@/components/console/courier-actions";
import { CountryChoice, loadPhoneNumber, type PhoneHome } from "@/components/ui/country-choice";
import { FirstFieldFocus } from "@/components/ui/first-field-focus";
import {
  ActionForm,
  CheckboxField,
  SelectField,
  SubmitButton,
  TextField,
  useField,
} from "@/components/ui/form";
import type { FormAction, FormState } from "@/components/ui/form-state";
import { Link } from "@/components/ui/link";
import { CARD, LINK, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { CourierAccess } from "@/lib/couriers/issue-courier-link";
import { TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import { withMode } from "@/lib/http/mode";

interface Props {
  mode: Mode;
  phones: PhoneHome;
  hire: FormAction<CourierAccess>;
}

export function NewCourier({ mode, phones, hire }: Props) {
  const t = useTranslations("ops");
  const ui = useTranslations("ui");
  const [hired, setHired] = useState<FormState<CourierAccess> | null>(null);
  const back = withMode("/ops/couriers", mode);
  if (hired !== null) {
    return (
      <section aria-labelledby="hired" className={`${CARD} max-w-2xl p-5 sm:p-6`}>
        <h2 id="hired" ref={(heading) => heading?.focus()} tabIndex={-1} className="mb-3 type-heading">
          {t("couriers.hired", { name: hired.subject })}
        </h2>
        {hired.result === null ? (
          <p className="text-sm text-soft">{t("couriers.hired_simulated")}</p>
        ) : (
          <CourierAccessCard access={hired.result} />
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <button type="button" className={SECONDARY} onClick={() => setHired(null)}>
            {t("couriers.another")}
          </button>
          <Link href={back} className={`${LINK} inline-flex min-h-11 items-center px-2 text-sm`}>
            {t("couriers.back")}
          </Link>
        </div>
      </section>
    );
  }
  const label = (name: string) => t(`couriers.fields.${name}`);
  const names = ["name", "phone", "transport", "make", "model", "color", "number"];
  return (
    <ActionForm
      action={hire}
      hidden={{ mode }}
      fields={Object.fromEntries(names.map((name) => [name, label(name)]))}
      onDone={setHired}
      className={`${CARD} max-w-2xl p-5 sm:p-6`}
    >
      <FirstFieldFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label={label("name")} />
        <CourierPhone label={label("phone")} {...phones} />
        <SelectField
          name="transport"
          label={label("transport")}
          hint={t("couriers.transport_hint")}
          initial="car"
        >
          {TRANSPORT_TYPES.map((type) => (
            <option key={type} value={type}>
              {ui(`transport.${type}`)}
            </option>
          ))}
        </SelectField>
        <TextField name="number" label={label("number")} hint={t("couriers.number_hint")} isOptional />
        <TextField name="make" label={label("make")} isOptional />
        <TextField name="model" label={label("model")} isOptional />
        <TextField name="color" label={label("color")} isOptional />
      </div>
      {mode === "live" && (
        <div className="mt-3">
          <CheckboxField name="simulated" label={t("couriers.simulated_field")} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <SubmitButton>{t("couriers.create")}</SubmitButton>
        <Link href={back} className={`${LINK} inline-flex min-h-11 items-center px-2 text-sm`}>
          {t("couriers.back")}
        </Link>
      </div>
    </ActionForm>
  );
}

function CourierPhone({ label, ...phones }: PhoneHome & { label: string }) {
  const { sent = "" } = useField("phone");
  const [number, setNumber] = useState(sent);
  const normalize = async () => {
    const { toE164 } = await loadPhoneNumber();
    setNumber((latest) => (latest === number ? (toE164(number, phones.home) ?? number) : latest));
  };
  return (
    <TextField
      name="phone"
      type="tel"
      inputMode="tel"
      label={label}
      beside={<CountryChoice value={number} label={label} {...phones} onValue={setNumber} />}
      control={{ value: number, onChange: ({ target }) => setNumber(target.value), onBlur: normalize }}
    />
  );
}
