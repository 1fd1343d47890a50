import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { INPUT, SECONDARY } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";

interface Props {
  action: string;
  label: string;
  value: string;
  mode: Mode;
  submit?: string;
}

export function SearchForm({ action, label, value, mode, submit }: Props) {
  const t = useTranslations("ops.search");
  return (
    <search>
      <form action={action} className="mb-4 flex flex-wrap gap-2">
        {mode === "test" && <input type="hidden" name="mode" value="test" />}
        <div className="relative min-w-[min(10rem,100%)] max-w-lg flex-1">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3.5 left-3 size-4 text-soft"
          />
          <input
            type="search"
            name="search"
            aria-label={label}
            placeholder={label}
            maxLength={128}
            defaultValue={value}
            className={`${INPUT} pl-9`}
          />
        </div>
        <button type="submit" className={SECONDARY}>
          {submit ?? t("find")}
        </button>
      </form>
    </search>
  );
}
