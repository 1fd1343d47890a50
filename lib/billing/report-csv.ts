import type { LateDelivery, ReportRange } from "@/lib/billing/get-report";
import type { Report } from "@/lib/billing/report-counts";
import { MINUTE_MS } from "@/lib/duration";
import { wallClock } from "@/lib/locale/local-time";
import { BYTE_ORDER_MARK, type CsvFormat, csvLine } from "@/lib/orders/list/order-csv";
import { toDecimalString } from "@/lib/pricing/money";

/** One figure a line, then the heading of the late deliveries. */
export function buildReportCsv(
  { failures, hours, total, ...figures }: Report,
  { days: { from, to }, timeZone }: ReportRange,
  { separator, decimal }: CsvFormat,
): string {
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
    ...hours.map(({ hour, delivered, late }) => [
      `hour_${hour}_delivered_late`,
      String(delivered),
      String(late),
    ]),
    [],
    ["order_code", "external_order_id", `due_at (${timeZone})`, `delivered_at (${timeZone})`, "minutes_late"],
  ];
  return BYTE_ORDER_MARK + rows.map((row) => csvLine(row, separator)).join("");
}

export function toLateLines(
  late: readonly LateDelivery[],
  timeZone: string,
  { separator }: CsvFormat,
): string {
  const moment = wallClock(timeZone);
  return late
    .map(({ orderCode, externalOrderId, dueAt, deliveredAt }) =>
      csvLine(
        [
          orderCode,
          externalOrderId,
          moment.format(dueAt),
          moment.format(deliveredAt),
          String(Math.ceil((deliveredAt.getTime() - dueAt.getTime()) / MINUTE_MS)),
        ],
        separator,
      ),
    )
    .join("");
}
