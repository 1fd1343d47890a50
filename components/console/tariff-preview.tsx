import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import type { TariffPreview as Preview } from "@/lib/orders/preview-tariff";
import { toRubles } from "@/lib/pricing/money";

export function TariffPreview({ preview }: { preview: Preview }) {
  const t = useTranslations("performance.preview");
  const format = useFormatter();
  const rubles = useRubles();
  const { count, isBounded, before, after, dearer, cheaper, largest } = preview;
  const change =
    before === 0
      ? "—"
      : format.number((after - before) / before, {
          ...{ style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" },
        });
  const facts = [
    [t("before"), rubles(toRubles(before))],
    [t("after"), rubles(toRubles(after))],
    [t("change"), change],
    [t("dearer"), format.number(dearer)],
    [t("cheaper"), format.number(cheaper)],
    [t("same"), format.number(count - dearer - cheaper)],
  ] as const;
  return (
    <section aria-labelledby="preview" className="mt-6 border-t border-line pt-5 text-sm">
      <h3 id="preview" className="type-heading">
        {t("heading")}
      </h3>
      {count === 0 ? (
        <p className="mt-1 text-soft">{t("none")}</p>
      ) : (
        <>
          <p className="mt-1 text-soft">
            {t("note", { count })} {isBounded && t("bounded", { count: format.number(count) })}
          </p>
          <dl className="mt-4 grid grid-cols-3 gap-x-4 gap-y-3">
            {facts.map(([term, value]) => (
              <div key={term} className="min-w-0">
                <dt className="text-xs text-soft">{term}</dt>
                <dd className="text-base font-semibold [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
          {largest.length > 0 && (
            <>
              <h4 className="mt-5 mb-1 font-medium">{t("largest")}</h4>
              <ul className="divide-y divide-line">
                {largest.map((order) => (
                  <li key={order.code} className="flex justify-between gap-4 py-2 tabular-nums">
                    <Link href={`/ops/orders/${order.code}`} className={`${LINK} font-mono`}>
                      {order.code}
                    </Link>
                    <span>
                      {rubles(toRubles(order.before))} → {rubles(toRubles(order.after))}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  );
}
