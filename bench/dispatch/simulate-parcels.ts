import { mean } from "@/bench/dispatch/evaluate-solution";
import {
  DROPOFF_MINUTES,
  getKilometers,
  getVehicle,
  type ParcelCourier,
  type ParcelDay,
  type ParcelOrder,
  PICKUP_MINUTES,
} from "@/bench/dispatch/parcel-day";

const LAST_MINUTE = 860;
const ROUNDING = 1e-6;

export interface ParcelFigures {
  readonly undelivered: number;
  readonly kilometersPerOrder: number;
  /** Orders with all promises kept. */
  readonly keptPercent: number;
  /** From placement to the last handover of orders without a window. */
  readonly minutesWithoutWindow: number;
}

export interface ParcelStop {
  readonly order: ParcelOrder;
  /** Index among the order's doors, null for the pickup. */
  readonly dropoff: number | null;
}

export interface CourierDay {
  readonly courier: ParcelCourier;
  /** Last place of the courier. */
  place: number;
  /** Time of the departure from it. */
  freeAt: number;
  /** Remaining stops in driving sequence. The courier is on the way to the first one. */
  stops: readonly ParcelStop[];
  /** Load of the goods on board. */
  load: number;
}

export interface ParcelView {
  readonly day: ParcelDay;
  readonly now: number;
  /** Placed and not assigned. */
  readonly waiting: readonly ParcelOrder[];
  readonly couriers: readonly CourierDay[];
}

/** The remaining stops of a courier, with those of newly assigned orders. */
export type Assignment = readonly [CourierDay, readonly ParcelStop[]];

export type Chooser = (view: ParcelView) => readonly Assignment[];

/**
 * A day in steps of one minute. Couriers drive to their stops without a pause.
 * @throws Error if a courier delivers before the collection, or has more than the vehicle can carry
 */
export function simulateParcels(day: ParcelDay, choose: Chooser): ParcelFigures {
  const couriers = day.couriers.map((courier): CourierDay => {
    return { courier, place: courier.place, freeAt: courier.onAt, stops: [], load: 0 };
  });
  const assigned = new Set<ParcelOrder>();
  const handovers = new Map<ParcelOrder, number[]>();
  let kilometers = 0;
  const drive = (courier: CourierDay, now: number) => {
    for (let [stop] = courier.stops; stop !== undefined; [stop] = courier.stops) {
      const handledAt = Math.max(getArrival(day, courier, stop), getEarliest(stop));
      if (handledAt > now) return;
      const { order, dropoff } = stop;
      const place = getPlace(stop);
      kilometers += getKilometers(day, courier.place, place);
      if (dropoff !== null) handovers.set(order, [...(handovers.get(order) ?? []), handledAt]);
      courier.load += dropoff === null ? order.load : -order.load / order.doors.length;
      if (courier.load > getVehicle(courier.courier).capacity + ROUNDING || courier.load < -ROUNDING)
        throw new Error(`${courier.courier.id} has a load of ${courier.load}.`);
      courier.place = place;
      courier.freeAt = handledAt + (dropoff === null ? PICKUP_MINUTES : DROPOFF_MINUTES);
      courier.stops = courier.stops.slice(1);
    }
  };
  for (let now = 0; now <= LAST_MINUTE; now++) {
    for (const courier of couriers) drive(courier, now);
    const waiting = day.orders.filter((order) => order.placedAt <= now && !assigned.has(order));
    for (const [courier, stops] of choose({ day, now, waiting, couriers })) {
      if (courier.stops.length === 0) courier.freeAt = Math.max(courier.freeAt, now);
      courier.stops = stops;
      for (const { order } of stops) assigned.add(order);
    }
  }
  for (const courier of couriers) drive(courier, Number.POSITIVE_INFINITY);
  const isDelivered = (order: ParcelOrder) => handovers.get(order)?.length === order.doors.length;
  const isKept = (order: ParcelOrder) =>
    isDelivered(order) && handovers.get(order)?.every((at) => at <= order.promisedAt + 0.01);
  const urgent = day.orders.flatMap((order) => {
    const last = order.isScheduled ? undefined : handovers.get(order)?.at(-1);
    return last === undefined ? [] : [last - order.placedAt];
  });
  const delivered = day.orders.filter(isDelivered).length;
  return {
    undelivered: day.orders.length - delivered,
    kilometersPerOrder: kilometers / delivered,
    keptPercent: (100 * day.orders.filter(isKept).length) / day.orders.length,
    minutesWithoutWindow: mean(urgent),
  };
}

/** Readiness of the goods, or start of the window. */
const getEarliest = ({ order, dropoff }: ParcelStop): number =>
  dropoff === null ? order.readyAt : order.opensAt;

export function getPlace({ order, dropoff }: ParcelStop): number {
  const place = dropoff === null ? order.shop : order.doors[dropoff];
  if (place === undefined) throw new Error(`${order.id} has no dropoff ${dropoff}.`);
  return place;
}

/** At the first stop that is left. */
export function getArrival(day: ParcelDay, { courier, place, freeAt }: CourierDay, stop: ParcelStop): number {
  return freeAt + (getKilometers(day, place, getPlace(stop)) / getVehicle(courier).kmh) * 60;
}

export const listStops = (order: ParcelOrder): ParcelStop[] => [
  { order, dropoff: null },
  ...order.doors.map((_, dropoff) => ({ order, dropoff })),
];
