import type { Locale } from "@/lib/locale/locale";
import { BYTE_ORDER_MARK, csvFormat, csvLine } from "@/lib/orders/list/order-csv";

export function toCsv(rows: readonly (readonly string[])[], locale: Locale): string {
  const { separator } = csvFormat(locale);
  return BYTE_ORDER_MARK + rows.map((cells) => csvLine(cells, separator)).join("");
}

/** The columns of the imported file with one more, which says why. Can be corrected and imported again. */
export function toRejectedCsv(
  header: readonly string[],
  rows: readonly { readonly cells: readonly string[]; readonly reason: string }[],
  { reason, locale }: { reason: string; locale: Locale },
): string {
  const full = (cells: readonly string[]) => header.map((_, index) => cells[index] ?? "");
  return toCsv([[...header, reason], ...rows.map((row) => [...full(row.cells), row.reason])], locale);
}
