import { useTranslations } from "next-intl";

export function QuoteLife() {
  const t = useTranslations("pricing.quote");
  return (
    <section className="border-t border-line pt-8">
      <h2 className="type-heading">{t("title")}</h2>
      <p className="mt-1 max-w-150 text-soft">{t("text")}</p>
      <ol className="mt-6 grid gap-4 text-sm sm:grid-cols-3 sm:gap-0">
        {(["made", "ordered", "over"] as const).map((point, index) => (
          <li key={point} className="relative sm:pr-6">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 left-0 h-0.5 w-full max-sm:hidden ${index === 2 ? "bg-line" : "bg-fir"}`}
            />
            <span
              aria-hidden="true"
              className={`relative mb-2 block size-3.5 rounded-full ${index === 2 ? "border-2 border-field-line bg-surface" : "bg-fir"}`}
            />
            <b className="font-medium tabular-nums">{["0:00", "0:00–5:00", "5:00"][index]}</b>
            <br />
            <span className="text-soft">{t(point)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
