import { getBand } from "@/lib/billing/resource";
import type { StatementLine } from "@/lib/billing/statement";
import { wallClock } from "@/lib/locale/local-time";
import { type CsvFormat, csvLine } from "@/lib/orders/list/order-csv";
import { toDecimalString } from "@/lib/pricing/money";
import type { Tariff } from "@/lib/pricing/tariff";

export const AMOUNT_COLUMNS = [
  "price",
  "cancellation",
  "waiting",
  "return",
  "adjustment",
  "total",
  "buyout",
] as const;

export const STATEMENT_COLUMNS = [
  "type",
  "corrects",
  "order_code",
  "external_order_id",
  "status",
  "ended_at",
  ...AMOUNT_COLUMNS,
  "tariff",
  "leg_distances",
  "leg_bands_km",
  "leg_cargo_sizes",
  "leg_prices",
  "return_distance",
] as const;

/** Such as 3–5 or 25+, in kilometers. */
export function formatBand(tariff: Tariff | undefined, meters: number): string {
  const { min_km, max_km } = getBand(tariff, meters);
  return max_km === null ? `${min_km}+` : `${min_km}–${max_km}`;
}

/** The cells of a line; those of several legs are separated by " + ". */
export function toCells(
  line: StatementLine,
  timeZone: string,
  tariff: Tariff | undefined,
): Record<(typeof STATEMENT_COLUMNS)[number], string> {
  const moment = wallClock(timeZone);
  const legs = (read: (leg: StatementLine["legs"][number]) => string) => line.legs.map(read).join(" + ");
  const amounts = Object.fromEntries(AMOUNT_COLUMNS.map((name) => [name, toDecimalString(line[name])]));
  return {
    type: line.isCorrection ? "correction" : "order",
    corrects: line.corrects ?? "",
    order_code: line.orderCode,
    external_order_id: line.externalOrderId,
    status: line.status,
    ended_at: moment.format(line.endedAt),
    ...(amounts as Record<(typeof AMOUNT_COLUMNS)[number], string>),
    tariff: String(line.tariffId),
    leg_distances: legs(({ distanceMeters }) => String(distanceMeters)),
    leg_bands_km: legs(({ distanceMeters }) => formatBand(tariff, distanceMeters)),
    leg_cargo_sizes: legs(({ cargoSize }) => cargoSize),
    leg_prices: legs(({ price }) => toDecimalString(price)),
    return_distance: line.returnMeters === null ? "" : String(line.returnMeters),
  };
}

export function statementCsvHead(timeZone: string, { separator }: CsvFormat): string {
  const names = STATEMENT_COLUMNS.map((name) => (name === "ended_at" ? `ended_at (${timeZone})` : name));
  return csvLine(names, separator);
}

export function statementCsvLines(
  lines: readonly StatementLine[],
  timeZone: string,
  tariffs: ReadonlyMap<number, Tariff>,
  { separator, decimal }: CsvFormat,
): string {
  return lines
    .map((line) => {
      const cells = toCells(line, timeZone, tariffs.get(line.tariffId));
      for (const name of AMOUNT_COLUMNS) cells[name] = cells[name].replace(".", decimal);
      return csvLine(Object.values(cells), separator);
    })
    .join("");
}
