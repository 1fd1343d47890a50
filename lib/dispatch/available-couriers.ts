import type { Mode } from "@/lib/account-scope";
import { type TransportType, transportsFor } from "@/lib/couriers/vehicle";
import type { Point } from "@/lib/point";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { greatCircleMeters, METERS_PER_DEGREE, toRadians } from "@/lib/routing/geo";
import type { Scenario } from "@/lib/sandbox/scenario";

export interface DispatchRequest {
  readonly id: bigint;
  readonly mode: Mode;
  readonly dispatchAt: Date;
  /** Whether an unsuccessful search must be reported. */
  readonly isVain: boolean;
  /** Whether it gets no courier yet. */
  readonly isHeld: boolean;
  readonly pickup: Point;
  readonly cargoSizes: readonly CargoSize[];
  readonly refusedBy: readonly string[];
  readonly scenario: Scenario | null;
  readonly speed: number | null;
}

export interface FreeCourier extends Point {
  readonly courierId: string;
  readonly transport: TransportType;
}

export interface NearbyCourier extends FreeCourier {
  readonly meters: number;
}

/** Maximum distance of a courier from the pickup. */
const FARTHEST_METERS = 25_000;
const MAX_COMPARED = 6;
/** Couriers farther than the nearest by more than this straight-line distance are not compared by road. */
const COMPARED_WITHIN_METERS = 3_000;

export class AvailableCouriers {
  readonly #byTransport = new Map<TransportType, Map<string, FreeCourier>>();

  constructor(couriers: readonly FreeCourier[]) {
    for (const courier of couriers) {
      const alike = this.#byTransport.get(courier.transport) ?? new Map<string, FreeCourier>();
      this.#byTransport.set(courier.transport, alike.set(courier.courierId, courier));
    }
  }

  get areAnyLeft(): boolean {
    return [...this.#byTransport.values()].some((alike) => alike.size > 0);
  }

  /** Returns false if the courier was already taken. */
  take({ transport, courierId }: FreeCourier): boolean {
    return this.#byTransport.get(transport)?.delete(courierId) ?? false;
  }

  /** The nearest couriers who can carry an order and have not refused it, nearest first. */
  nearestTo(order: DispatchRequest): NearbyCourier[] {
    const found: { courier: FreeCourier; squared: number }[] = [];
    let farthest = FARTHEST_METERS ** 2;
    const eastward = METERS_PER_DEGREE * Math.cos(toRadians(order.pickup.latitude));
    for (const transport of transportsFor(order.cargoSizes)) {
      for (const courier of this.#byTransport.get(transport)?.values() ?? []) {
        // Runs for thousands of orders times thousands of couriers, so it uses a cheap approximate distance.
        const north = METERS_PER_DEGREE * (courier.latitude - order.pickup.latitude);
        const degrees = Math.abs(courier.longitude - order.pickup.longitude);
        const east = eastward * Math.min(degrees, 360 - degrees);
        const squared = north * north + east * east;
        if (squared > farthest || order.refusedBy.includes(courier.courierId)) continue;
        found.push({ courier, squared });
        found.sort((a, b) => a.squared - b.squared || (a.courier.courierId < b.courier.courierId ? -1 : 1));
        if (found.length > MAX_COMPARED) found.pop();
        if (found.length === MAX_COMPARED) farthest = found.at(-1)?.squared ?? farthest;
      }
    }
    const near = found.map(({ courier }) => ({
      ...courier,
      meters: greatCircleMeters(courier, order.pickup),
    }));
    const within = (near[0]?.meters ?? 0) + COMPARED_WITHIN_METERS;
    return near.filter(({ meters }) => meters <= within);
  }

  /** Whether no courier beyond this distance from the pickup could change the result of `nearestTo`. */
  isEnoughFor(order: DispatchRequest, completeWithinMeters: number): boolean {
    const near = this.nearestTo(order);
    const [nearest, last] = [near[0], near.at(-1)];
    if (nearest === undefined || last === undefined) return false;
    const isFull = near.length === MAX_COMPARED && last.meters <= completeWithinMeters;
    return isFull || nearest.meters + COMPARED_WITHIN_METERS <= completeWithinMeters;
  }
}
