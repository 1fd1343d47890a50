import { useFormatter, useTranslations } from "next-intl";
import { useRubles } from "@/components/orders/detail/use-rubles";
import { toRubles } from "@/lib/pricing/money";
import { type Band, getBands, type Tariff } from "@/lib/pricing/tariff";

export function TariffTables({ tariff }: { tariff: Tariff }) {
  const t = useTranslations("pricing");
  return (
    <div className="grid content-start gap-10">
      <section>
        <h2 className="type-heading">{t("table.title")}</h2>
        <table className="mt-3 w-full text-sm">
          <thead className="text-left text-xs text-soft">
            <tr>
              <th scope="col" className="py-2 font-normal">
                {t("table.way")}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {t("table.price")}
              </th>
            </tr>
          </thead>
          <tbody>
            {getBands(tariff).map((band) => (
              <BandRow key={band.minMeters} band={band} />
            ))}
          </tbody>
        </table>
      </section>
      <Fees tariff={tariff} />
    </div>
  );
}

function BandRow({ band: { minMeters, maxMeters, price, perKmOver } }: { band: Band }) {
  const t = useTranslations("pricing.table");
  const format = useFormatter();
  const rubles = useRubles();
  const from = format.number(minMeters / 1000);
  const to = maxMeters === null ? "" : format.number(maxMeters / 1000);
  const way =
    maxMeters === null
      ? t("over", { from })
      : minMeters === 0
        ? t("under", { to })
        : t("between", { from, to });
  const flat = rubles(toRubles(price));
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2.5 text-left font-medium">
        {way}
      </th>
      <td className={`py-2.5 text-right ${perKmOver === null ? "tabular-nums" : ""}`}>
        {perKmOver === null ? flat : t("per_km", { price: flat, more: rubles(toRubles(perKmOver)), from })}
      </td>
    </tr>
  );
}

function Fees({ tariff }: { tariff: Tariff }) {
  const t = useTranslations("pricing.fees");
  const rubles = useRubles();
  const orFree = (amount: number, text: string) => (amount === 0 ? t("free") : text);
  const amount = (fee: Tariff["basePrice"]) => orFree(fee, rubles(toRubles(fee)));
  const { waitingPerMinute, waitingFreeMinutes, returnPercent } = tariff;
  const waiting = t("waiting_text", {
    minutes: waitingFreeMinutes,
    price: rubles(toRubles(waitingPerMinute)),
  });
  const rows = [
    [t("cancel_assigned"), amount(tariff.cancellationFeeAssigned)],
    [t("cancel_arrived"), amount(tariff.cancellationFeeArrived)],
    [t("waiting"), orFree(waitingPerMinute, waiting)],
    [t("return"), orFree(returnPercent, t("return_text", { percent: returnPercent }))],
  ] as const;
  return (
    <section>
      <h2 className="type-heading">{t("title")}</h2>
      <dl className="mt-3 text-sm">
        {rows.map(([name, what]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2.5">
            <dt>{name}</dt>
            <dd className="text-right text-soft">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
