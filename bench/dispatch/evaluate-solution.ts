import { type Instance, type InstanceOrder, type Place, travelMinutes } from "@/bench/dispatch/instance";
import { COURIER_START, type Collection, type Drive, type Solution } from "@/bench/dispatch/solution";

export interface SolutionFigures {
  readonly undeliveredPercent: number;
  readonly clickToDoor: number;
  readonly clickToDoor90: number;
  readonly readyToPickup: number;
  readonly drivenPerOrder: number;
  readonly costPerOrder: number;
  readonly ordersPerCollection: number;
}

/** Means in minutes over the delivered orders. @throws Error if nothing was delivered */
export function evaluateSolution(instance: Instance, solution: Solution): SolutionFigures {
  const { deliveries, collections, drives } = solution;
  if (deliveries.length === 0) throw new Error(`Nothing was delivered in ${instance.name}.`);
  const clickToDoor = deliveries.map(({ deliveredAt, placedAt }) => deliveredAt - placedAt);
  const places = toPlaces(instance);
  const driven = drives.map((drive) => {
    const [from, to] = [places.get(toOriginId(drive)), places.get(drive.destination)];
    return from === undefined || to === undefined ? 0 : travelMinutes(instance, from, to);
  });
  return {
    undeliveredPercent: 100 * (1 - deliveries.length / instance.orders.length),
    clickToDoor: mean(clickToDoor),
    clickToDoor90: quantile(clickToDoor, 0.9),
    readyToPickup: mean(deliveries.map(({ collectedAt, readyAt }) => collectedAt - readyAt)),
    drivenPerOrder: sum(driven) / deliveries.length,
    costPerOrder: getPay(instance, solution) / deliveries.length,
    ordersPerCollection: deliveries.length / collections.length,
  };
}

/** A courier earns per order, and at least an hourly pay. */
function getPay({ couriers, payPerOrder, payPerHour }: Instance, { deliveries }: Solution): number {
  return sum(
    couriers.map(({ id, onAt, offAt }) => {
      const delivered = deliveries.filter(({ courier }) => courier === id).length;
      return Math.max(delivered * payPerOrder, ((offAt - onAt) / 60) * payPerHour);
    }),
  );
}

/**
 * Checks a solution against the rules of the problem by driving it again, without the simulation that made it. Returns
 * each violation, none for a valid solution. `maxInHand` is the most orders of one collection.
 */
export function findViolations(instance: Instance, solution: Solution, maxInHand: number): string[] {
  const violations = findDeliveryViolations(instance, solution);
  const known = new Set(instance.couriers.map(({ id }) => id));
  for (const { courier } of [...solution.collections, ...solution.drives]) {
    if (!known.has(courier)) violations.push(`Courier ${courier} does not exist.`);
  }
  for (const { id } of instance.couriers) {
    const collections = solution.collections.filter(({ courier }) => courier === id);
    const drives = solution.drives.filter(({ courier }) => courier === id);
    const replay = new CourierReplay(instance, solution, id, drives, violations);
    for (const collection of collections.toSorted((a, b) => a.collectedAt - b.collectedAt)) {
      if (collection.orders.length > maxInHand)
        violations.push(`Courier ${id} has ${collection.orders.length} orders in hand.`);
      replay.collect(collection);
    }
    replay.finish();
  }
  return violations;
}

/** Each delivery belongs to exactly one collection, with the times of the instance. */
function findDeliveryViolations(instance: Instance, { collections, deliveries }: Solution): string[] {
  const violations: string[] = [];
  const orders = new Map(instance.orders.map((order) => [order.id, order]));
  const collected = collections.flatMap((collection) => collection.orders.map((id) => ({ id, collection })));
  const delivered = deliveries.map(({ order }) => order).toSorted();
  const listed = collected.map(({ id }) => id).toSorted();
  if (delivered.join() !== listed.join()) violations.push("Collected and delivered orders differ.");
  if (new Set(delivered).size !== delivered.length) violations.push("An order is delivered twice.");
  for (const delivery of deliveries) {
    const order = orders.get(delivery.order);
    const collection = collected.find(({ id }) => id === delivery.order)?.collection;
    if (order === undefined || collection === undefined) {
      violations.push(`Order ${delivery.order} is unknown or was not collected.`);
      continue;
    }
    const isSame = delivery.placedAt === order.placedAt && delivery.readyAt === order.readyAt;
    if (!isSame) violations.push(`Order ${order.id} has other times than in the instance.`);
    if (collection.assignedAt < order.placedAt) violations.push(`Order ${order.id} is assigned too early.`);
    if (collection.collectedAt < order.readyAt) violations.push(`Order ${order.id} is not ready.`);
    const isCollected =
      collection.courier === delivery.courier && collection.collectedAt === delivery.collectedAt;
    if (!isCollected) violations.push(`Order ${order.id} is delivered by a courier who did not collect it.`);
  }
  return violations;
}

/** Drives one courier's day again. */
class CourierReplay {
  readonly #orders: ReadonlyMap<string, InstanceOrder>;
  readonly #places: ReadonlyMap<string, Place>;
  #next = 0;
  #placeId: string;
  #freeAt: number;
  readonly #offAt: number;

  constructor(
    readonly instance: Instance,
    readonly solution: Solution,
    readonly id: string,
    readonly drives: readonly Drive[],
    readonly violations: string[],
  ) {
    const courier = instance.couriers.find((each) => each.id === id);
    this.#orders = new Map(instance.orders.map((order) => [order.id, order]));
    this.#places = toPlaces(instance);
    this.#placeId = id;
    this.#freeAt = courier?.onAt ?? 0;
    this.#offAt = courier?.offAt ?? 0;
  }

  collect({ assignedAt, collectedAt, orders }: Collection): void {
    const found = orders.flatMap((id) => this.#orders.get(id) ?? []);
    const restaurant = found[0]?.restaurant.id;
    if (restaurant === undefined) return;
    if (found.some((order) => order.restaurant.id !== restaurant))
      this.#report(`collects of several restaurants at ${collectedAt}`);
    while ((this.drives[this.#next]?.departsAt ?? collectedAt) < collectedAt) this.#drive();
    if (this.#placeId !== restaurant) this.#report(`is not at ${restaurant} at ${collectedAt}`);
    const { pickupMinutes, dropoffMinutes } = this.instance;
    // Orders may be added to a collection until it is complete.
    const servedFrom = found.length > 1 ? this.#freeAt : Math.max(this.#freeAt, assignedAt);
    if (collectedAt < Math.max(servedFrom + pickupMinutes / 2, assignedAt))
      this.#report(`collects at ${collectedAt} before the service is done`);
    if (collectedAt > this.#offAt) this.#report(`collects at ${collectedAt} after the shift`);
    this.#freeAt = collectedAt + pickupMinutes / 2;
    for (const { id } of found) {
      this.#drive();
      const delivery = this.solution.deliveries.find(({ order }) => order === id);
      if (this.#placeId !== id) this.#report(`does not drive to the door of ${id}`);
      if (delivery?.deliveredAt !== this.#freeAt + dropoffMinutes / 2)
        this.#report(`hands over ${id} at another time than stated`);
      this.#freeAt += dropoffMinutes;
    }
  }

  finish(): void {
    while (this.#next < this.drives.length) this.#drive();
  }

  #drive(): void {
    const drive = this.drives[this.#next++];
    if (drive === undefined) {
      this.#report("does not drive on");
      return;
    }
    const originId = toOriginId(drive);
    const [from, to] = [this.#places.get(originId), this.#places.get(drive.destination)];
    if (from === undefined || to === undefined) {
      this.#report("drives to or from an unknown place");
      return;
    }
    if (originId !== this.#placeId) this.#report(`departs at ${drive.departsAt} from another place`);
    if (drive.departsAt < this.#freeAt) this.#report(`departs at ${drive.departsAt} while busy`);
    this.#freeAt = drive.departsAt + travelMinutes(this.instance, from, to);
    this.#placeId = drive.destination;
  }

  #report(what: string): void {
    this.violations.push(`Courier ${this.id} ${what}.`);
  }
}

const toOriginId = ({ origin, courier }: Drive): string => (origin === COURIER_START ? courier : origin);

const toPlaces = ({ restaurants, orders, couriers }: Instance): ReadonlyMap<string, Place> =>
  new Map([...restaurants, ...orders, ...couriers].map((place) => [place.id, place]));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** With linear interpolation, like the authors' evaluator. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(place));
  return low + (place - Math.floor(place)) * (high - low);
}
