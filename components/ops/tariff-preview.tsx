import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/order/use-rubles";
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
            <table className="mt-4 w-full tabular-nums">
              <caption className="pb-1 text-left font-medium">{t("largest")}</caption>
              <thead className="text-xs text-soft">
                <tr>
                  <th scope="col" className="py-1.5 text-left font-medium">
                    {t("code")}
                  </th>
                  <th scope="col" className="py-1.5 text-right font-medium">
                    {t("before")}
                  </th>
                  <th scope="col" className="py-1.5 text-right font-medium">
                    {t("after")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {largest.map((order) => (
                  <tr key={order.code} className="border-t border-line">
                    <td className="py-2">
                      <Link href={`/ops/orders/${order.code}`} className={`${LINK} font-mono`}>
                        {order.code}
                      </Link>
                    </td>
                    <td className="py-2 text-right">{rubles(toRubles(order.before))}</td>
                    <td className="py-2 text-right">{rubles(toRubles(order.after))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  );
}
