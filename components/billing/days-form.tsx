import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SMALL_INPUT, SMALL_SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";

/** Chooses the days of a page by its URL: `from` and `to`, both included. */
export function DaysForm({
  path,
  mode,
  days,
  children,
}: {
  path: string;
  mode: Mode;
  days: { readonly from: string; readonly to: string };
  children?: ReactNode;
}) {
  const t = useTranslations("reports");
  return (
    <form action={path} className="flex flex-wrap items-end gap-3 text-sm print:hidden">
      {mode === "test" && <input type="hidden" name="mode" value="test" />}
      {(["from", "to"] as const).map((name) => (
        <label key={name} className="grid gap-1">
          <span className="text-soft">{t(name)}</span>
          <input
            key={days[name]}
            type="date"
            name={name}
            defaultValue={days[name]}
            required
            className={SMALL_INPUT}
          />
        </label>
      ))}
      {children}
      <button type="submit" className={SMALL_SECONDARY}>
        {t("show")}
      </button>
    </form>
  );
}
