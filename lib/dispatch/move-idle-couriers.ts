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
 * Where couriers without a planned order should wait: at expected pickups that no other idle courier is near. Callers
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
    if (!isIdle(courier)) coverage.add(courier, courier.point, Math.max(0, courier.freeAt - now));
  }
  return waiting.filter(isIdle).flatMap((courier): CourierMove[] => {
    let toPoint = courier.point;
    let most = coverage.getGain(courier, courier.point, 0) * MIN_GAIN;
    for (const { point } of expectedPickups) {
      const way = snapshot.travelSeconds(courier.point, point, courier.vehicle);
      if (way > settings.maxSeconds) continue;
      const gain = coverage.getGain(courier, point, way * WAY_SHARE);
      if (gain <= most * (toPoint === courier.point ? 1 : MIN_GAIN)) continue;
      most = gain;
      toPoint = point;
    }
    coverage.add(courier, toPoint, 0);
    return toPoint === courier.point ? [] : [{ courierId: courier.id, toPoint }];
  });
}

/** How soon each expected pickup can be reached. */
class Coverage {
  readonly #seconds: Float64Array;

  constructor(
    readonly snapshot: PlanSnapshot,
    { maxSeconds }: MoveSettings,
  ) {
    this.#seconds = new Float64Array(snapshot.expectedPickups.length).fill(maxSeconds);
  }

  add({ vehicle }: PlanCourier, fromPoint: number, delaySeconds: number): void {
    for (const [index, { point }] of this.snapshot.expectedPickups.entries()) {
      const seconds = delaySeconds + this.snapshot.travelSeconds(fromPoint, point, vehicle);
      this.#seconds[index] = Math.min(this.#seconds[index] ?? seconds, seconds);
    }
  }

  /** Weighted seconds by which a courier at a point shortens the ways to the expected pickups. */
  getGain({ vehicle }: PlanCourier, fromPoint: number, delaySeconds: number): number {
    let gain = 0;
    for (const [index, { point, weight }] of this.snapshot.expectedPickups.entries()) {
      const seconds = delaySeconds + this.snapshot.travelSeconds(fromPoint, point, vehicle);
      gain += weight * Math.max(0, (this.#seconds[index] ?? 0) - seconds);
    }
    return gain;
  }
}
