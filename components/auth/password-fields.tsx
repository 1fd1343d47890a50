"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { TextField } from "@/components/ui/form";

export function PasswordFields({ lines }: { lines: readonly ComponentProps<typeof TextField>[] }) {
  const t = useTranslations("auth");
  const [isVisible, setVisible] = useState(false);
  return (
    <>
      {lines.map((line) => (
        <TextField key={line.name} {...line} type={isVisible ? "text" : "password"} />
      ))}
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isVisible}
          onChange={(event) => setVisible(event.target.checked)}
          className="size-5 accent-fir"
        />
        {t("show_password")}
      </label>
    </>
  );
}
