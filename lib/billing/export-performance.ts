import { type CourierPeriod, sumFigures } from "@/lib/billing/performance";
import { BYTE_ORDER_MARK, type CsvFormat, csvLine } from "@/lib/orders/list/order-csv";

const HEAD =
  "from courier_id courier shift_hours delivered delivered_per_hour on_time on_time_share accepted refused acceptance_share distance_km";

/** Streams one line per courier and period; shares are from 0 to 1, empty without orders or offers. */
export async function* exportPerformance(
  batches: AsyncIterable<readonly CourierPeriod[]> | Iterable<readonly CourierPeriod[]>,
  format: CsvFormat,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEAD.split(" "), format.separator);
  for await (const periods of batches) yield toLines(periods, format);
}

function toLines(periods: readonly CourierPeriod[], { separator, decimal }: CsvFormat): string {
  const number = (value: number | null, digits = 2) =>
    value === null ? "" : value.toFixed(digits).replace(".", decimal);
  const lines = periods.map((period) => {
    const { hours, perHour, onTime, acceptance, km } = sumFigures([period]);
    const { from, courierId, name, delivered, accepted, refused } = period;
    return [
      ...[from, courierId, name, number(hours), String(delivered), number(perHour)],
      ...[String(period.onTime), number(onTime, 3), String(accepted), String(refused)],
      ...[number(acceptance, 3), number(km)],
    ];
  });
  return lines.map((line) => csvLine(line, separator)).join("");
}
