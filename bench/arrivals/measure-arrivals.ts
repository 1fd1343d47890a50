import { type Stretch, toArrivals, toStretches } from "@/bench/arrivals/course-clock";
import { estimateRemaining, observe, toDate, toMinute } from "@/bench/arrivals/learned-rule";
import { toFormerWindow } from "@/bench/arrivals/present-rule";
import { listRemaining } from "@/bench/arrivals/remaining";
import { createDraw, type Delivery, drawCourse, drawWorld, WORLD_DAYS } from "@/bench/arrivals/world";
import { percentile } from "@/bench/statistics";
import { moveWindow, toFirstWindow } from "@/lib/tracking/arrivals/arrival-window";
import { type DurationModel, PRIOR_MODEL, toDurationModel } from "@/lib/tracking/arrivals/duration-model";
import { fitDurations, type Observation } from "@/lib/tracking/arrivals/fit-durations";

const WEEK = 7 * 24 * 60;
const LOOK_EVERY = 1;
const COURSES = 150;
const MAX_DROPOFFS = 8;

interface Window {
  readonly from: number;
  readonly to: number;
  readonly hasMovedLater?: boolean;
}

/** The windows that one recipient saw under one rule, and the arrival. Times are in minutes. */
export interface RecipientRecord {
  readonly dropoff: number;
  readonly dropoffCount: number;
  readonly first: Window;
  readonly arrivedAt: number;
  /** Moves of the window's end to a later and to an earlier time. */
  readonly later: number;
  readonly earlier: number;
  /** Changes between the two directions. */
  readonly turns: number;
}

export interface WeekResult {
  readonly learned: readonly RecipientRecord[];
  readonly former: readonly RecipientRecord[];
  /** Mean width of the central 90 % of the true arrivals, at the time of the first window; of the last week only. */
  readonly trueWidth: number;
}

/** Week by week, each with what the weeks before have taught. */
export async function measureArrivals(seed: number, count: number): Promise<WeekResult[]> {
  const { deliveries } = drawWorld(seed, count);
  const draw = createDraw(seed + 1_000);
  const runs = deliveries.map((delivery) => ({
    delivery,
    stretches: toStretches(delivery, drawCourse(draw, delivery)),
  }));
  const weeks = WORLD_DAYS / 7;
  const results: WeekResult[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const begin = week * WEEK;
    const past = runs.filter(({ delivery }) => delivery.startsAt < begin);
    const model = await learn(past, begin, seed);
    const present = runs.filter(({ delivery: { startsAt } }) => startsAt >= begin && startsAt < begin + WEEK);
    const widths =
      week === weeks - 1 ? present.flatMap(({ delivery }) => listTrueWidths(draw, delivery)) : [];
    results.push({
      learned: present.flatMap((run) => showLearned(model, run)),
      former: present.flatMap(showFormer),
      trueWidth: widths.reduce((sum, width) => sum + width, 0) / widths.length,
    });
  }
  return results;
}

interface Run {
  readonly delivery: Delivery;
  readonly stretches: readonly Stretch[];
}

async function learn(past: readonly Run[], now: number, seed: number): Promise<DurationModel> {
  if (past.length === 0) return PRIOR_MODEL;
  const draw = createDraw(seed + 2_000);
  const observations: Observation[] = past.flatMap(({ delivery, stretches }) =>
    observe(draw, delivery, stretches, now),
  );
  return toDurationModel(await fitDurations(observations), toDate(now));
}

function showLearned(model: DurationModel, { delivery, stretches }: Run): RecipientRecord[] {
  return show({ delivery, stretches }, (now, shown) => {
    const remaining = listRemaining(delivery, stretches, now);
    return estimateRemaining(model, delivery, remaining, now).map((estimate, dropoff) => {
      const before = shown[dropoff];
      if (estimate === null) return before;
      const at = toDate(now);
      if (before === undefined) return fromDates(toFirstWindow(estimate, at));
      const { from, to, hasMovedLater = false } = before;
      const next = moveWindow({ from: toDate(from), to: toDate(to), hasMovedLater }, estimate, at);
      if (next === null) return before;
      return { ...fromDates(next), hasMovedLater: hasMovedLater || next.to > toDate(to) };
    });
  });
}

const fromDates = ({ from, to }: { from: Date; to: Date }): Window => ({
  from: toMinute(from),
  to: toMinute(to),
});

function showFormer({ delivery, stretches }: Run): RecipientRecord[] {
  return show({ delivery, stretches }, (now, shown) => {
    const remaining = listRemaining(delivery, stretches, now);
    return delivery.dropoffs.map((_, dropoff) => {
      const isAhead = remaining.some(
        ({ kind, part, index }) => kind === "drive" && part === "dropoff" && index === dropoff,
      );
      return isAhead ? toFormerWindow(now, remaining, dropoff) : shown[dropoff];
    });
  });
}

/** @param look the windows of all dropoffs at a time, given those shown before */
function show(
  { delivery, stretches }: Run,
  look: (now: number, shown: readonly (Window | undefined)[]) => (Window | undefined)[],
): RecipientRecord[] {
  const arrivals = stretches.flatMap(({ kind, part, to }) =>
    kind === "drive" && part === "dropoff" ? [to] : [],
  );
  const end = Math.max(...arrivals);
  let shown = look(delivery.startsAt, []);
  const firsts = shown;
  const moves = delivery.dropoffs.map(() => [] as ("later" | "earlier")[]);
  for (let now = delivery.startsAt + LOOK_EVERY; now < end; now += LOOK_EVERY) {
    const next = look(now, shown);
    for (const [dropoff, list] of moves.entries()) {
      const [one, other] = [shown[dropoff], next[dropoff]];
      if (one === undefined || other === undefined || one.to === other.to) continue;
      list.push(other.to > one.to ? "later" : "earlier");
    }
    shown = next;
  }
  return arrivals.flatMap((arrivedAt, dropoff): RecipientRecord[] => {
    const first = firsts[dropoff];
    if (first === undefined) return [];
    const list = moves[dropoff] ?? [];
    return [
      {
        dropoff,
        dropoffCount: arrivals.length,
        first,
        arrivedAt,
        later: list.filter((move) => move === "later").length,
        earlier: list.filter((move) => move === "earlier").length,
        turns: list.filter((move, index) => index > 0 && move !== list[index - 1]).length,
      },
    ];
  });
}

function listTrueWidths(draw: () => number, delivery: Delivery): number[] {
  const courses = Array.from({ length: COURSES }, () => toArrivals(delivery, drawCourse(draw, delivery)));
  return delivery.dropoffs.map((_, dropoff) => {
    const arrivals = courses.map((arrivedAt) => arrivedAt[dropoff] ?? Number.NaN);
    return percentile(arrivals, 0.95) - percentile(arrivals, 0.05);
  });
}

export interface ArrivalFigures {
  readonly count: number;
  /** Shares of all, from 0 to 1. */
  readonly held: number;
  readonly early: number;
  readonly late: number;
  readonly lastOfEight: number;
  readonly movedLaterTwice: number;
  /** Recipients whose window changed its direction more than once. */
  readonly turnedTwice: number;
  readonly width: number;
  /** Moves of the window's end per recipient. */
  readonly moves: number;
}

export function sumFigures(shown: readonly RecipientRecord[]): ArrivalFigures {
  const share = (list: readonly RecipientRecord[], is: (one: RecipientRecord) => boolean) =>
    list.filter(is).length / list.length;
  const isHeld = ({ first, arrivedAt }: RecipientRecord) => arrivedAt >= first.from && arrivedAt <= first.to;
  const mean = (value: (one: RecipientRecord) => number) =>
    shown.reduce((sum, one) => sum + value(one), 0) / shown.length;
  const lasts = shown.filter(
    ({ dropoff, dropoffCount }) => dropoffCount === MAX_DROPOFFS && dropoff === MAX_DROPOFFS - 1,
  );
  return {
    count: shown.length,
    held: share(shown, isHeld),
    early: share(shown, ({ first, arrivedAt }) => arrivedAt < first.from),
    late: share(shown, ({ first, arrivedAt }) => arrivedAt > first.to),
    lastOfEight: share(lasts, isHeld),
    movedLaterTwice: share(shown, ({ later }) => later > 1),
    turnedTwice: shown.filter(({ turns }) => turns > 1).length,
    width: mean(({ first }) => first.to - first.from),
    moves: mean(({ later, earlier }) => later + earlier),
  };
}
