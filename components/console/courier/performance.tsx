import { ArrowDown, ArrowUp, FileDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DaysForm } from "@/components/billing/days-form";
import { Link } from "@/components/ui/link";
import { SECONDARY, SMALL_INPUT } from "@/components/ui/styles";
import type { Mode } from "@/lib/account-scope";
import {
  FIGURES,
  PERIOD_UNITS,
  type PerformanceRow,
  type PeriodUnit,
  type Sort,
} from "@/lib/billing/performance";
import type { ReportDays } from "@/lib/billing/report";
import { withMode } from "@/lib/http/mode";

interface RangeProps {
  path: string;
  mode: Mode;
  days: ReportDays;
  unit: PeriodUnit;
  courierId?: string;
}

export function PerformanceRange({ path, mode, days, unit, courierId }: RangeProps) {
  const t = useTranslations("performance");
  const reports = useTranslations("reports");
  const courier = courierId === undefined ? "" : `&courier=${courierId}`;
  const file = `/ops/couriers/performance/export?from=${days.from}&to=${days.to}&unit=${unit}${courier}`;
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
      <DaysForm path={path} mode={mode} days={days}>
        <label className="grid gap-1">
          <span className="text-soft">{t("unit")}</span>
          <select key={unit} name="unit" defaultValue={unit} className={SMALL_INPUT}>
            {PERIOD_UNITS.map((one) => (
              <option key={one} value={one}>
                {t(one)}
              </option>
            ))}
          </select>
        </label>
      </DaysForm>
      <a href={withMode(file, mode)} download className={SECONDARY}>
        <FileDown aria-hidden="true" className="size-4" />
        {reports("csv")}
      </a>
    </div>
  );
}

interface Props {
  first: "courier" | PeriodUnit;
  rows: readonly PerformanceRow[];
  total?: PerformanceRow;
  sort?: { readonly now: Sort; readonly link: (sort: string) => string };
  rowLink?: (id: string) => string;
}

const CELL = "py-2.5 pl-4 text-right tabular-nums";

export function PerformanceTable({ first, rows, total, sort, rowLink }: Props) {
  const t = useTranslations("performance");
  const format = useFormatter();
  const show = (row: PerformanceRow, figure: (typeof FIGURES)[number]): string => {
    const value = row[figure];
    // Shifts from before their history was kept are unknown.
    if (value === null || (figure === "hours" && value === 0)) return "—";
    if (figure === "onTime" || figure === "acceptance") return format.number(value, { style: "percent" });
    return format.number(value, { maximumFractionDigits: 1 });
  };
  const name = ({ id, name: text }: PerformanceRow): ReactNode => {
    if (first !== "courier" && id !== "") {
      return format.dateTime(new Date(id), {
        timeZone: "UTC",
        weekday: "short",
        day: "numeric",
        month: "short",
      });
    }
    if (rowLink === undefined || id === "") return text;
    return (
      <Link href={rowLink(id)} className="inline-flex min-h-6 items-center hover:underline">
        {text}
      </Link>
    );
  };
  const head = (key: Sort["key"], label: string) => {
    if (sort === undefined) return label;
    const isSorted = sort.now.key === key;
    const isDescending = isSorted ? !sort.now.isDescending : key !== "name";
    const Arrow = sort.now.isDescending ? ArrowDown : ArrowUp;
    return (
      <Link
        href={sort.link(`${isDescending ? "-" : ""}${key}`)}
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      >
        {label}
        {isSorted && <Arrow aria-hidden="true" className="size-3.5" />}
      </Link>
    );
  };
  const direction = (key: Sort["key"]) =>
    sort?.now.key === key ? (sort.now.isDescending ? "descending" : "ascending") : undefined;
  const line = (row: PerformanceRow, look: string) => (
    <tr key={row.id} className={`border-t border-line ${look}`}>
      <th scope="row" className="sticky left-0 min-w-32 bg-surface py-2.5 text-left font-medium">
        {name(row)}
      </th>
      {FIGURES.map((figure) => (
        <td key={figure} className={CELL}>
          {show(row, figure)}
        </td>
      ))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={t(`columns.${first}`)} className="relative overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-xs text-soft">
          <tr>
            <th
              scope="col"
              aria-sort={direction("name")}
              className="sticky left-0 bg-surface py-1.5 text-left font-medium"
            >
              {head("name", t(`columns.${first}`))}
            </th>
            {FIGURES.map((figure) => (
              <th
                key={figure}
                scope="col"
                aria-sort={direction(figure)}
                className="py-1.5 pl-4 text-right font-medium whitespace-nowrap"
              >
                {head(figure, t(`columns.${figure}`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => line(row, "hover:bg-hover"))}
          {total !== undefined && line(total, "font-semibold")}
        </tbody>
      </table>
    </section>
  );
}
