import { createHash } from "node:crypto";
import { readAddressText, readTypedBuilding } from "@/lib/city/geocoding/address-grammar";
import type { AddressMatch } from "@/lib/city/geocoding/address-match";
import { VALUE_FIELDS, type ValueField } from "@/lib/imports/column";
import {
  type DateOrder,
  readDeliveryTime,
  toDeliveryText,
  toReadyText,
  toWindowTexts,
} from "@/lib/imports/delivery-time";
import { readAmount } from "@/lib/imports/read-amount";
import { isScientific, type RowValues, type Side, toSearchText } from "@/lib/imports/rows";
import { fromLocalTime } from "@/lib/locale/local-time";
import { readNumber, stopBody, stopDraft } from "@/lib/orders/form/draft";
import type { Stop } from "@/lib/orders/order";
import { MAX_DROPOFFS } from "@/lib/routing/trip";
import { toE164 } from "@/lib/to-e164";

export interface ImportSettings {
  /** The pickup of rows without one. */
  readonly pickup: Stop | null;
  readonly phoneCountry: string;
  readonly timeZone: string;
  readonly dateOrder: DateOrder;
}

export type FoundAddress = Omit<AddressMatch, "label">;

export function toFoundAddress({ label, ...place }: AddressMatch): FoundAddress {
  return place;
}

/** By the text of an ambiguous address: the places that have it. */
export type AddressChoices = Readonly<Record<string, readonly AddressMatch[]>>;

/** By the text that was searched for. */
export type FoundAddresses = Readonly<Record<string, FoundAddress>>;

/** A problem of a cell; `row` counts within the rows of an order. */
export interface CellProblem {
  readonly row: number;
  readonly field: ValueField;
  readonly code: string;
}

const SIZES: Readonly<Record<string, string>> = {
  ...{ small: "S", medium: "M", large: "L", с: "S", м: "M", л: "L" },
  ...{ маленький: "S", малый: "S", средний: "M", большой: "L" },
};

const CASH = [
  ...["cash", "cash on delivery", "cash on delivery (cod)", "cod", "наличные", "наличными", "нал"],
  ...["наличные при получении", "наличными при получении", "наличными курьеру", "numerar", "ramburs"],
  ...["numerar la livrare", "dinheiro", "bar", "barzahlung", "nachnahme"],
];
const CARD = [
  ...["card", "card on delivery", "карта", "картой", "безнал", "картой при получении", "картой курьеру"],
  ...["банковской картой при получении", "card la livrare", "cartão", "karte", "kartenzahlung"],
];
const PAYMENTS = new Map<string, string>([
  ...CASH.map((text) => [text, "cash"] as const),
  ...CARD.map((text) => [text, "card"] as const),
]);

/** Fields of the order, of which its rows can have only one value. */
const SHARED: readonly ValueField[] = [
  "delivery_date",
  "delivery_time",
  "ready_at",
  "comment",
  ...VALUE_FIELDS.filter((field) => field.startsWith("pickup_")),
];

/** Builds the unvalidated body of POST /orders from the rows of one order. */
export function toBody(
  rows: readonly RowValues[],
  settings: ImportSettings,
  places: FoundAddresses,
): Record<string, unknown> {
  // More are refused, with any content.
  const dropoffs = rows.slice(0, MAX_DROPOFFS + 1);
  const shared: RowValues = rows.reduceRight((later, earlier) => Object.assign(later, earlier), {});
  const pickup = toPickup(shared, settings, places);
  const area = typeof pickup.address.area === "string" ? pickup.address.area : undefined;
  return {
    external_order_id: shared.order_id ?? toContentId(rows),
    pickup,
    dropoffs: dropoffs.map((values) => ({
      address: toAddress(values, "", places, area),
      contact: toContact(values, "", settings.phoneCountry),
      cargo_size: toChoice(values.cargo_size, SIZES, (text) => text.toUpperCase()),
      payment_amount: readAmount(values.payment_amount ?? "") ?? null,
      payment_type: toPaymentType(values),
      ...toWindow(values, shared.delivery_date, settings),
    })),
    delivery_time: toInstant(toDeliveryText(shared), settings),
    ready_at: toInstant(toReadyText(shared), settings),
    comment: shared.comment ?? null,
  };
}

/** Depends only on the row, so that the same row of another file is the same order. */
function toContentId(rows: readonly RowValues[]): string {
  const values = rows.map((row) =>
    VALUE_FIELDS.flatMap((field) =>
      isLaterField(field) && row[field] === undefined ? [] : [row[field] ?? ""],
    ),
  );
  return `file-${createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 24)}`;
}

/** Left out where it is empty, so that rows imported before it existed are still the same orders. */
const isLaterField = (field: ValueField): boolean =>
  field === "ready_at" || field === "delivery_from" || field === "delivery_to";

/** The window of a row; nothing without one. */
function toWindow(values: RowValues, date: string | undefined, settings: ImportSettings) {
  const texts = toWindowTexts(values, date);
  if (texts === null) return {};
  const toBound = (text: string) => toInstant(text, settings) ?? undefined;
  return { delivery_window: { from: toBound(texts.from), to: toBound(texts.to) } };
}

function toPickup(values: RowValues, { pickup, phoneCountry }: ImportSettings, places: FoundAddresses) {
  const usual = pickup === null ? null : stopBody(stopDraft(pickup));
  const isNamed = ["pickup_address", "pickup_street", "pickup_latitude"].some(
    (field) => values[field as ValueField] !== undefined,
  );
  const address = isNamed || usual === null ? toAddress(values, "pickup_", places, undefined) : usual.address;
  const hasContact = values.pickup_phone !== undefined || usual === null;
  const contact = hasContact ? toContact(values, "pickup_", phoneCountry) : usual.contact;
  return { address, contact };
}

function toAddress(values: RowValues, side: Side, places: FoundAddresses, defaultArea: string | undefined) {
  const own = (name: string): string | undefined => values[`${side}${name}` as ValueField];
  const text = own("street") === undefined ? readAddressText(own("address") ?? "") : null;
  const place = places[toSearchText(values, side)];
  const typed = text?.query ?? "";
  const number = readTypedBuilding(typed, place?.street);
  const street = own("street") ?? (place?.street || withoutBuilding(typed, number));
  const door = (name: "apartment" | "entrance" | "floor") =>
    readNumber(own(name) ?? text?.[name] ?? "") ?? null;
  const instructions = [own("instructions"), text?.instructions].filter(Boolean).join(", ");
  return {
    latitude: place?.latitude ?? readNumber(own("latitude") ?? ""),
    longitude: place?.longitude ?? readNumber(own("longitude") ?? ""),
    area: own("area") ?? (place?.area || defaultArea),
    street,
    building: own("building") ?? (place?.building || number),
    apartment: door("apartment"),
    entrance: door("entrance"),
    floor: door("floor"),
    intercom: (own("intercom") ?? text?.intercom) || null,
    instructions: instructions || null,
  };
}

/** The street of an address that the search has not found: the part with the house number. */
function withoutBuilding(address: string, building: string): string {
  const parts = address.split(",").map((part) => part.trim());
  const at = parts.findIndex((part) => building !== "" && part.split(" ").includes(building));
  const words = (parts[at] ?? parts[0] ?? "").split(" ").filter((word) => word !== building);
  return words.length > 0 ? words.join(" ") : (parts[Math.max(0, at - 1)] ?? "");
}

function toContact(values: RowValues, side: Side, phoneCountry: string) {
  const value = values[`${side}phone`];
  const name = values[`${side}name`] ?? null;
  if (value?.startsWith("@")) return { value, name, type: "telegram" };
  return { value: value && (toE164(value, phoneCountry) ?? value), name, type: "phone" };
}

/** Shop systems name how an order was paid online, which is of no concern where the courier collects nothing. */
function toPaymentType({ payment_type: text, payment_amount: amount }: RowValues): string | undefined {
  const word = text?.toLowerCase();
  const known = word === undefined ? undefined : PAYMENTS.get(word);
  const isPaid = (readAmount(amount ?? "") ?? 0) === 0;
  return known ?? (isPaid ? undefined : word);
}

function toChoice(
  text: string | undefined,
  names: Readonly<Record<string, string>>,
  fallback: (text: string) => string,
): string | undefined {
  return text === undefined ? undefined : (names[text.toLowerCase()] ?? fallback(text.toLowerCase()));
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;
/** RFC 3339 of a date and time in the account's time zone. Text that is neither is rejected later. */
function toInstant(text: string, { timeZone, dateOrder }: ImportSettings): string | null {
  if (text === "") return null;
  if (INSTANT.test(text)) return text.replace(" ", "T");
  const read = readDeliveryTime(text, dateOrder);
  const at = read?.time == null ? null : fromLocalTime(`${read.date}T${read.time}`, timeZone);
  return at?.toISOString() ?? text;
}

/** Numbers of which a spreadsheet keeps only the first digits in scientific form. */
const NUMBERS: readonly ValueField[] = ["order_id", "phone", "pickup_phone"];

/** House numbers such as 8/1 and 8-1, which spreadsheets turn into dates. */
const HOUSES: readonly ValueField[] = ["building", "pickup_building"];
const DATE =
  /^\d{4}-\d\d-\d\d|^\d\d?[./]\d\d?[./]\d{4}$|^(\d\d?)?[-. ]*(jan|feb|mar|apr|ma[iy]|ju[nl]|aug|sep|o[ck]t|nov|de[cz]|ian|iu[nl]|noi|янв|фев|мар|апр|ма[йя]|ию[нл]|авг|сен|окт|ноя|дек)\p{L}*[-. ]*\d*$/iu;

/**
 * Problems that the body no longer shows: shortened or undialable numbers, houses that became dates, and rows that
 * contradict each other.
 */
export function findRowProblems(rows: readonly RowValues[], phoneCountry: string): CellProblem[] {
  const shortened = NUMBERS.flatMap((field) =>
    rows.flatMap((values, row) =>
      isScientific(values[field] ?? "") ? [{ row, field, code: "scientific" }] : [],
    ),
  );
  const dates = HOUSES.flatMap((field) =>
    rows.flatMap((values, row) => (DATE.test(values[field] ?? "") ? [{ row, field, code: "date" }] : [])),
  );
  const undialable = (["phone", "pickup_phone"] as const).flatMap((field) =>
    rows.flatMap((values, row) => {
      const value = values[field];
      const isFine = value === undefined || value.startsWith("@") || toE164(value, phoneCountry) !== null;
      return isFine ? [] : [{ row, field, code: "phone" }];
    }),
  );
  const contradictions = SHARED.flatMap((field) => {
    const known = rows.map((values) => values[field]).filter((value) => value !== undefined);
    return rows.flatMap((values, row) =>
      values[field] === undefined || values[field] === known[0] ? [] : [{ row, field, code: "differs" }],
    );
  });
  return [...shortened, ...dates, ...undialable, ...contradictions];
}

/** The cell of a field of the API, such as `dropoffs.1.address.street`. */
export function toCell(path: string, rows: readonly RowValues[]): Omit<CellProblem, "code"> {
  const [stop, index] = path.split(".");
  const name = path.split(".").at(-1) ?? "";
  const row = stop === "dropoffs" && index !== undefined ? Number(index) : 0;
  const values = rows[row] ?? {};
  const [, bound] = /\.delivery_window(?:\.(from|to))?$/.exec(path) ?? [];
  if (bound !== undefined || name === "delivery_window") {
    const own = bound === "from" ? "delivery_from" : "delivery_to";
    return {
      row,
      field: values.delivery_from === undefined && values.delivery_to === undefined ? "delivery_time" : own,
    };
  }
  if (path === "delivery_time" && values.delivery_time === undefined) return { row, field: "delivery_date" };
  const side: Side = stop === "pickup" ? "pickup_" : "";
  const field = VALUE_FIELDS.find((one) => one === `${side}${name === "value" ? "phone" : name}`);
  if (path.includes(".address.") && (field === undefined || values[field] === undefined)) {
    // The part of an address in one cell, or a point that the search has found.
    return { row, field: values[`${side}street`] === undefined ? `${side}address` : `${side}street` };
  }
  return { row, field: field ?? "order_id" };
}
