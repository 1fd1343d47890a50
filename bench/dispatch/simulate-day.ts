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
  /** Index of the place where the courier is or becomes free. While collecting, that of the restaurant. */
  readonly place: number;
  /** Expected, and never in the past while the courier is busy. While collecting, the arrival at the restaurant. */
  readonly freeAt: number;
  /** Whether the courier is on shift and can begin an order now. */
  readonly isIdle: boolean;
  /** Orders that the courier was sent for and has not collected, in driving sequence. */
  readonly collecting: readonly InstanceOrder[];
}

/**
 * An idle courier drives to a restaurant for orders, or to a place without any. Until a courier leaves a restaurant, an
 * instruction may add orders of it: `orders` then has all of them. They are delivered in its sequence.
 */
export type Instruction =
  | { readonly courier: InstanceCourier; readonly orders: readonly InstanceOrder[] }
  | { readonly courier: InstanceCourier; readonly place: number };

export type Dispatcher = (view: DayView) => readonly Instruction[];

/** A drive to a restaurant, and the wait there. */
interface Collecting {
  readonly orders: readonly InstanceOrder[];
  readonly from: number;
  readonly restaurant: number;
  readonly sentAt: number;
  readonly arrivesAt: number;
  /** Of the last added order. */
  readonly assignedAt: number;
}

/** A drive to a door, with its true times. */
interface Leg {
  readonly from: number;
  readonly to: number;
  readonly departsAt: number;
  readonly arrivesAt: number;
}

/**
 * Runs a day in steps of one minute. Couriers accept everything, and cannot be redirected. If the goods are not ready at
 * the end of the shift, the orders wait for another courier.
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
    day.leaveRestaurants(now);
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
    const waiting = this.#orders.filter((order) => order.placedAt <= now && !this.#taken.has(order));
    const couriers = [...this.#couriers.values()].map((day) => day.viewAt(now, knowledge));
    return { now, instance, knowledge, waiting, couriers };
  }

  /** @throws Error if the rules forbid it */
  follow(instruction: Instruction, now: number): void {
    const day = this.#couriers.get(instruction.courier);
    if (day === undefined) throw new Error("An unknown courier was instructed.");
    if ("place" in instruction) {
      if (!day.isIdleAt(now)) throw new Error("A busy courier was moved.");
      this.#drive(day, now, instruction.place);
      return;
    }
    const { orders } = instruction;
    const collecting = day.collecting ?? this.#send(day, orders[0], now);
    const restaurants = orders.map(({ restaurant }) => this.#travel.indexOf(restaurant));
    if (restaurants.some((restaurant) => restaurant !== collecting.restaurant))
      throw new Error("A courier was sent to two restaurants.");
    if (!collecting.orders.every((order) => orders.includes(order)))
      throw new Error("An order was taken from its courier.");
    for (const order of orders) {
      if (collecting.orders.includes(order)) continue;
      if (this.#taken.has(order) || order.placedAt > now) throw new Error(`Order ${order.id} does not wait.`);
      this.#taken.add(order);
    }
    day.collecting = { ...collecting, orders, assignedAt: now };
  }

  #send(day: CourierDay, first: InstanceOrder | undefined, now: number): Collecting {
    if (first === undefined || !day.isIdleAt(now)) throw new Error("A busy courier was sent for orders.");
    const from = day.place;
    const restaurant = this.#travel.indexOf(first.restaurant);
    this.#drive(day, now, restaurant);
    const arrivesAt = now + this.#travel.minutes(from, restaurant);
    return { orders: [], from, restaurant, sentAt: now, arrivesAt, assignedAt: now };
  }

  /** Couriers leave as soon as they have all that they were sent for, and at the end of their shift. */
  leaveRestaurants(now: number): void {
    for (const day of this.#couriers.values()) {
      const { collecting } = day;
      if (collecting === null) continue;
      const { orders, arrivesAt } = collecting;
      const readyAt = Math.max(...orders.map((order) => order.readyAt));
      const collectedAt = Math.max(readyAt, arrivesAt + this.instance.pickupMinutes / 2);
      const isTooLate = collectedAt > day.courier.offAt;
      if (now < (isTooLate ? day.courier.offAt : collectedAt)) continue;
      day.collecting = null;
      if (isTooLate) for (const order of orders) this.#taken.delete(order);
      else this.#deliver(day, collecting, now);
    }
  }

  #deliver(day: CourierDay, { orders, assignedAt }: Collecting, collectedAt: number): void {
    const { pickupMinutes, dropoffMinutes } = this.instance;
    const { id: courier } = day.courier;
    this.collections.push({ assignedAt, collectedAt, courier, orders: orders.map(({ id }) => id) });
    let departsAt = collectedAt + pickupMinutes / 2;
    day.legs = orders.map((order): Leg => {
      const { id, placedAt, readyAt } = order;
      const from = day.place;
      const to = this.#travel.indexOf(order);
      this.#drive(day, departsAt, to);
      const arrivesAt = departsAt + this.#travel.minutes(from, to);
      const deliveredAt = arrivesAt + dropoffMinutes / 2;
      this.deliveries.push({ order: id, placedAt, readyAt, collectedAt, deliveredAt, courier });
      const leg = { from, to, departsAt, arrivesAt };
      departsAt = arrivesAt + dropoffMinutes;
      return leg;
    });
    day.freeAt = departsAt;
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
  collecting: Collecting | null = null;
  /** Of the last collection. */
  legs: readonly Leg[] = [];

  constructor(
    readonly instance: Instance,
    readonly courier: InstanceCourier,
    public place: number,
  ) {
    this.freeAt = courier.onAt;
  }

  isIdleAt(now: number): boolean {
    const { onAt, offAt } = this.courier;
    return this.collecting === null && this.freeAt <= now && onAt <= now && now < offAt;
  }

  viewAt(now: number, { travel }: Knowledge): CourierView {
    const { courier, place, collecting } = this;
    return {
      courier,
      place,
      freeAt: collecting === null ? this.#expectFreeAt(now, travel) : expectArrival(now, collecting, travel),
      isIdle: this.isIdleAt(now),
      collecting: collecting?.orders ?? [],
    };
  }

  /** By the courier's position and what is known of the remaining drives. */
  #expectFreeAt(now: number, travel: TravelTable): number {
    const { dropoffMinutes } = this.instance;
    const [current, ...later] = this.legs.filter(({ arrivesAt }) => now < arrivesAt + dropoffMinutes);
    if (current === undefined) return this.freeAt;
    const leavesAt = Math.max(now, expectLegArrival(now, current, travel) + dropoffMinutes);
    return later.reduce((time, { from, to }) => time + travel.minutes(from, to) + dropoffMinutes, leavesAt);
  }
}

const expectArrival = (
  now: number,
  { from, restaurant, sentAt, arrivesAt }: Collecting,
  travel: TravelTable,
) => expectLegArrival(now, { from, to: restaurant, departsAt: sentAt, arrivesAt }, travel);

/** The share of the way that remains, by the courier's position, takes this share of the expected time. */
function expectLegArrival(now: number, { from, to, departsAt, arrivesAt }: Leg, travel: TravelTable): number {
  const expectedMinutes = travel.minutes(from, to);
  if (now >= arrivesAt) return arrivesAt;
  if (now <= departsAt) return departsAt + expectedMinutes;
  return now + (expectedMinutes * (arrivesAt - now)) / (arrivesAt - departsAt);
}
