import { wallClock } from "@/lib/calendar/local-time";
import { type CsvFormat, csvLine } from "@/lib/orders/list/order-csv";
import { toDecimalString } from "@/lib/pricing/money";
import type { LateDelivery, Report } from "@/lib/reports/get-report";
import type { ReportDays } from "@/lib/reports/report";

/** One figure a line, then the late deliveries. */
export function buildReportCsv(
  { failures, hours, total, ...figures }: Report,
  late: readonly LateDelivery[],
  { from, to }: ReportDays,
  timeZone: string,
  { separator, decimal }: CsvFormat,
): string {
  const moment = wallClock(timeZone);
  const toName = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const rows: (readonly string[])[] = [
    ["from", from],
    ["to", to],
    ["time_zone", timeZone],
    ["total", toDecimalString(total).replace(".", decimal)],
    ...Object.entries(figures).map(([name, value]) => [
      typeof value === "number" && /P\d\d$/.test(name) ? `${toName(name)}_seconds` : toName(name),
      value === null ? "" : String(Math.round(value)),
    ]),
    ...failures.map(({ reason, count }) => [`failed_${reason}`, String(count)]),
    ...hours.map(({ hour, delivered, late: lateCount }) => [
      `hour_${hour}_delivered_late`,
      String(delivered),
      String(lateCount),
    ]),
    [],
    ["order_code", "external_order_id", `due_at (${timeZone})`, `delivered_at (${timeZone})`],
    ...late.map(({ orderCode, externalOrderId, dueAt, deliveredAt }) => [
      orderCode,
      externalOrderId,
      moment.format(dueAt),
      moment.format(deliveredAt),
    ]),
  ];
  return `\ufeff${rows.map((row) => csvLine(row, separator)).join("")}`;
}
