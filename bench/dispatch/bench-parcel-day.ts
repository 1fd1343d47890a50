import { mean } from "@/bench/dispatch/evaluate-solution";
import {
  DROPOFF_MINUTES,
  drawParcelDay,
  getKilometers,
  getVehicle,
  type ParcelOrder,
  PICKUP_MINUTES,
  VEHICLES,
} from "@/bench/dispatch/parcel-day";
import {
  type Assignment,
  type Chooser,
  type CourierDay,
  getArrival,
  getPlace,
  listStops,
  type ParcelFigures,
  type ParcelStop,
  type ParcelView,
  simulateParcels,
} from "@/bench/dispatch/simulate-parcels";
import { type BarLine, type Section, table, toBarLine, toMeasure } from "@/bench/report";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type { Plan, PlanCourier, PlanOrder, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";

const MINUTE = 60;
const SEEDS = [1, 2, 3, 4, 5];
const ORDERS = 300;
const COURIERS = 45;
/** A scheduled order is planned from this time before its window. */
const PLANNED_BEFORE_MINUTES = 60;

const SETTINGS: PlanSettings = {
  ...DEFAULT_PLAN_SETTINGS,
  tickSeconds: MINUTE,
  maxOvertimeSeconds: 30 * MINUTE,
};

/** A parcel service pays for kilometers and for broken windows, and any courier may come by a pickup. */
const STACKED_SETTINGS: PlanSettings = {
  ...SETTINGS,
  weights: { ...SETTINGS.weights, drivenMinute: 0.6, brokenPromise: 40, lateMinute: 10 },
  collectsOnTheWay: true,
  windowReserveSeconds: 45 * MINUTE,
  maxCandidates: COURIERS,
};

export function benchParcelDay(): Section {
  const days = SEEDS.map((seed) => drawParcelDay(seed, ORDERS, COURIERS));
  const rows = {
    "nearest free courier": days.map((day) => simulateParcels(day, chooseNearest)),
    "planned, one order in hand": days.map((day) =>
      simulateParcels(day, createPlanner({ isStacked: false })),
    ),
    "planned, several orders in hand": days.map((day) =>
      simulateParcels(day, createPlanner({ isStacked: true })),
    ),
  };
  const get = (figures: readonly ParcelFigures[], key: keyof ParcelFigures) =>
    mean(figures.map((each) => each[key]));
  return {
    name: "dispatch-parcels",
    text: table(
      `Parcel days: ${ORDERS} orders, ${COURIERS} couriers, means of ${SEEDS.length} days`,
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
      toParcelBar("parcel days, one order in hand", "planned, one order in hand", 10.3, 93),
      toParcelBar("parcel days, several orders in hand", "planned, several orders in hand", 7.3, 97.5),
    ],
  };

  function toParcelBar(name: string, row: keyof typeof rows, kilometers: number, percent: number): BarLine {
    return toBarLine(
      name,
      toMeasure(
        get(rows[row], "kilometersPerOrder"),
        "≤",
        kilometers,
        (value) => `${value.toFixed(2)} km per order`,
      ),
      toMeasure(
        get(rows[row], "keptPercent"),
        "≥",
        percent,
        (value) => `${value.toFixed(1)} % promises kept`,
      ),
    );
  }
}

/** The rule without a plan, by the time at which a courier is looked for. */
function chooseNearest({ day, now, waiting, couriers }: ParcelView): Assignment[] {
  const free = new Set(
    couriers.filter(
      ({ courier, freeAt, stops }) =>
        stops.length === 0 && freeAt <= now && courier.onAt <= now && courier.offAt > now,
    ),
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
    assignments.push([nearest, listStops(order)]);
  }
  return assignments;
}

function createPlanner({ isStacked }: { readonly isStacked: boolean }): Chooser {
  const settings = isStacked ? STACKED_SETTINGS : SETTINGS;
  let previous: Plan | null = null;
  return (view) => {
    const plan = planRoutes(toSnapshot(view, isStacked), settings, previous);
    previous = plan;
    const orders = new Map(view.waiting.map((order) => [order.id, order]));
    return view.couriers.flatMap((courier): Assignment[] => {
      const route = plan.routes.find(({ courierId }) => courierId === courier.courier.id);
      const due = plan.due.filter(({ courierId }) => courierId === courier.courier.id);
      if (route === undefined || due.length === 0) return [];
      const known = new Map(courier.stops.map(({ order }) => [order.id, order]));
      for (const { orderId } of due) {
        const order = orders.get(orderId);
        if (order !== undefined) known.set(orderId, order);
      }
      const stops = route.stops.flatMap(({ orderId, dropoff }): ParcelStop[] => {
        const order = known.get(orderId);
        return order === undefined ? [] : [{ order, dropoff }];
      });
      return [[courier, stops]];
    });
  };
}

function toSnapshot({ day, now, waiting, couriers }: ParcelView, isStacked: boolean): PlanSnapshot {
  const known = waiting.filter(
    ({ isScheduled, opensAt }) => !isScheduled || opensAt - PLANNED_BEFORE_MINUTES <= now,
  );
  return {
    now: now * MINUTE,
    couriers: couriers.map((state): PlanCourier => {
      const { courier, place, freeAt, stops } = state;
      const [next] = stops;
      const { capacity, maxInHand } = getVehicle(courier);
      return {
        id: courier.id,
        vehicle: courier.vehicle,
        capacity,
        maxInHand: isStacked ? maxInHand : 1,
        point: next === undefined ? place : getPlace(next),
        freeAt: (next === undefined ? freeAt : getArrival(day, state, next)) * MINUTE,
        shiftStartsAt: courier.onAt > now ? courier.onAt * MINUTE : null,
        shiftEndsAt: courier.offAt * MINUTE,
        committed: [...new Set(stops.map(({ order }) => order))].map(toPlanOrder),
        stops: stops.map(({ order, dropoff }) => ({ orderId: order.id, dropoff })),
        isAtStop: true,
      };
    }),
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
    group: "all",
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
