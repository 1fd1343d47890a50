"use client";

import { useTranslations } from "next-intl";
import { ShowPassword } from "@/components/accounts/show-password";
import { ActionForm, SelectField, SubmitButton, TextField } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { SECONDARY } from "@/components/ui/styles";
import { THEMES, type Theme } from "@/lib/http/theme";
import type { PhoneCountry } from "@/lib/list-phone-countries";

function Done({ children }: { children: string }) {
  return <p className="mt-3 text-sm text-delivered">{children}</p>;
}

export function ThemeForm({ theme, action }: { theme: Theme; action: FormAction }) {
  const t = useTranslations("people.settings");
  return (
    <ActionForm key={theme} action={action}>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t("theme")}</legend>
        <div className="flex flex-wrap gap-x-5">
          {THEMES.map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
              <input
                type="radio"
                name="theme"
                value={one}
                defaultChecked={one === theme}
                className="size-5 accent-fir"
              />
              {t(`themes.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-2">
        <SubmitButton look={SECONDARY}>{t("theme_submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function NameForm({ name, action }: { name: string | null; action: FormAction }) {
  const t = useTranslations("people");
  return (
    <ActionForm
      action={action}
      fields={{ name: t("you.name") }}
      done={() => <Done>{t("settings.saved")}</Done>}
    >
      <TextField
        name="name"
        label={t("you.name")}
        hint={t("you.name_hint")}
        initial={name ?? ""}
        autoComplete="name"
      />
      <div className="mt-4">
        <SubmitButton>{t("settings.save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function PasswordForm({ email, action }: { email: string; action: FormAction }) {
  const t = useTranslations("people.settings");
  const present = t("present_password");
  const next = t("new_password");
  return (
    <ActionForm
      action={action}
      fields={{ present_password: present, new_password: next }}
      done={() => <Done>{t("password_saved")}</Done>}
    >
      {/* Password managers save the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <div className="max-w-sm space-y-4">
        <TextField name="present_password" type="password" label={present} autoComplete="current-password" />
        <TextField
          name="new_password"
          type="password"
          label={next}
          hint={t("password_hint")}
          autoComplete="new-password"
        />
        <ShowPassword />
      </div>
      <div className="mt-3">
        <SubmitButton>{t("password_submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

export function AccountForm(props: {
  name: string;
  timeZone: string;
  zones: readonly { name: string; offset: string }[];
  phoneCountry: string;
  countries: readonly PhoneCountry[];
  action: FormAction;
}) {
  const { name, timeZone, zones, phoneCountry, countries, action } = props;
  const t = useTranslations("people.settings");
  return (
    <ActionForm
      action={action}
      done={() => <Done>{t("saved")}</Done>}
      fields={{ name: t("name"), time_zone: t("time_zone"), phone_country: t("phone_country") }}
    >
      <div className="space-y-4">
        <TextField name="name" label={t("name")} initial={name} autoComplete="organization" />
        <SelectField name="time_zone" label={t("time_zone")} hint={t("time_zone_hint")} initial={timeZone}>
          {zones.map((zone) => (
            <option key={zone.name} value={zone.name}>
              {`${zone.name.replaceAll("_", " ")} (${zone.offset})`}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="phone_country"
          label={t("phone_country")}
          hint={t("phone_country_hint")}
          initial={phoneCountry}
        >
          {countries.map(({ country, name: title, callingCode }) => (
            <option key={country} value={country}>{`${title} (+${callingCode})`}</option>
          ))}
        </SelectField>
      </div>
      <div className="mt-4">
        <SubmitButton>{t("save")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
