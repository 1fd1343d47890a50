import type { Context } from "@/lib/context";
import { TRANSPORT_TYPES, transportsFor } from "@/lib/couriers/vehicle";
import { assignOrder, assignTestOrder, reportNoCourierFound } from "@/lib/dispatch/assign-order";
import type { AvailableCouriers, DispatchRequest, NearbyCourier } from "@/lib/dispatch/available-couriers";
import { availabilityCriteria, findAvailableCouriers } from "@/lib/dispatch/find-available-couriers";
import { rankCouriers } from "@/lib/dispatch/rank-couriers";
import { listWaiting, QUEUE_START } from "@/lib/dispatch/store";

const PAGE = 500;
const AT_ONCE = 6;

export interface DispatchOutcome {
  readonly unserved: number;
  /** Whether an immediate retry may serve more orders, since a chosen courier was taken concurrently. */
  readonly isContested: boolean;
}

/** Runs one pass over the waiting orders; ends early when `mayGoOn` returns false. */
export async function matchWaitingOrders(
  context: Context,
  mayGoOn: () => Promise<boolean> = async () => true,
): Promise<DispatchOutcome> {
  const pass = new DispatchPass(context, mayGoOn);
  let after = QUEUE_START;
  for (;;) {
    const now = context.clock.now();
    const vainBefore = new Date(now.getTime() - context.dispatch.notFoundAfterSeconds * 1000);
    const { areAnyLeft } = pass;
    const search = { ...availabilityCriteria(context), after, now, vainBefore, areAnyLeft, limit: PAGE };
    const page = await listWaiting(context.db, search);
    await pass.serve(page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || !(await mayGoOn())) return pass;
    after = last;
  }
}

class DispatchPass implements DispatchOutcome {
  unserved = 0;
  isContested = false;
  #found: { free: AvailableCouriers; areAll: boolean } | null = null;
  #lightestMissing = Number.POSITIVE_INFINITY;

  constructor(
    readonly context: Context,
    readonly mayGoOn: () => Promise<boolean>,
  ) {}

  get areAnyLeft(): boolean {
    return this.#found === null || !this.#found.areAll || this.#found.free.areAnyLeft;
  }

  async serve(page: readonly DispatchRequest[]): Promise<void> {
    const live = page.filter(({ mode }) => mode === "live");
    const held = live.filter(({ isHeld }) => isHeld);
    const free = live.filter(({ isHeld }) => !isHeld);
    const unserved = free.length === 0 ? [] : await this.#serveLive(free);
    await inTurns(
      [...unserved, ...held].filter(({ isVain }) => isVain),
      this.mayGoOn,
      ({ id }) => reportNoCourierFound(this.context, id),
    );
    this.unserved += unserved.length;
    await inTurns(
      page.filter(({ mode }) => mode === "test"),
      this.mayGoOn,
      (order) => this.#serveTest(order),
    );
  }

  async #serveLive(orders: readonly DispatchRequest[]): Promise<DispatchRequest[]> {
    this.#found ??= await findAvailableCouriers(this.context, orders);
    const { free, areAll } = this.#found;
    const unserved: DispatchRequest[] = [];
    let waiting = orders;
    while (waiting.length > 0 && (await this.mayGoOn())) {
      const next = waiting.slice(0, AT_ONCE);
      const ranked = await Promise.all(
        next.map(async (order) => rankCouriers(this.context, order, free.nearestTo(order))),
      );
      const matches: [DispatchRequest, NearbyCourier][] = [];
      const passedOver: DispatchRequest[] = [];
      for (const [index, order] of next.entries()) {
        const couriers = ranked[index] ?? [];
        const best = couriers.find((courier) => free.take(courier));
        if (best !== undefined) matches.push([order, best]);
        // Orders that have waited longer took all compared couriers; others may be available.
        else if (couriers.length > 0) passedOver.push(order);
        else unserved.push(order);
      }
      const results = await Promise.all(
        matches.map(([{ id }, { courierId }]) => assignOrder(this.context, id, courierId)),
      );
      if (results.includes(false)) this.isContested = true;
      waiting = [...passedOver, ...waiting.slice(AT_ONCE)];
    }
    if (!areAll && unserved.length > 0) this.isContested = true;
    return unserved;
  }

  async #serveTest(order: DispatchRequest): Promise<void> {
    if (order.scenario === "no_courier") return reportNoCourierFound(this.context, order.id, order);
    // A larger transport type is never easier to find.
    const lightest = TRANSPORT_TYPES.indexOf(transportsFor(order.cargoSizes)[0] ?? "van");
    if (lightest >= this.#lightestMissing) return;
    if (!(await assignTestOrder(this.context, order.id))) this.#lightestMissing = lightest;
  }
}

async function inTurns(
  orders: readonly DispatchRequest[],
  mayGoOn: () => Promise<boolean>,
  work: (order: DispatchRequest) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < orders.length && (await mayGoOn()); index += AT_ONCE) {
    await Promise.all(orders.slice(index, index + AT_ONCE).map(work));
  }
}
