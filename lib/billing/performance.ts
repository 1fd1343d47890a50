import type { ReportDays } from "@/lib/billing/report";
import { nextDate } from "@/lib/locale/day";

/** The page reads the orders of these days. */
export const MAX_PERFORMANCE_DAYS = 92;

export const PERIOD_UNITS = ["day", "week"] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** Sums that figures are computed from. */
export interface Performance {
  readonly shiftSeconds: number;
  readonly delivered: number;
  readonly onTime: number;
  readonly accepted: number;
  readonly refused: number;
  /** Road distance of the delivered orders. */
  readonly meters: number;
}

export interface CourierPeriod extends Performance {
  readonly courierId: string;
  readonly name: string;
  /** Its first local day. */
  readonly from: string;
}

/** Weeks begin on Monday; the first period begins with the days. */
export function listPeriodStarts({ from, to }: ReportDays, unit: PeriodUnit): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = nextDate(date)) {
    if (unit === "day" || date === from || new Date(date).getUTCDay() === 1) dates.push(date);
  }
  return dates;
}

/** A shift that has just begun has no rate. */
const MIN_HOURS = 0.25;

const divide = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export type Figures = ReturnType<typeof sumFigures>;

/** Shares and rates are null if their base is 0. */
export function sumFigures(rows: readonly Performance[]) {
  const sum = (value: (row: Performance) => number) => rows.reduce((total, row) => total + value(row), 0);
  const hours = sum(({ shiftSeconds }) => shiftSeconds) / 3_600;
  const delivered = sum((row) => row.delivered);
  const accepted = sum((row) => row.accepted);
  return {
    hours,
    delivered,
    perHour: hours < MIN_HOURS ? null : delivered / hours,
    onTime: divide(
      sum((row) => row.onTime),
      delivered,
    ),
    acceptance: divide(accepted, accepted + sum(({ refused }) => refused)),
    km: sum(({ meters }) => meters) / 1_000,
  };
}

export const FIGURES = ["hours", "delivered", "perHour", "onTime", "acceptance", "km"] as const;

export interface PerformanceRow extends Figures {
  readonly id: string;
  readonly name: string;
}

export const toRow = (id: string, name: string, sums: Performance): PerformanceRow => ({
  id,
  name,
  ...sumFigures([sums]),
});

export type SortKey = (typeof FIGURES)[number] | "name";
export interface Sort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

/** Reads `delivered`, or `-delivered` for descending. */
export function readSort(text: string): Sort {
  const name = text.replace(/^-/, "");
  const key = [...FIGURES, "name" as const].find((one) => one === name);
  return key === undefined
    ? { key: "delivered", isDescending: true }
    : { key, isDescending: text.startsWith("-") };
}

/** Rows without the figure come last. */
export function sortRows(rows: readonly PerformanceRow[], { key, isDescending }: Sort): PerformanceRow[] {
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [first, second] = [a[key], b[key]];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const order = typeof first === "string" ? first.localeCompare(String(second)) : first - Number(second);
    return direction * order || a.name.localeCompare(b.name);
  });
}
