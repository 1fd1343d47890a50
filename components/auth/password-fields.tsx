"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/ui/form";

interface PasswordLine {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: "new-password" | "current-password";
}

export function PasswordFields({ lines }: { lines: readonly PasswordLine[] }) {
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
