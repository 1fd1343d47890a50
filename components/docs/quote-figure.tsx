import { useTranslations } from "next-intl";

export function QuoteFigure() {
  const t = useTranslations("docs.figure");
  return (
    <figure className="mt-6 max-w-2xl" aria-label={t("quote_label")}>
      <p className="sr-only">{t("quote")}</p>
      <div aria-hidden="true">
        <div className="flex gap-1">
          <div className="h-2 flex-[2] rounded-full bg-fir" />
          <div className="h-2 flex-1 rounded-full bg-fill" />
        </div>
        <div className="mt-3 flex gap-1 text-sm">
          <div className="flex-[2]">
            <p className="font-medium">0:00 · {t("quote_issued")}</p>
            <p className="text-soft">{t("quote_holds")}</p>
          </div>
          <div className="flex-1">
            <p className="font-medium">5:00 · {t("quote_ends")}</p>
            <p className="text-soft">{t("quote_after")}</p>
          </div>
        </div>
      </div>
    </figure>
  );
}
