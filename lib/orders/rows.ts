import { orderStops, orders } from "@/lib/db/generated/columns";
import { enumColumn, json, pick, type RowOf, toColumn } from "@/lib/db/row";
import { windowFromRow } from "@/lib/orders/delivery-window";
import { storedMetadata } from "@/lib/orders/metadata";
import type { OrderRequest, Pickup, Stop } from "@/lib/orders/order";
import { type SearchSubject, searchWords } from "@/lib/orders/search";
import {
  ADDRESS_FIELDS,
  type CamelCase,
  CONTACT_FIELDS,
  CONTACT_PREFIX,
  camelCase,
  DROPOFF_FIELDS,
  type FieldValues,
  isAmount,
  PROOF_FIELDS,
  PROOF_PREFIX,
  readValues,
  type StopField,
  type StopFields,
  type Value,
  writeValues,
} from "@/lib/orders/stop-fields";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { fromRubles, type Kopecks, toDecimalString } from "@/lib/pricing/money";
import { type PricedLeg, type PricedTrip, parseReturnTrip, sumLegs } from "@/lib/pricing/price-trip";
import { ROUTING_SOURCES } from "@/lib/routing/router";

export const DETAILS_ROW = {
  ...pick(
    orders,
    "cargoSize routingMode paymentType paymentAmount deliveryTime readyAt deliveryMode comment ifUndeliverable quoteId tariffId returnPrice returnDistanceMeters returnDurationSeconds notify locale",
  ),
  routing: enumColumn(ROUTING_SOURCES).orNull,
  metadata: json(storedMetadata),
};

type FieldColumns<Fields extends StopFields, Prefix extends string> = Pick<
  typeof orderStops,
  CamelCase<`${Prefix}${keyof Fields & string}`> & keyof typeof orderStops
>;

function pickFields<Fields extends StopFields, Prefix extends string>(fields: Fields, prefix: Prefix) {
  const names = new Set(Object.keys(fields).map((name) => camelCase(prefix + name)));
  const columns = Object.entries(orderStops).filter(([name]) => names.has(name));
  return Object.fromEntries(columns) as FieldColumns<Fields, Prefix>;
}

export const ADDRESS_AND_CONTACT_ROW = {
  ...pickFields(ADDRESS_FIELDS, ""),
  ...pickFields(CONTACT_FIELDS, CONTACT_PREFIX),
};

/** Columns of order_stops with an order's details and price. The leg ends at the stop; the pickup has none. */
export const STOP_ROW = {
  ...ADDRESS_AND_CONTACT_ROW,
  ...pickFields(PROOF_FIELDS, PROOF_PREFIX),
  ...pickFields(DROPOFF_FIELDS, ""),
  ...pick(orderStops, "windowFrom windowTo distanceMeters durationSeconds price geometry"),
  metadata: json(storedMetadata),
};

type StopRow = RowOf<typeof STOP_ROW>;

/** Columns that `stopsToJson` contains. */
export const WRITTEN_COLUMNS: readonly string[] = [
  ...Object.keys(STOP_ROW).map(toColumn),
  "position",
  "search_words",
  "tracking_token",
];

export interface PricedRequest {
  readonly details: OrderRequest;
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
}

/** Returns the priced legs' geometries by dropoff, as `routeLegs` takes them. */
export function routedDropoffs({ details, trip }: Pick<PricedRequest, "details" | "trip">) {
  return details.dropoffs.map(({ address: { latitude, longitude } }, index) => {
    const { geometry = null, durationSeconds = null } = trip.legs[index] ?? {};
    return { latitude, longitude, geometry, durationSeconds };
  });
}

/** Null without a link. */
export interface StopTokens {
  readonly order: string | null;
  /** Indexed by dropoff. */
  readonly dropoffs: readonly (string | null)[];
}

/** The pickup has the defaults of a dropoff's fields. */
const DROPOFF_DEFAULTS = Object.fromEntries(
  Object.entries(DROPOFF_FIELDS).map(([name, field]) => [name, field.default]),
);

/** Serializes stops as columns of order_stops. Amounts are decimal text, never floats. */
export function stopsToJson(
  name: SearchSubject,
  { details, trip }: Pick<PricedRequest, "details" | "trip">,
  tokens: StopTokens,
): string {
  const pickup = {
    ...stopCells(details.pickup),
    ...DROPOFF_DEFAULTS,
    metadata: {},
    position: 0,
    search_words: searchWords(name, details),
  };
  const dropoffs = details.dropoffs.map((dropoff, index) => {
    const leg = trip.legs[index];
    if (leg === undefined) throw new Error("priced trip lacks the leg of a dropoff");
    return {
      ...stopCells(dropoff),
      ...toCells(DROPOFF_FIELDS, dropoff),
      window_from: dropoff.deliveryWindow?.from ?? null,
      window_to: dropoff.deliveryWindow?.to ?? null,
      metadata: dropoff.metadata,
      position: index + 1,
      search_words: "",
      tracking_token: tokens.dropoffs[index] ?? null,
      distance_meters: leg.distanceMeters,
      duration_seconds: leg.durationSeconds,
      price: toDecimalString(leg.price),
      geometry: leg.geometry,
    };
  });
  return JSON.stringify([pickup, ...dropoffs]);
}

function stopCells({ address, contact, proof }: Pickup): Record<string, unknown> {
  return {
    ...toCells(ADDRESS_FIELDS, address),
    ...toCells(CONTACT_FIELDS, contact, CONTACT_PREFIX),
    ...toCells(PROOF_FIELDS, proof, PROOF_PREFIX),
  };
}

function toCells<Fields extends StopFields>(
  fields: Fields,
  values: FieldValues<Fields>,
  prefix = "",
): Record<string, unknown> {
  const toCell = (field: StopField, value: Value<StopField>) =>
    isAmount(field, value) ? toDecimalString(value) : value;
  return writeValues(fields, values, toCell, prefix);
}

/** The inverse of `stopsToJson`. */
export function detailsFromRow(order: RowOf<typeof DETAILS_ROW>, stops: readonly StopRow[]): PricedRequest {
  const [pickup, ...dropoffs] = stops;
  if (pickup === undefined || dropoffs.length === 0) {
    throw new Error("order lacks a pickup or dropoffs");
  }
  const details: OrderRequest = {
    pickup: stopFromRow(pickup),
    dropoffs: dropoffs.map((stop) => ({
      ...stopFromRow(stop),
      ...valuesFromRow(DROPOFF_FIELDS, stop),
      deliveryWindow: windowFromRow(stop),
      metadata: stop.metadata,
    })),
    cargoSize: order.cargoSize,
    routingMode: order.routingMode,
    paymentType: order.paymentType,
    paymentAmount: money(order.paymentAmount),
    deliveryTime: order.deliveryTime,
    readyAt: order.readyAt,
    deliveryMode: order.deliveryMode,
    comment: order.comment,
    ifUndeliverable: order.ifUndeliverable,
    metadata: order.metadata,
    notify: order.notify,
    locale: order.locale,
  };
  const legs = dropoffs.map((stop) => legFromRow(stop, stop.cargoSize ?? order.cargoSize));
  const { tariffId, routing, quoteId } = order;
  return { details, trip: sumLegs(tariffId, legs, { wayBack: parseReturnTrip(order), routing }), quoteId };
}

function legFromRow(stop: StopRow, cargoSize: CargoSize): PricedLeg {
  const { distanceMeters, durationSeconds, geometry } = stop;
  const price = money(stop.price);
  if (distanceMeters === null || durationSeconds === null || geometry === null || price === null) {
    throw new Error("dropoff lacks a priced leg");
  }
  return { distanceMeters, durationSeconds, geometry, cargoSize, price };
}

function stopFromRow(row: StopRow): Pickup {
  return { ...addressAndContactFromRow(row), proof: valuesFromRow(PROOF_FIELDS, row, PROOF_PREFIX) };
}

export function addressAndContactFromRow(row: RowOf<typeof ADDRESS_AND_CONTACT_ROW>): Stop {
  return {
    address: valuesFromRow(ADDRESS_FIELDS, row),
    contact: valuesFromRow(CONTACT_FIELDS, row, CONTACT_PREFIX),
  };
}

/** A field's cell: a whole number is an int8, an amount numeric. */
type Cell<Field extends StopField> = Field extends { readonly kind: "rubles" }
  ? string | null
  : Field extends { readonly kind: "whole_number" }
    ? bigint | null
    : Value<Field>;

type Cells<Fields extends StopFields, Prefix extends string> = {
  readonly [Name in keyof Fields & string as CamelCase<`${Prefix}${Name}`>]: Cell<Fields[Name]>;
};

export function valuesFromRow<Fields extends StopFields, Prefix extends string = "">(
  fields: Fields,
  row: Cells<Fields, Prefix>,
  prefix = "" as Prefix,
): FieldValues<Fields> {
  const cells: Readonly<Record<string, unknown>> = row;
  return readValues(fields, ({ kind }, name) => {
    const cell = cells[camelCase(prefix + name)];
    if (cell === null) return null;
    // Written as a safe integer.
    if (kind === "whole_number") return Number(cell);
    return kind === "rubles" ? fromRubles(String(cell)) : cell;
  });
}

function money(value: string | null): Kopecks | null {
  return value === null ? null : fromRubles(value);
}
