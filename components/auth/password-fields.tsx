"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { TextField } from "@/components/ui/form";

export function PasswordFields({ lines }: { lines: readonly ComponentProps<typeof TextField>[] }) {
  const [isVisible, setVisible] = useState(false);
  return (
    <>
      {lines.map((line) => (
        <TextField key={line.name} {...line} type={isVisible ? "text" : "password"} />
      ))}
      <ShowPassword isVisible={isVisible} onChange={setVisible} />
    </>
  );
}

export function ShowPassword(props: { isVisible: boolean; onChange: (isVisible: boolean) => void }) {
  const t = useTranslations("auth");
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={props.isVisible}
        onChange={(event) => props.onChange(event.target.checked)}
        className="size-5 accent-fir"
      />
      {t("show_password")}
    </label>
  );
}
