import { TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { SubmitButton } from "@/components/ui/form";
import { CONFIRM_DANGER, PRIMARY } from "@/components/ui/styles";
import type { TARIFF_UNITS } from "@/lib/pricing/schema";
import type { TariffReview as Review, ValueChange } from "@/lib/pricing/tariff-review";

interface Props {
  review: Review;
  units: typeof TARIFF_UNITS;
}

/** Old and new values, and the button that puts them into force. Belongs inside the tariff form. */
export function TariffReview({ review: { changes, examples, reviewed }, units }: Props) {
  const t = useTranslations("ops.tariff.review");
  const tariff = useTranslations("ops.tariff");
  const format = useFormatter();
  const rubles = useRubles();
  if (changes.length === 0) return <p className="mt-6 border-t border-line pt-5 text-sm">{t("same")}</p>;
  const isLarge = [...changes, ...examples].some((one) => one.isLarge);
  return (
    <section aria-labelledby="review" className="mt-6 border-t border-line pt-5 text-sm">
      <h3 id="review" className="type-heading">
        {t("heading")}
      </h3>
      {isLarge && (
        <p className="mt-2 flex items-start gap-2 font-medium text-bad">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t("large")}
        </p>
      )}
      <Comparison
        caption={t("values")}
        rows={changes.map(({ field, ...change }) => {
          const unit = tariff(`units.${units[field]}`);
          const show = (value: number) => `${format.number(value, { maximumFractionDigits: 3 })} ${unit}`;
          return { key: field, label: tariff(`fields.${field}`), show, change };
        })}
      />
      <Comparison
        caption={t("examples")}
        rows={examples.map(({ km, ...change }) => {
          return { key: String(km), label: t("trip", { km: format.number(km) }), show: rubles, change };
        })}
      />
      <p className="mt-4 mb-3 text-soft">{t("question")}</p>
      <input type="hidden" name="reviewed" value={reviewed} />
      <SubmitButton act="save" look={isLarge ? CONFIRM_DANGER : PRIMARY}>
        {t(isLarge ? "confirm_large" : "confirm")}
      </SubmitButton>
    </section>
  );
}

interface ComparisonRow {
  readonly key: string;
  readonly label: string;
  readonly show: (value: number) => string;
  readonly change: ValueChange;
}

function Comparison({ caption, rows }: { caption: string; rows: readonly ComparisonRow[] }) {
  const t = useTranslations("ops.tariff.review");
  const format = useFormatter();
  return (
    <table className="mt-4 w-full tabular-nums">
      <caption className="pb-1 text-left text-xs text-soft">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("value")}</th>
          <th scope="col">{t("change")}</th>
          <th scope="col">{t("share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, show, change }) => (
          <tr key={key} className={`border-t border-line ${change.isLarge ? "font-semibold text-bad" : ""}`}>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {label}
            </th>
            <td className="py-2 text-right">
              {show(change.before)} → {show(change.after)}
            </td>
            <td className="w-16 py-2 pl-3 text-right">
              {change.share === null
                ? ""
                : format.number(change.share, {
                    ...{ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" },
                  })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
