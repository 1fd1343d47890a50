import { wallClock } from "@/lib/locale/local-time";
import type { Locale } from "@/lib/locale/locale";
import { CHARGE_TYPES } from "@/lib/orders/charge";
import type { ExportedRow, ExportedStop } from "@/lib/orders/list/store";
import { isEmptyMetadata } from "@/lib/orders/metadata";

export interface CsvFormat {
  readonly separator: "," | ";";
  readonly decimal: "." | ",";
}

/** Returns the format that spreadsheets in this language open directly. */
export function csvFormat(locale: Locale): CsvFormat {
  return locale === "ru" ? { separator: ";", decimal: "," } : { separator: ",", decimal: "." };
}

const AMOUNT = /^-?\d+[.,]\d{2}$/;

export const BYTE_ORDER_MARK = "\ufeff";

export function csvHead(timeZone: string, { separator }: CsvFormat): string {
  const names = [
    "order_code",
    "external_order_id",
    "status",
    `created_at (${timeZone})`,
    `delivered_at (${timeZone})`,
    "price",
    ...CHARGE_TYPES.map((type) => `${type}_charge`),
    "total",
    "courier",
    "pickup_address",
    "pickup_contact",
    "dropoff_addresses",
    "dropoff_contacts",
    "metadata",
    "dropoff_metadata",
    `delivery_windows (${timeZone})`,
  ];
  return BYTE_ORDER_MARK + csvLine(names, separator);
}

/** Several dropoffs share a cell, one line each. */
export function csvLines(
  orders: readonly ExportedRow[],
  timeZone: string,
  { separator, decimal }: CsvFormat,
): string {
  const amount = (text: string | null | undefined) => text?.replace(".", decimal) ?? "";
  const moment = wallClock(timeZone);
  const lines = orders.map((order) =>
    csvLine(
      [
        order.code,
        order.externalOrderId,
        order.status,
        moment.format(order.createdAt),
        order.deliveredAt === null ? "" : moment.format(order.deliveredAt),
        amount(order.price),
        ...CHARGE_TYPES.map((type) => amount(order.charges[type])),
        amount(order.total),
        order.courierName ?? "",
        formatAddress(order.pickup),
        formatContact(order.pickup),
        order.dropoffs.map(formatAddress).join("\n"),
        order.dropoffs.map(formatContact).join("\n"),
        formatMetadata(order),
        order.dropoffs.some(hasMetadata) ? order.dropoffs.map(formatMetadata).join("\n") : "",
        order.dropoffs.some(hasWindow)
          ? order.dropoffs.map((stop) => formatWindow(stop, moment)).join("\n")
          : "",
      ],
      separator,
    ),
  );
  return lines.join("");
}

const hasWindow = ({ windowFrom }: ExportedStop): boolean => windowFrom !== null;

function formatWindow({ windowFrom, windowTo }: ExportedStop, moment: Intl.DateTimeFormat): string {
  return windowFrom === null || windowTo === null
    ? ""
    : `${moment.format(windowFrom)} - ${moment.format(windowTo)}`;
}

function formatAddress({ area, street, building, apartment }: ExportedStop): string {
  return [area, street, building, ...(apartment === null ? [] : [String(apartment)])].join(", ");
}

function formatContact({ contactName, contact }: ExportedStop): string {
  return contactName === null ? contact : `${contactName}, ${contact}`;
}

const hasMetadata = ({ metadata }: Pick<ExportedRow, "metadata">): boolean => !isEmptyMetadata(metadata);

function formatMetadata(one: Pick<ExportedRow, "metadata">): string {
  return hasMetadata(one) ? JSON.stringify(one.metadata) : "";
}

export function csvLine(cells: readonly string[], separator: string): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

/** Escapes a cell (RFC 4180) and prefixes formula lines with an apostrophe; amounts stay numbers. */
export function csvCell(text: string): string {
  if (AMOUNT.test(text)) return text.includes(",") ? `"${text}"` : text;
  const harmless = text.replace(/^[=+\-@\t\r]/gm, "'$&");
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
