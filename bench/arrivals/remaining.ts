import type { Stretch } from "@/bench/arrivals/course-clock";
import type { Delivery } from "@/bench/arrivals/world";

/** A stretch that is not over, as the service knows it. Times are in minutes. */
export interface Remaining {
  readonly kind: Stretch["kind"];
  readonly part: Stretch["part"];
  readonly index: number;
  /** Of a drive: what is left on the map. */
  readonly plannedMinutes: number;
  /** Since it began; of a wait, since the goods are ready as well. 0 before. */
  readonly elapsedMinutes: number;
  readonly readyAt: number | null;
}

export function listRemaining(delivery: Delivery, stretches: readonly Stretch[], now: number): Remaining[] {
  return stretches.flatMap((stretch): Remaining[] => {
    const { kind, part, index, from, since, to, reachedAt } = stretch;
    if (to <= now) return [];
    const done = from >= now || reachedAt <= from ? 0 : Math.min(1, (now - from) / (reachedAt - from));
    return [
      {
        kind,
        part,
        index,
        plannedMinutes: kind === "drive" ? getPlannedMinutes(delivery, stretch) * (1 - done) : 0,
        elapsedMinutes: from >= now ? 0 : Math.max(0, now - since),
        readyAt: kind === "wait" ? delivery.readyAt : null,
      },
    ];
  });
}

export function getLeg(delivery: Delivery, { part, index }: Pick<Stretch, "part" | "index">) {
  const leg = part === "approach" ? delivery.approach : getStop(delivery, { part, index }).leg;
  return leg;
}

export function getStop(
  { earlier, dropoffs }: Delivery,
  { part, index }: Pick<Stretch, "part" | "index">,
): Delivery["dropoffs"][number] {
  const stop = (part === "earlier" ? earlier : dropoffs)[index];
  if (stop === undefined) throw new Error(`There is no stop ${index} of ${part}.`);
  return stop;
}

const getPlannedMinutes = (delivery: Delivery, stretch: Stretch): number =>
  getLeg(delivery, stretch).plannedMinutes;
