import type { OrderStop } from "@/lib/db/generated/client";
import { int4, numeric, oneOf, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import {
  type Address,
  type Contact,
  type Dropoff,
  type OrderDetails,
  PAYMENT_TYPES,
} from "@/lib/orders/order";
import { phoneKey, streetKey } from "@/lib/orders/search";
import { CARGO_SIZES, type CargoSize } from "@/lib/pricing/cargo-size";
import { fromRubles, type Kopecks, toDecimalString } from "@/lib/pricing/money";
import { type PricedLeg, type PricedTrip, sumLegs } from "@/lib/pricing/price-trip";
import { ROUTING_MODES } from "@/lib/routing/trip";

/** The columns of an order's row that its client decides. */
export const DETAILS_ROW = {
  cargoSize: oneOf(CARGO_SIZES),
  routingMode: oneOf(ROUTING_MODES),
  paymentType: oneOf(PAYMENT_TYPES),
  paymentAmount: numeric.orNull,
  deliveryTime: timestamptz.orNull,
  comment: text.orNull,
  quoteId: uuid.orNull,
  tariffId: int4,
};

export type StopRow = OrderStop;

/** An order's details with the price that they have and the quote that it came from. */
export interface StoredDetails {
  readonly details: OrderDetails;
  readonly trip: PricedTrip;
  readonly quoteId: string | null;
}

/** The secrets of an order's links; null where there is no link. */
export interface StopTokens {
  readonly order: string | null;
  /** One per dropoff, in dropoff order. */
  readonly dropoffs: readonly (string | null)[];
}

/** The stops as one JSON text, in the columns of order_stops. Amounts travel as decimal text, never as floats. */
export function stopsToJson(details: OrderDetails, trip: PricedTrip, tokens: StopTokens): string {
  // Everybody's orders begin at their own door; whoever searches looks for a recipient.
  const pickup = {
    position: 0,
    ...addressColumns(details.pickup),
    search_street: "",
    search_phone: "",
    doorstep: true,
  };
  const dropoffs = details.dropoffs.map((dropoff, index) => {
    const leg = trip.legs[index];
    if (leg === undefined) throw new Error("A priced trip has a leg for each dropoff.");
    return {
      position: index + 1,
      ...addressColumns(dropoff),
      search_street: streetKey(dropoff.address.street, dropoff.address.building),
      search_phone: phoneKey(dropoff.contact.value),
      cargo_size: dropoff.cargoSize,
      payment_type: dropoff.paymentType,
      payment_amount: dropoff.paymentAmount === null ? null : toDecimalString(dropoff.paymentAmount),
      doorstep: dropoff.doorstep,
      tracking_token: tokens.dropoffs[index] ?? null,
      distance_meters: leg.distanceMeters,
      duration_seconds: leg.durationSeconds,
      price: toDecimalString(leg.price),
      geometry: leg.geometry,
    };
  });
  return JSON.stringify([pickup, ...dropoffs]);
}

function addressColumns({ address, contact }: { address: Address; contact: Contact }) {
  return {
    latitude: address.latitude,
    longitude: address.longitude,
    area: address.area,
    street: address.street,
    building: address.building,
    apartment: address.apartment,
    entrance: address.entrance,
    floor: address.floor,
    intercom: address.intercom,
    instructions: address.instructions,
    contact_value: contact.value,
    contact_name: contact.name,
    contact_type: contact.type,
  };
}

/** The details that stopsToJson and the order's row hold, read back. */
export function detailsFromRows(order: RowOf<typeof DETAILS_ROW>, stops: readonly StopRow[]): StoredDetails {
  const [pickup, ...dropoffs] = stops;
  if (pickup === undefined || dropoffs.length === 0) throw new Error("An order has a pickup and dropoffs.");
  const details: OrderDetails = {
    pickup: { address: addressFromRow(pickup), contact: contactFromRow(pickup) },
    dropoffs: dropoffs.map(
      (stop): Dropoff => ({
        address: addressFromRow(stop),
        contact: contactFromRow(stop),
        cargoSize: stop.cargoSize,
        paymentType: stop.paymentType,
        paymentAmount: money(stop.paymentAmount?.toFixed(2) ?? null),
        doorstep: stop.doorstep,
      }),
    ),
    cargoSize: order.cargoSize,
    routingMode: order.routingMode,
    paymentType: order.paymentType,
    paymentAmount: money(order.paymentAmount),
    deliveryTime: order.deliveryTime,
    comment: order.comment,
  };
  const legs = dropoffs.map((stop) => legFromRow(stop, stop.cargoSize ?? order.cargoSize));
  return { details, trip: sumLegs(order.tariffId, legs), quoteId: order.quoteId };
}

function legFromRow(stop: StopRow, cargoSize: CargoSize): PricedLeg {
  const { distanceMeters, durationSeconds, geometry } = stop;
  const price = money(stop.price?.toFixed(2) ?? null);
  if (distanceMeters === null || durationSeconds === null || geometry === null || price === null) {
    throw new Error("A dropoff has a priced leg.");
  }
  return { distanceMeters, durationSeconds, geometry, cargoSize, price };
}

function addressFromRow(stop: StopRow): Address {
  return {
    latitude: stop.latitude,
    longitude: stop.longitude,
    area: stop.area,
    street: stop.street,
    building: stop.building,
    apartment: wholeNumber(stop.apartment),
    entrance: wholeNumber(stop.entrance),
    floor: wholeNumber(stop.floor),
    intercom: stop.intercom,
    instructions: stop.instructions,
  };
}

function contactFromRow(stop: StopRow): Contact {
  return { value: stop.contactValue, name: stop.contactName, type: stop.contactType };
}

/** What came in as a safe integer goes out as one. */
function wholeNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

function money(value: string | null): Kopecks | null {
  return value === null ? null : fromRubles(value);
}
