import { setImmediate } from "node:timers/promises";
import {
  DURATION_KINDS,
  type DurationKind,
  EFFECT_WEIGHT,
  type Groups,
  LEVELS,
  type LearnedDuration,
  PRIORS,
  SHARED_GROUP,
  SPREAD_WEIGHT,
  toGroupName,
  toWeight,
} from "@/lib/tracking/arrivals/duration-model";

/** One duration that was measured. */
export type Observation = {
  readonly [Kind in DurationKind]: {
    readonly kind: Kind;
    readonly groups: Groups<Kind>;
    /** Seconds; for a drive, the quotient of the driven and the planned seconds, both with `PARKING_SECONDS`. */
    readonly value: number;
    readonly ageDays: number;
    /** Observations of one order follow each other. */
    readonly orderId: bigint;
    /** Only compared with others. */
    readonly recipient: string;
  };
}[DurationKind];

/** Beyond the upper limit, a tap was forgotten or the position lost; below the lower one, taps came together. */
const LIMITS: Readonly<Record<DurationKind, readonly [least: number, most: number]>> = {
  offer: [2, 30 * 60],
  wait: [15, 3 * 3_600],
  drive: [0.2, 6],
  door: [10, 3_600],
};

const HALF_LIFE_DAYS = 14;
/** A group is kept if its orders went to so many recipients, so that it says nothing about one of them. */
const MIN_RECIPIENTS = 5;
/** Fewer have no quantiles from which a spread could be learned. */
const MIN_FOR_SPREAD = 20;
const PASSES = 2;
/** In standard deviations; larger ones would dominate the common variance. */
const MAX_DEVIATION = 2.5;
const PAIRS_WEIGHT = 50;
const LEVEL_WEIGHT = 4;
/** The 5th and 95th percentile of a normal distribution are as many standard deviations apart. */
const P5_TO_P95 = 3.2897;

interface Row {
  /** What no level has explained yet, as the logarithm. */
  rest: number;
  /** In units of the kind's standard deviation. */
  spread: number;
  readonly weight: number;
  readonly groups: readonly string[];
  readonly orderId: bigint;
  readonly recipient: string;
}

interface FittedGroup {
  readonly rows: readonly Row[];
  /** The sum of their weights. */
  readonly count: number;
  effect: number;
  spread: number;
}

/** Learns all kinds; other work of the process gets its turn between levels. */
export async function fitDurations(observations: readonly Observation[]): Promise<LearnedDuration[]> {
  const learned: LearnedDuration[] = [];
  for (const kind of DURATION_KINDS) {
    const rows = observations.flatMap((one) => (one.kind === kind ? toRows(one) : []));
    if (countRecipients(rows) >= MIN_RECIPIENTS) learned.push(...(await fitKind(kind, rows)));
  }
  return learned;
}

function toRows({ kind, value, groups, ageDays, orderId, recipient }: Observation): Row[] {
  const [least, most] = LIMITS[kind];
  if (!(value <= most)) return [];
  const names: Readonly<Record<string, string>> = groups;
  return [
    {
      rest: Math.log(Math.max(least, value)),
      spread: 1,
      weight: 0.5 ** (ageDays / HALF_LIFE_DAYS),
      groups: LEVELS[kind].map((level) => names[level] ?? ""),
      orderId,
      recipient,
    },
  ];
}

async function fitKind(kind: DurationKind, rows: readonly Row[]): Promise<LearnedDuration[]> {
  const priors = new Map(PRIORS.flatMap((one) => (one.kind === kind ? [[one.group, one] as const] : [])));
  const getPrior = (group: string) => priors.get(group) ?? { effect: 0, spread: 0 };
  const whole: FittedGroup = { rows, count: sumWeights(rows), effect: 0, spread: 0 };
  const toRow = (group: string, effect: number, spread: number, of = whole): LearnedDuration => ({
    kind,
    group,
    count: Math.round(of.count),
    effect,
    spread,
    orderCount: countOrders(of.rows),
  });
  const levels = LEVELS[kind].map((level, index) => ({
    level,
    groups: groupRows(rows, index),
  }));
  for (let pass = 0; pass < PASSES; pass += 1) {
    explain(whole, getPrior("").effect);
    for (const { level, groups } of levels) {
      await setImmediate();
      for (const [name, group] of groups) explain(group, getPrior(toGroupName(level, name)).effect);
    }
  }
  const scale = shrink(toScale(rows), getPrior("").spread, whole.count, SPREAD_WEIGHT);
  for (const row of rows) row.spread = scale;
  for (const { groups } of levels) {
    await setImmediate();
    for (const group of groups.values()) explainSpread(group);
  }
  return [
    toRow("", whole.effect, scale),
    toRow(SHARED_GROUP, toShared(rows, getPrior(SHARED_GROUP).effect), 0),
    ...levels.flatMap(({ level, groups }) => [
      toRow(level, 0, toBetween([...groups.values()], scale, getPrior(level).spread)),
      ...[...groups].map(([name, group]) =>
        toRow(toGroupName(level, name), group.effect, group.spread, group),
      ),
    ]),
  ];
}

/** Groups of fewer recipients are left to the wider level. */
function groupRows(rows: readonly Row[], level: number): Map<string, FittedGroup> {
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    const name = row.groups[level] ?? "";
    const members = byName.get(name);
    if (members === undefined) byName.set(name, [row]);
    else members.push(row);
  }
  const groups = new Map<string, FittedGroup>();
  for (const [name, members] of byName) {
    if (countRecipients(members) < MIN_RECIPIENTS) continue;
    groups.set(name, { rows: members, count: sumWeights(members), effect: 0, spread: 0 });
  }
  return groups;
}

/** Counts no further than needed. */
function countRecipients(rows: readonly Row[]): number {
  const recipients = new Set<string>();
  for (const { recipient } of rows) {
    recipients.add(recipient);
    if (recipients.size >= MIN_RECIPIENTS) break;
  }
  return recipients.size;
}

/** Rows of one order follow each other. */
const countOrders = (rows: readonly Row[]): number =>
  rows.filter(({ orderId }, index) => orderId !== rows[index - 1]?.orderId).length;

const sumWeights = (rows: readonly Weighted[]): number => rows.reduce((sum, { weight }) => sum + weight, 0);

const shrink = (own: number, wider: number, count: number, against: number): number =>
  wider + (own - wider) * toWeight(count, against);

/** Moves the group's median from what is unexplained to its effect. */
function explain(group: FittedGroup, prior: number): void {
  const own = group.effect + toQuantile(sortByRest(group.rows), 0.5);
  const effect = shrink(own, prior, group.count, EFFECT_WEIGHT);
  const change = effect - group.effect;
  for (const row of group.rows) row.rest -= change;
  group.effect = effect;
}

function explainSpread(group: FittedGroup): void {
  if (group.rows.length < MIN_FOR_SPREAD) return;
  const relative = toScale(group.rows.map((row) => ({ rest: row.rest / row.spread, weight: row.weight })));
  group.spread = shrink(Math.log(Math.max(MIN_SCALE, relative)), 0, group.count, SPREAD_WEIGHT);
  for (const row of group.rows) row.spread *= Math.exp(group.spread);
}

const MIN_SCALE = 0.05;

function toScale(rows: readonly Weighted[]): number {
  const sorted = sortByRest(rows);
  return Math.max(MIN_SCALE, (toQuantile(sorted, 0.95) - toQuantile(sorted, 0.05)) / P5_TO_P95);
}

/** The standard deviation between the groups of a level, without the noise of their medians. */
function toBetween(groups: readonly FittedGroup[], scale: number, prior: number): number {
  let [sum, weights] = [LEVEL_WEIGHT * prior ** 2, LEVEL_WEIGHT];
  for (const { effect, count } of groups) {
    const weight = toWeight(count, EFFECT_WEIGHT);
    // The variance of a median is π / 2 times that of a mean.
    const noise = ((Math.PI / 2) * scale ** 2) / count;
    sum += weight * ((effect / weight) ** 2 - noise);
    weights += weight;
  }
  return Math.sqrt(Math.max(0, sum / weights));
}

/** The correlation of consecutive durations of one order. */
function toShared(rows: readonly Row[], prior: number): number {
  let [products, squares, pairs] = [0, 0, 0];
  const toDeviation = ({ rest, spread }: Row) =>
    Math.max(-MAX_DEVIATION, Math.min(MAX_DEVIATION, rest / spread));
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before === undefined || before.orderId !== row.orderId) continue;
    const [one, other] = [toDeviation(before), toDeviation(row)];
    products += one * other;
    squares += (one ** 2 + other ** 2) / 2;
    pairs += 1;
  }
  if (squares === 0) return prior;
  return Math.max(0, Math.min(1, shrink(products / squares, prior, pairs, PAIRS_WEIGHT)));
}

type Weighted = Pick<Row, "rest" | "weight">;

const sortByRest = (rows: readonly Weighted[]): Weighted[] => rows.toSorted((a, b) => a.rest - b.rest);

/** A weighted quantile, interpolated between neighbors; 0 for no rows. */
function toQuantile(sorted: readonly Weighted[], share: number): number {
  const wanted = share * sumWeights(sorted);
  let [before, lower, lowerAt] = [0, sorted[0]?.rest ?? 0, 0];
  for (const { rest, weight } of sorted) {
    const at = before + weight / 2;
    if (at >= wanted) return lower + ((rest - lower) * (wanted - lowerAt)) / (at - lowerAt);
    [lower, lowerAt] = [rest, at];
    before += weight;
  }
  return lower;
}
