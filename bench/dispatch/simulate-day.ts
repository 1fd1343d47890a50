import type { Instance, InstanceCourier, InstanceOrder } from "@/bench/dispatch/instance";
import {
  COURIER_START,
  type Collection,
  type Delivery,
  type Drive,
  type Solution,
} from "@/bench/dispatch/solution";
import { buildKnowledge, type Knowledge, TravelTable } from "@/bench/dispatch/travel-table";

/** The knowledge of a dispatcher at a minute. */
export interface DayView {
  readonly now: number;
  readonly instance: Instance;
  readonly knowledge: Knowledge;
  /** Placed and not assigned, by placement. */
  readonly waiting: readonly InstanceOrder[];
  readonly couriers: readonly CourierView[];
}

export interface CourierView {
  readonly courier: InstanceCourier;
  /** Index of the place where the courier is or becomes free. */
  readonly place: number;
  /** Expected, and never in the past while the courier is busy. */
  readonly freeAt: number;
  /** Whether the courier is on shift and can begin an order now. */
  readonly isIdle: boolean;
}

/** An idle courier begins an order, or moves to a place without one. */
export type Instruction =
  | { readonly courier: InstanceCourier; readonly order: InstanceOrder }
  | { readonly courier: InstanceCourier; readonly place: number };

export type Dispatcher = (view: DayView) => readonly Instruction[];

/** An order that a courier was sent for, with its true times. */
interface Trip {
  readonly order: InstanceOrder;
  readonly from: number;
  readonly restaurant: number;
  readonly door: number;
  readonly sentAt: number;
  readonly arrivesAt: number;
  readonly collectedAt: number;
  readonly deliveredAt: number;
}

/**
 * Runs a day in steps of one minute, with one order in hand per courier. Couriers accept everything and cannot be
 * redirected. If the goods are not ready at the end of the shift, the order waits for another courier.
 */
export function simulateDay(
  instance: Instance,
  dispatch: Dispatcher,
  knowledge: Knowledge = buildKnowledge(instance),
): Solution {
  const day = new Day(instance, knowledge);
  const lastMinute = Math.max(...instance.couriers.map(({ offAt }) => offAt));
  for (let now = 0; now <= lastMinute; now++) {
    for (const instruction of dispatch(day.viewAt(now))) day.follow(instruction, now);
  }
  return day;
}

class Day implements Solution {
  readonly collections: Collection[] = [];
  readonly deliveries: Delivery[] = [];
  readonly drives: Drive[] = [];
  readonly #travel: TravelTable;
  readonly #couriers: ReadonlyMap<InstanceCourier, CourierDay>;
  readonly #orders: readonly InstanceOrder[];
  readonly #taken = new Set<InstanceOrder>();

  constructor(
    readonly instance: Instance,
    readonly knowledge: Knowledge,
  ) {
    this.#travel = new TravelTable(instance);
    this.#orders = instance.orders.toSorted((a, b) => a.placedAt - b.placedAt);
    this.#couriers = new Map(
      instance.couriers.map((courier) => [
        courier,
        new CourierDay(instance, courier, this.#travel.indexOf(courier)),
      ]),
    );
  }

  viewAt(now: number): DayView {
    const { instance, knowledge } = this;
    for (const day of this.#couriers.values()) {
      const abandoned = day.abandonTrip(now);
      if (abandoned !== null) this.#taken.delete(abandoned);
    }
    const waiting = this.#orders.filter((order) => order.placedAt <= now && !this.#taken.has(order));
    const couriers = [...this.#couriers.values()].map((day) => day.viewAt(now, knowledge));
    return { now, instance, knowledge, waiting, couriers };
  }

  /** @throws Error if the rules forbid it */
  follow(instruction: Instruction, now: number): void {
    const day = this.#couriers.get(instruction.courier);
    if (day === undefined || !day.isIdleAt(now)) throw new Error("A busy courier was instructed.");
    if ("place" in instruction) {
      this.#drive(day, now, instruction.place);
      return;
    }
    const { order } = instruction;
    if (this.#taken.has(order) || order.placedAt > now) throw new Error(`Order ${order.id} does not wait.`);
    this.#taken.add(order);
    const from = day.place;
    const restaurant = this.#travel.indexOf(order.restaurant);
    this.#drive(day, now, restaurant);
    this.#collect(day, {
      order,
      from,
      restaurant,
      sentAt: now,
      arrivesAt: now + this.#travel.minutes(from, restaurant),
    });
  }

  #collect(
    day: CourierDay,
    approach: Pick<Trip, "order" | "from" | "restaurant" | "sentAt" | "arrivesAt">,
  ): void {
    const { pickupMinutes, dropoffMinutes } = this.instance;
    const { order, restaurant, sentAt, arrivesAt } = approach;
    const { placedAt, readyAt } = order;
    const { id, offAt } = day.courier;
    const door = this.#travel.indexOf(order);
    const collectedAt = Math.max(readyAt, arrivesAt + pickupMinutes / 2);
    const way = this.#travel.minutes(restaurant, door);
    const deliveredAt = collectedAt + pickupMinutes / 2 + way + dropoffMinutes / 2;
    day.begin({ ...approach, door, collectedAt, deliveredAt });
    if (collectedAt > offAt) return;
    this.#drive(day, collectedAt + pickupMinutes / 2, door);
    day.freeAt = deliveredAt + dropoffMinutes / 2;
    this.collections.push({ assignedAt: sentAt, collectedAt, courier: id, orders: [order.id] });
    this.deliveries.push({ order: order.id, placedAt, readyAt, collectedAt, deliveredAt, courier: id });
  }

  #drive(day: CourierDay, departsAt: number, to: number): void {
    const from = day.place;
    if (from === to) return;
    const { id } = day.courier;
    const toId = (index: number) => this.#travel.places[index]?.id ?? "";
    const isStart = this.#travel.places[from] === day.courier;
    const origin = isStart ? COURIER_START : toId(from);
    this.drives.push({ courier: id, departsAt, origin, destination: toId(to) });
    day.place = to;
    day.freeAt = departsAt + this.#travel.minutes(from, to);
  }
}

class CourierDay {
  freeAt: number;
  #trip: Trip | null = null;

  constructor(
    readonly instance: Instance,
    readonly courier: InstanceCourier,
    public place: number,
  ) {
    this.freeAt = courier.onAt;
  }

  begin(trip: Trip): void {
    this.#trip = trip;
  }

  isIdleAt(now: number): boolean {
    return this.freeAt <= now && this.courier.onAt <= now && now < this.courier.offAt;
  }

  /** Returns the order that was not ready when the shift ended. */
  abandonTrip(now: number): InstanceOrder | null {
    const trip = this.#trip;
    if (trip === null || now < this.courier.offAt || trip.collectedAt <= this.courier.offAt) return null;
    this.#trip = null;
    return trip.order;
  }

  viewAt(now: number, knowledge: Knowledge): CourierView {
    const { courier, place } = this;
    return { courier, place, freeAt: this.#expectFreeAt(now, knowledge), isIdle: this.isIdleAt(now) };
  }

  /** From the last event that has happened and the courier's position, by what is known of the rest. */
  #expectFreeAt(now: number, { travel, readyAt }: Knowledge): number {
    const trip = this.#trip;
    if (trip === null || now >= trip.deliveredAt) return this.freeAt;
    const halfPickup = this.instance.pickupMinutes / 2;
    const halfDropoff = this.instance.dropoffMinutes / 2;
    let collectedAt = trip.collectedAt;
    if (now < trip.collectedAt) {
      const way = travel.minutes(trip.from, trip.restaurant);
      const arrivesAt = expectArrival(now, trip.sentAt, trip.arrivesAt, way);
      collectedAt = Math.max(now, arrivesAt + halfPickup, readyAt.get(trip.order.id) ?? 0);
    }
    const departsAt = collectedAt + halfPickup;
    const way = travel.minutes(trip.restaurant, trip.door);
    const arrivesAt = expectArrival(now, departsAt, trip.deliveredAt - halfDropoff, way);
    return Math.max(now, arrivesAt + halfDropoff) + halfDropoff;
  }
}

/** The share of the way that remains, by the courier's position, takes this share of the expected time. */
function expectArrival(now: number, departsAt: number, arrivesAt: number, expectedMinutes: number): number {
  if (now >= arrivesAt) return arrivesAt;
  if (now <= departsAt) return departsAt + expectedMinutes;
  return now + (expectedMinutes * (arrivesAt - now)) / (arrivesAt - departsAt);
}
