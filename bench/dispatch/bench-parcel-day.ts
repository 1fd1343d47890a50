import { mean } from "@/bench/dispatch/evaluate-solution";
import {
  DROPOFF_MINUTES,
  drawParcelDay,
  getKilometers,
  type ParcelCourier,
  type ParcelDay,
  type ParcelOrder,
  PICKUP_MINUTES,
  VEHICLES,
} from "@/bench/dispatch/parcel-day";
import { type Section, table, toBarLine, toMeasure } from "@/bench/report";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type { Plan, PlanCourier, PlanOrder, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";

const MINUTE = 60;
const SEEDS = [1, 2, 3, 4, 5];
const ORDERS = 300;
const COURIERS = 45;
const LAST_MINUTE = 860;
/** A scheduled order is planned from this time before its window. */
const PLANNED_BEFORE_MINUTES = 60;

export const PARCEL_SETTINGS: PlanSettings = {
  ...DEFAULT_PLAN_SETTINGS,
  tickSeconds: MINUTE,
  maxOvertimeSeconds: 30 * MINUTE,
};

export interface ParcelFigures {
  readonly undelivered: number;
  readonly kilometersPerOrder: number;
  /** Orders with all promises kept. */
  readonly keptPercent: number;
  /** From placement to the last handover of orders without a window. */
  readonly minutesWithoutWindow: number;
}

export function benchParcelDay(): Section {
  const days = SEEDS.map((seed) => drawParcelDay(seed, ORDERS, COURIERS));
  const rows = {
    "nearest free courier": days.map((day) => simulateParcels(day, chooseNearest)),
    planned: days.map((day) => simulateParcels(day, createPlanner(PARCEL_SETTINGS))),
  };
  const get = (figures: readonly ParcelFigures[], key: keyof ParcelFigures) =>
    mean(figures.map((each) => each[key]));
  return {
    name: "dispatch-parcels",
    text: table(
      `Parcel days: ${ORDERS} orders, ${COURIERS} couriers, one order in hand, means of ${SEEDS.length} days`,
      ["", "undelivered", "km per order", "promises kept", "minutes without window"],
      Object.entries(rows).map(([name, figures]) => [
        name,
        get(figures, "undelivered").toFixed(1),
        get(figures, "kilometersPerOrder").toFixed(2),
        `${get(figures, "keptPercent").toFixed(1)} %`,
        get(figures, "minutesWithoutWindow").toFixed(1),
      ]),
    ),
    bar: [
      toBarLine(
        "parcel days",
        toMeasure(
          get(rows.planned, "kilometersPerOrder"),
          "≤",
          10.3,
          (value) => `${value.toFixed(2)} km per order`,
        ),
        toMeasure(
          get(rows.planned, "keptPercent"),
          "≥",
          93,
          (value) => `${value.toFixed(1)} % promises kept`,
        ),
      ),
    ],
  };
}

interface ParcelView {
  readonly day: ParcelDay;
  readonly now: number;
  readonly waiting: readonly ParcelOrder[];
  readonly couriers: readonly CourierDay[];
}

interface CourierDay {
  readonly courier: ParcelCourier;
  place: number;
  freeAt: number;
}

type Assignment = readonly [ParcelOrder, CourierDay];
type Chooser = (view: ParcelView) => readonly Assignment[];

/** A day in steps of one minute; a courier drives an order's stops in their sequence. */
export function simulateParcels(day: ParcelDay, choose: Chooser): ParcelFigures {
  const couriers = day.couriers.map((courier) => ({ courier, place: courier.place, freeAt: courier.onAt }));
  const handovers = new Map<ParcelOrder, number[]>();
  let kilometers = 0;
  for (let now = 0; now <= LAST_MINUTE; now++) {
    const waiting = day.orders.filter((order) => order.placedAt <= now && !handovers.has(order));
    for (const [order, courier] of choose({ day, now, waiting, couriers })) {
      const trip = drive(day, order, courier, now);
      handovers.set(order, trip.handovers);
      kilometers += trip.kilometers;
    }
  }
  const isKept = (order: ParcelOrder) =>
    handovers.get(order)?.every((at) => at <= order.promisedAt + 0.01) ?? false;
  const urgent = day.orders.flatMap((order) => {
    const last = order.isScheduled ? undefined : handovers.get(order)?.at(-1);
    return last === undefined ? [] : [last - order.placedAt];
  });
  return {
    undelivered: day.orders.length - handovers.size,
    kilometersPerOrder: kilometers / handovers.size,
    keptPercent: (100 * day.orders.filter(isKept).length) / day.orders.length,
    minutesWithoutWindow: mean(urgent),
  };
}

function drive(day: ParcelDay, order: ParcelOrder, state: CourierDay, now: number) {
  const { kmh } = getVehicle(state.courier);
  const handovers: number[] = [];
  let kilometers = getKilometers(day, state.place, order.shop);
  let time = Math.max(now + (kilometers / kmh) * 60, order.readyAt) + PICKUP_MINUTES;
  let place = order.shop;
  for (const door of order.doors) {
    const leg = getKilometers(day, place, door);
    const handedOverAt = Math.max(time + (leg / kmh) * 60, order.opensAt);
    handovers.push(handedOverAt);
    kilometers += leg;
    time = handedOverAt + DROPOFF_MINUTES;
    place = door;
  }
  state.place = place;
  state.freeAt = time;
  return { handovers, kilometers };
}

/** The rule without a plan, by the time at which a courier is looked for. */
export function chooseNearest({ day, now, waiting, couriers }: ParcelView): Assignment[] {
  const free = new Set(
    couriers.filter(({ courier, freeAt }) => freeAt <= now && courier.onAt <= now && courier.offAt > now),
  );
  const assignments: Assignment[] = [];
  const due = waiting.filter(({ dispatchAt }) => dispatchAt <= now);
  for (const order of due.toSorted((a, b) => a.dispatchAt - b.dispatchAt)) {
    let nearest: CourierDay | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const state of free) {
      const { kmh, capacity } = getVehicle(state.courier);
      const way = getKilometers(day, state.place, order.shop) / kmh;
      if (capacity < order.load || way >= least) continue;
      nearest = state;
      least = way;
    }
    if (nearest === null) continue;
    free.delete(nearest);
    assignments.push([order, nearest]);
  }
  return assignments;
}

export function createPlanner(settings: PlanSettings): Chooser {
  let previous: Plan | null = null;
  return (view) => {
    const plan = planRoutes(toSnapshot(view), settings, previous);
    previous = plan;
    const orders = new Map(view.waiting.map((order) => [order.id, order]));
    const couriers = new Map(view.couriers.map((state) => [state.courier.id, state]));
    return plan.due.flatMap(({ orderId, courierId }): Assignment[] => {
      const [order, courier] = [orders.get(orderId), couriers.get(courierId)];
      return order === undefined || courier === undefined ? [] : [[order, courier]];
    });
  };
}

function toSnapshot({ day, now, waiting, couriers }: ParcelView): PlanSnapshot {
  const known = waiting.filter(
    ({ isScheduled, opensAt }) => !isScheduled || opensAt - PLANNED_BEFORE_MINUTES <= now,
  );
  return {
    now: now * MINUTE,
    couriers: couriers.map(
      ({ courier, place, freeAt }): PlanCourier => ({
        id: courier.id,
        vehicle: courier.vehicle,
        capacity: getVehicle(courier).capacity,
        point: place,
        freeAt: freeAt * MINUTE,
        shiftStartsAt: courier.onAt > now ? courier.onAt * MINUTE : null,
        shiftEndsAt: courier.offAt * MINUTE,
        committed: [],
      }),
    ),
    orders: known.map(toPlanOrder),
    travelSeconds: (from, to, vehicle) =>
      (getKilometers(day, from, to) / (VEHICLES[vehicle]?.kmh ?? 1)) * 60 * MINUTE,
    expectedPickups: [],
  };
}

function toPlanOrder(order: ParcelOrder): PlanOrder {
  const { id, placedAt, readyAt, isScheduled, opensAt, promisedAt, load, shop, doors } = order;
  return {
    id,
    placedAt: placedAt * MINUTE,
    readyAt: readyAt * MINUTE,
    readyDeviationSeconds: 0,
    pickup: { point: shop, beforeSeconds: 0, afterSeconds: PICKUP_MINUTES * MINUTE },
    dropoffs: doors.map((point) => ({
      point,
      beforeSeconds: 0,
      afterSeconds: DROPOFF_MINUTES * MINUTE,
      opensAt: isScheduled ? opensAt * MINUTE : null,
      promisedAt: promisedAt * MINUTE,
      load: load / doors.length,
    })),
    isSequenceFree: false,
    vehicles: VEHICLES.flatMap(({ capacity }, vehicle) => (capacity < load ? [] : [vehicle])),
    excludedCouriers: [],
  };
}

function getVehicle({ vehicle }: ParcelCourier): (typeof VEHICLES)[number] {
  const found = VEHICLES[vehicle];
  if (found === undefined) throw new Error(`There is no vehicle ${vehicle}.`);
  return found;
}
