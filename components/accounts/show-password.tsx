"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useState } from "react";

/** Shows the passwords of its form, whose fields may be HTML that React does not hydrate. */
export function ShowPassword() {
  const t = useTranslations("auth");
  const [isVisible, setVisible] = useState(false);
  const change = ({ target: { checked, form } }: ChangeEvent<HTMLInputElement>) => {
    setVisible(checked);
    for (const field of form?.querySelectorAll<HTMLInputElement>("[autocomplete$=-password]") ?? [])
      field.type = checked ? "text" : "password";
  };
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input type="checkbox" checked={isVisible} onChange={change} className="size-5 accent-fir" />
      {t("show_password")}
    </label>
  );
}
