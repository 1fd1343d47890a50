import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatMonth } from "@/components/billing/format-month";
import { formatRubles } from "@/components/tracking/format";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { LINK } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import type { StatementLine } from "@/lib/billing/statement";
import { formatBand } from "@/lib/billing/statement-csv";
import { withMode } from "@/lib/http/mode";
import { CHARGE_TYPES, sumCharges } from "@/lib/orders/charge";
import { type Kopecks, toRubles } from "@/lib/pricing/money";
import type { Tariff } from "@/lib/pricing/tariff";

interface Props {
  lines: readonly StatementLine[];
  tariffs: ReadonlyMap<number, Tariff>;
  mode: Mode;
}

const CELL = "px-2 py-2 align-top first:pl-0 last:pr-0";
const NUMBER = `${CELL} text-right whitespace-nowrap tabular-nums`;

/** The total comes early, so that a phone shows it without scrolling. */
const COLUMNS = [
  ["order", CELL],
  ["total", NUMBER],
  ["ended", CELL],
  ["way", CELL],
  ["price", NUMBER],
  ["charges", NUMBER],
  ["buyout", NUMBER],
] as const;

export function StatementLines({ lines, tariffs, mode }: Props) {
  const t = useTranslations("statements");
  const format = useFormatter();
  const locale = useLocale();
  const inRubles = (amount: Kopecks) => formatRubles(toRubles(amount), locale, true);
  const rubles = (amount: Kopecks) => (amount === 0 ? "—" : inRubles(amount));
  return (
    <div className="overflow-x-auto print:overflow-visible">
      <table className="w-full text-sm print:text-xs">
        <thead className="border-b border-line text-left text-xs text-soft">
          <tr>
            {COLUMNS.map(([name, cell]) => (
              <th key={name} scope="col" className={`${cell} font-normal`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line) => (
            <tr key={line.orderCode} className="break-inside-avoid">
              <th scope="row" className={`${CELL} text-left font-normal`}>
                <Link
                  href={withMode(`/dashboard/orders/${line.orderCode}`, mode)}
                  className={`${LINK} whitespace-nowrap`}
                >
                  {line.orderCode}
                </Link>
                <span className="block text-xs break-all text-soft">{line.externalOrderId}</span>
                {line.isCorrection && (
                  <span className="block text-xs text-late">
                    {line.corrects === null
                      ? t("late")
                      : t("correction", { month: formatMonth(line.corrects, locale) })}
                  </span>
                )}
              </th>
              <td className={`${NUMBER} font-medium`}>{inRubles(line.total)}</td>
              <td className={`${CELL} whitespace-nowrap`}>
                <DateTime at={line.endedAt.toISOString()} />
              </td>
              <td className={`${CELL} text-xs text-soft`}>
                {line.legs.map((leg, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: legs of an ended order keep their places
                  <span key={index} className="block whitespace-nowrap">
                    {t("leg", {
                      km: format.number(leg.distanceMeters / 1000, { maximumFractionDigits: 2 }),
                      band: formatBand(tariffs.get(line.tariffId), leg.distanceMeters),
                      size: leg.cargoSize,
                    })}
                  </span>
                ))}
                <span className="block">{t("tariff", { version: line.tariffId })}</span>
              </td>
              <td className={NUMBER}>{rubles(line.price)}</td>
              <td className={NUMBER}>
                {rubles(sumCharges(CHARGE_TYPES.map((type) => ({ amount: line[type] }))))}
              </td>
              <td className={NUMBER}>{rubles(line.buyout)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
