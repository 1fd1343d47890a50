import { orders } from "@/lib/db/generated/columns";
import {
  bool,
  type Column,
  enumColumn,
  float8,
  int4,
  int8,
  json,
  numeric,
  pick,
  type RowOf,
  text,
} from "@/lib/db/row";
import { type Metadata, storedMetadata } from "@/lib/orders/metadata";
import type { OrderRequest, Pickup, Stop } from "@/lib/orders/order";
import { type SearchSubject, searchWords } from "@/lib/orders/search";
import {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  CONTACT_PREFIX,
  DROPOFF_FIELDS,
  type FieldValues,
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
import { ROUTING_SOURCES } from "@/lib/routing/route-trip";

export const DETAILS_ROW = {
  ...pick(
    orders,
    "cargoSize routingMode paymentType paymentAmount deliveryTime comment ifUndeliverable quoteId tariffId returnPrice returnDistanceMeters returnDurationSeconds notify locale",
  ),
  routing: enumColumn(ROUTING_SOURCES).orNull,
  metadata: json(storedMetadata),
};

/** A whole number may be read as bigint, an amount as decimal text. */
type Cell<Field extends StopField> = Field extends { readonly kind: "rubles" }
  ? string | null
  : Value<Field> | (Field extends { readonly kind: "whole_number" } ? bigint : never);

type Cells<Fields extends StopFields, Prefix extends string = ""> = {
  readonly [Name in keyof Fields & string as `${Prefix}${Name}`]: Cell<Fields[Name]>;
};

/** A stop with the leg that ends there; the pickup has no leg. */
export interface StopRow
  extends Cells<typeof ADDRESS_FIELDS>,
    Cells<typeof CONTACT_FIELDS, typeof CONTACT_PREFIX>,
    Cells<typeof PROOF_FIELDS, typeof PROOF_PREFIX>,
    Cells<typeof DROPOFF_FIELDS> {
  readonly distance_meters: number | null;
  readonly duration_seconds: number | null;
  readonly price: string | null;
  readonly geometry: string | null;
  readonly metadata: Metadata;
}

const KINDS = {
  latitude: ["float8", float8],
  longitude: ["float8", float8],
  text: ["text", text],
  whole_number: ["bigint", int8],
  rubles: ["numeric", numeric],
  yes_no: ["boolean", bool],
} as const satisfies Record<Exclude<StopField["kind"], "choice">, readonly [string, Column<unknown>]>;

type StopColumn = readonly [type: string, read: Column<unknown>];

function toColumns(fields: StopFields, prefix = ""): Record<string, StopColumn> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, StopColumn] => {
      const [type, read] =
        field.kind === "choice" ? [prefix + name, enumColumn(field.options)] : KINDS[field.kind];
      return [prefix + name, [type, field.default === null ? read.orNull : read]];
    }),
  );
}

const STOP_COLUMNS: Readonly<Record<string, StopColumn>> = {
  ...toColumns(ADDRESS_FIELDS),
  ...toColumns(CONTACT_FIELDS, CONTACT_PREFIX),
  ...toColumns(PROOF_FIELDS, PROOF_PREFIX),
  ...toColumns(DROPOFF_FIELDS),
  distance_meters: ["int", int4.orNull],
  duration_seconds: ["int", int4.orNull],
  price: ["numeric", numeric.orNull],
  geometry: ["text", text.orNull],
  metadata: ["jsonb", json(storedMetadata)],
};

const STOP = "stop_";

/** Columns of order_stops with an order's details and price. */
export const STOP_ROW = Object.fromEntries(
  Object.entries(STOP_COLUMNS).map(([name, [, read]]) => [STOP + name, read]),
  // The table of fields defines both the value and its type.
) as { [Name in keyof StopRow & string as `${typeof STOP}${Name}`]: Column<StopRow[Name]> };

/** SQL text that selects STOP_ROW from order_stops `s`. */
export const STOP_CELLS = Object.keys(STOP_COLUMNS)
  .map((name) => `s.${name} AS ${STOP}${name}`)
  .join(", ");

export const WRITTEN_COLUMNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(STOP_COLUMNS).map(([name, [type]]) => [name, type])),
  position: "smallint",
  search_words: "tsvector",
  tracking_token: "text",
};

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

/** Serializes stops as columns of order_stops. Amounts are decimal text, never floats. */
export function stopsToJson(
  name: SearchSubject,
  { details, trip }: Pick<PricedRequest, "details" | "trip">,
  tokens: StopTokens,
): string {
  const pickup = {
    ...stopCells(details.pickup),
    // The pickup has the defaults of a dropoff's fields.
    ...Object.fromEntries(Object.entries(DROPOFF_FIELDS).map(([name, field]) => [name, field.default])),
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
    ...prefixed(CONTACT_PREFIX, toCells(CONTACT_FIELDS, contact)),
    ...prefixed(PROOF_PREFIX, toCells(PROOF_FIELDS, proof)),
  };
}

function prefixed(prefix: string, cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [prefix + name, cell]));
}

function toCells<Fields extends StopFields>(
  fields: Fields,
  values: FieldValues<Fields>,
): Record<string, unknown> {
  return writeValues(fields, values, ({ kind }, value) =>
    kind === "rubles" && value !== null ? toDecimalString(value as Kopecks) : value,
  );
}

/** The inverse of `stopsToJson`. */
export function detailsFromRow(
  order: RowOf<typeof DETAILS_ROW>,
  stops: readonly RowOf<typeof STOP_ROW>[],
): PricedRequest {
  const [pickup, ...dropoffs] = stops.map(toStopCells);
  if (pickup === undefined || dropoffs.length === 0) {
    throw new Error("order lacks a pickup or dropoffs");
  }
  const details: OrderRequest = {
    pickup: stopFromRow(pickup),
    dropoffs: dropoffs.map((stop) => ({
      ...stopFromRow(stop),
      ...valuesFromRow(DROPOFF_FIELDS, stop),
      metadata: stop.metadata,
    })),
    cargoSize: order.cargoSize,
    routingMode: order.routingMode,
    paymentType: order.paymentType,
    paymentAmount: money(order.paymentAmount),
    deliveryTime: order.deliveryTime,
    comment: order.comment,
    ifUndeliverable: order.ifUndeliverable,
    metadata: order.metadata,
    notify: order.notify,
    locale: order.locale,
  };
  const legs = dropoffs.map((stop) => legFromRow(stop, stop.cargo_size ?? order.cargoSize));
  const { tariffId, routing, quoteId } = order;
  return { details, trip: sumLegs(tariffId, legs, { wayBack: parseReturnTrip(order), routing }), quoteId };
}

function toStopCells(row: Readonly<Record<string, unknown>>): StopRow {
  const cells = Object.keys(STOP_COLUMNS).map((name) => [name, row[STOP + name]]);
  // STOP_ROW guarantees the types of StopRow.
  return Object.fromEntries(cells) as StopRow;
}

function legFromRow(stop: StopRow, cargoSize: CargoSize): PricedLeg {
  const { distance_meters: distanceMeters, duration_seconds: durationSeconds, geometry } = stop;
  const price = money(stop.price);
  if (distanceMeters === null || durationSeconds === null || geometry === null || price === null) {
    throw new Error("dropoff lacks a priced leg");
  }
  return { distanceMeters, durationSeconds, geometry, cargoSize, price };
}

function stopFromRow(stop: StopRow): Pickup {
  return {
    address: valuesFromRow(ADDRESS_FIELDS, stop),
    contact: valuesFromRow(CONTACT_FIELDS, stop, CONTACT_PREFIX),
    proof: valuesFromRow(PROOF_FIELDS, stop, PROOF_PREFIX),
  };
}

export function addressAndContactFromRow(row: Readonly<Record<string, unknown>>): Stop {
  const { address, contact } = stopFromRow(toStopCells(row));
  return { address, contact };
}

export function valuesFromRow<Fields extends StopFields, Prefix extends string = "">(
  fields: Fields,
  row: Cells<Fields, Prefix>,
  prefix = "" as Prefix,
): FieldValues<Fields> {
  const cells: Readonly<Record<string, unknown>> = row;
  return readValues(fields, ({ kind }, name) => {
    const cell = cells[prefix + name];
    if (cell === null) return null;
    // Written as a safe integer.
    if (kind === "whole_number") return Number(cell);
    return kind === "rubles" ? fromRubles(String(cell)) : cell;
  });
}

function money(value: string | null): Kopecks | null {
  return value === null ? null : fromRubles(value);
}
