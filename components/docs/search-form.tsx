import { useTranslations } from "next-intl";
import { INPUT, PRIMARY } from "@/components/ui/styles";

export function SearchForm({ typed }: { typed: string }) {
  const t = useTranslations("docs.search");
  return (
    <form action="/docs/search" className="mt-6 flex gap-2">
      <input name="q" type="search" aria-label={t("field")} defaultValue={typed} className={INPUT} />
      <button type="submit" className={PRIMARY}>
        {t("submit")}
      </button>
    </form>
  );
}
