import type { Plan, PlanCourier, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";

export interface CourierMove {
  readonly courierId: string;
  readonly toPoint: number;
}

export interface MoveSettings {
  /** Longest way of a move, and farthest distance at which a courier counts as near a pickup. */
  readonly maxSeconds: number;
  /** A courier whose shift ends sooner stays. */
  readonly minRestSeconds: number;
}

export const DEFAULT_MOVE_SETTINGS: MoveSettings = { maxSeconds: 480, minRestSeconds: 900 };

/** A move must bring more than 5 % over staying. */
const MIN_GAIN = 1.05;
/** While a courier moves, others are nearer: 30 % of the way counts as distance. */
const WAY_SHARE = 0.3;

/**
 * Returns places where couriers without a planned order should wait: at expected pickups that no other idle courier is near. Callers
 * repeat it every ten minutes at most, because each move is driven.
 */
export function moveIdleCouriers(
  snapshot: PlanSnapshot,
  plan: Plan,
  settings: MoveSettings = DEFAULT_MOVE_SETTINGS,
): CourierMove[] {
  const { now, couriers, expectedPickups } = snapshot;
  const planned = new Set(plan.routes.map(({ courierId }) => courierId));
  const waiting = couriers.filter(
    ({ id, shiftEndsAt }) =>
      !planned.has(id) && (shiftEndsAt === null || shiftEndsAt > now + settings.minRestSeconds),
  );
  const isIdle = ({ freeAt, shiftStartsAt, committed }: PlanCourier) =>
    freeAt <= now && (shiftStartsAt ?? now) <= now && committed.length === 0;
  const coverage = new Coverage(snapshot, settings);
  for (const courier of waiting) {
    coverage.set(courier, courier.point, Math.max(0, courier.freeAt - now));
  }
  return waiting.filter(isIdle).flatMap((courier): CourierMove[] => {
    const others = coverage.listWithout(courier);
    let toPoint = courier.point;
    let most = coverage.getGain(others, courier, courier.point, 0);
    for (const { point } of expectedPickups) {
      const way = snapshot.travelSeconds(courier.point, point, courier.vehicle);
      if (way > settings.maxSeconds) continue;
      const gain = coverage.getGain(others, courier, point, way * WAY_SHARE);
      if (gain <= most * MIN_GAIN) continue;
      most = gain;
      toPoint = point;
    }
    coverage.set(courier, toPoint, 0);
    return toPoint === courier.point ? [] : [{ courierId: courier.id, toPoint }];
  });
}

/** Travel time of each courier to each expected pickup. */
class Coverage {
  readonly #seconds = new Map<PlanCourier, readonly number[]>();

  constructor(
    readonly snapshot: PlanSnapshot,
    readonly settings: MoveSettings,
  ) {}

  set(courier: PlanCourier, fromPoint: number, delaySeconds: number): void {
    this.#seconds.set(courier, this.#listSeconds(courier, fromPoint, delaySeconds));
  }

  /** The least seconds to each expected pickup without a courier. */
  listWithout(courier: PlanCourier): number[] {
    const least = this.snapshot.expectedPickups.map(() => this.settings.maxSeconds);
    for (const [other, seconds] of this.#seconds) {
      if (other === courier) continue;
      for (const [index, value] of seconds.entries()) least[index] = Math.min(least[index] ?? value, value);
    }
    return least;
  }

  /** Weighted seconds by which a courier at a point is sooner at the expected pickups than the others. */
  getGain(others: readonly number[], courier: PlanCourier, fromPoint: number, delaySeconds: number): number {
    const seconds = this.#listSeconds(courier, fromPoint, delaySeconds);
    return this.snapshot.expectedPickups.reduce(
      (gain, { weight }, index) => gain + weight * Math.max(0, (others[index] ?? 0) - (seconds[index] ?? 0)),
      0,
    );
  }

  #listSeconds({ vehicle }: PlanCourier, fromPoint: number, delaySeconds: number): number[] {
    const { expectedPickups, travelSeconds } = this.snapshot;
    return expectedPickups.map(({ point }) => delaySeconds + travelSeconds(fromPoint, point, vehicle));
  }
}
