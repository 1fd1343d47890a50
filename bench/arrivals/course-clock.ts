import type { Course, Delivery } from "@/bench/arrivals/world";

/** One stretch of a course, in minutes since the first midnight. */
export interface Stretch {
  readonly kind: "drive" | "door" | "offer" | "wait";
  /** Index among the stops of the earlier order, or of this one; 0 for others. */
  readonly index: number;
  readonly part: "earlier" | "approach" | "shop" | "dropoff";
  readonly from: number;
  /** When the wait can begin; otherwise `from`. */
  readonly since: number;
  readonly to: number;
  /** When a drive reaches its end on the map; parking follows. */
  readonly reachedAt: number;
}

/** The stretches of a course one after the other. */
export function toStretches(delivery: Delivery, course: Course): Stretch[] {
  const stretches: Stretch[] = [];
  let at = delivery.startsAt;
  const add = (
    kind: Stretch["kind"],
    part: Stretch["part"],
    index: number,
    { drive, rest, since = at }: { drive: number; rest: number; since?: number },
  ) => {
    const reachedAt = since + drive;
    stretches.push({ kind, part, index, from: at, since, to: reachedAt + rest, reachedAt });
    at = reachedAt + rest;
  };
  for (const [index, { drive, parking, door }] of course.earlier.entries()) {
    add("drive", "earlier", index, { drive, rest: parking });
    add("door", "earlier", index, { drive: 0, rest: door });
  }
  if (course.offer > 0) add("offer", "shop", 0, { drive: 0, rest: course.offer });
  add("drive", "approach", 0, { drive: course.approach.drive, rest: course.approach.parking });
  add("wait", "shop", 0, { drive: 0, rest: course.wait, since: Math.max(at, delivery.readyAt ?? 0) });
  for (const [index, { drive, parking, door }] of course.dropoffs.entries()) {
    add("drive", "dropoff", index, { drive, rest: parking });
    add("door", "dropoff", index, { drive: 0, rest: door });
  }
  return stretches;
}

/** The arrival at each dropoff. */
export function toArrivals(delivery: Delivery, course: Course): number[] {
  return toStretches(delivery, course).flatMap(({ kind, part, to }) =>
    kind === "drive" && part === "dropoff" ? [to] : [],
  );
}
