import { toStretches } from "@/bench/arrivals/course-clock";
import { estimateRemaining } from "@/bench/arrivals/learned-rule";
import { listRemaining } from "@/bench/arrivals/remaining";
import { createDraw, drawCourse, drawWorld } from "@/bench/arrivals/world";
import { median } from "@/bench/statistics";
import { PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";

const DELIVERIES = 300;
const ROUNDS = 9;

/** CPU time of one arrival's estimate in microseconds, with its groups and quantiles; median of several rounds. */
export function measureEstimates(): number {
  const draw = createDraw(5);
  const runs = drawWorld(5, DELIVERIES).deliveries.map((delivery) => {
    const stretches = toStretches(delivery, drawCourse(draw, delivery));
    const now = delivery.startsAt + 5;
    return { delivery, now, remaining: listRemaining(delivery, stretches, now) };
  });
  const arrivals = runs.reduce((sum, { delivery }) => sum + delivery.dropoffs.length, 0);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    for (const { delivery, remaining, now } of runs) estimateRemaining(PRIOR_MODEL, delivery, remaining, now);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / arrivals;
  });
  return median(rounds);
}
