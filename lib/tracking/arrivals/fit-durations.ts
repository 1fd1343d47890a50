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
/** A group is kept if its orders went to at least five recipients, so that it says nothing about one of them. */
const MIN_RECIPIENTS = 5;
/** Fewer have no quantiles from which a spread could be learned. */
const MIN_FOR_SPREAD = 20;
/** Effects that occur together are separated step by step. */
const PASSES = 4;
/** In standard deviations; a larger one counts as this one, so that it moves neither effects nor common variance. */
const MAX_DEVIATION = 2;
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
    await setImmediate();
    const rows: Row[] = [];
    for (const one of observations) if (one.kind === kind && isMeasured(one)) rows.push(toRow(one));
    if (countRecipients(rows) >= MIN_RECIPIENTS) learned.push(...(await fitKind(kind, rows)));
  }
  return learned;
}

const isMeasured = ({ kind, value }: Observation): boolean => value <= LIMITS[kind][1];

function toRow({ kind, value, groups, ageDays, orderId, recipient }: Observation): Row {
  const names: Readonly<Record<string, string>> = groups;
  return {
    rest: Math.log(Math.max(LIMITS[kind][0], value)),
    spread: 1,
    weight: 0.5 ** (ageDays / HALF_LIFE_DAYS),
    groups: LEVELS[kind].map((level) => names[level] ?? ""),
    orderId,
    recipient,
  };
}

async function fitKind(kind: DurationKind, rows: readonly Row[]): Promise<LearnedDuration[]> {
  const priors = new Map(PRIORS.flatMap((one) => (one.kind === kind ? [[one.group, one] as const] : [])));
  const getPrior = (group: string) => priors.get(group) ?? { effect: 0, spread: 0 };
  const whole: FittedGroup = { rows, count: sumWeights(rows), effect: 0, spread: 0 };
  const toLearned = (group: string, effect: number, spread: number, of = whole): LearnedDuration => ({
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
  const fitWhole = (limit: number) => {
    const own = whole.effect + toLimitedMean(whole, limit);
    explain(whole, shrink(own, getPrior("").effect, whole.count, EFFECT_WEIGHT));
  };
  fitWhole(0);
  for (let pass = 0; pass < PASSES; pass += 1) {
    const limit = MAX_DEVIATION * toScale(rows, toRest);
    for (const { level, groups } of levels) {
      await setImmediate();
      for (const [name, group] of groups) {
        const own = group.effect + toLimitedMean(group, limit);
        explain(group, shrink(own, getPrior(toGroupName(level, name)).effect, group.count, EFFECT_WEIGHT));
      }
      // What the groups of a level have in common belongs to the whole.
      const common = toMeanEffect(groups.values(), whole.count);
      for (const group of groups.values()) explain(group, group.effect - common);
      explain(whole, whole.effect + common);
    }
    fitWhole(limit);
  }
  const scale = shrink(toScale(rows, toRest), getPrior("").spread, whole.count, SPREAD_WEIGHT);
  for (const row of rows) row.spread = scale;
  for (const { groups } of levels) {
    await setImmediate();
    for (const group of groups.values()) explainSpread(group);
  }
  return [
    toLearned("", whole.effect, scale),
    toLearned(SHARED_GROUP, toShared(rows, getPrior(SHARED_GROUP).effect), 0),
    ...levels.flatMap(({ level, groups }) => [
      toLearned(level, 0, toBetween([...groups.values()], scale, getPrior(level).spread)),
      ...[...groups].map(([name, group]) =>
        toLearned(toGroupName(level, name), group.effect, group.spread, group),
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

const sumWeights = (rows: readonly Row[]): number => rows.reduce((sum, { weight }) => sum + weight, 0);

const shrink = (own: number, wider: number, count: number, against: number): number =>
  wider + (own - wider) * toWeight(count, against);

/** Moves what an effect explains from the rows to it. */
function explain(group: FittedGroup, effect: number): void {
  const change = effect - group.effect;
  for (const row of group.rows) row.rest -= change;
  group.effect = effect;
}

/** The mean of what is unexplained, each within the limit around the median. */
function toLimitedMean({ rows, count }: FittedGroup, limit: number): number {
  const median = toQuantile(rows, toRest, 0.5);
  let sum = 0;
  for (const { rest, weight } of rows) sum += weight * Math.max(-limit, Math.min(limit, rest - median));
  return median + sum / count;
}

function toMeanEffect(groups: Iterable<FittedGroup>, total: number): number {
  let sum = 0;
  for (const { effect, count } of groups) sum += effect * count;
  return sum / total;
}

function explainSpread(group: FittedGroup): void {
  if (group.rows.length < MIN_FOR_SPREAD) return;
  const relative = toScale(group.rows, ({ rest, spread }) => rest / spread);
  group.spread = shrink(Math.log(relative), 0, group.count, SPREAD_WEIGHT);
  for (const row of group.rows) row.spread *= Math.exp(group.spread);
}

type ToValue = (row: Row) => number;

const toRest: ToValue = ({ rest }) => rest;

const MIN_SCALE = 0.05;

function toScale(rows: readonly Row[], toValue: ToValue): number {
  const width = toQuantile(rows, toValue, 0.95) - toQuantile(rows, toValue, 0.05);
  return Math.max(MIN_SCALE, width / P5_TO_P95);
}

/** The standard deviation between the groups of a level, without the noise of their means. */
function toBetween(groups: readonly FittedGroup[], scale: number, prior: number): number {
  let [sum, weights] = [LEVEL_WEIGHT * prior ** 2, LEVEL_WEIGHT];
  for (const { effect, count } of groups) {
    const weight = toWeight(count, EFFECT_WEIGHT);
    const noise = scale ** 2 / count;
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

/** Logarithms of all possible values are within this range. */
const RANGE = 16;
const BIN = 0.01;
const BINS = (2 * RANGE) / BIN;

/** A weighted quantile with an error of at most a bin, in linear time; 0 for no rows. */
function toQuantile(rows: readonly Row[], toValue: ToValue, share: number): number {
  const bins = new Float64Array(BINS);
  let [total, first] = [0, BINS];
  for (const row of rows) {
    const bin = Math.max(0, Math.min(BINS - 1, Math.floor((toValue(row) + RANGE) / BIN)));
    bins[bin] = (bins[bin] ?? 0) + row.weight;
    total += row.weight;
    first = Math.min(first, bin);
  }
  let before = 0;
  for (let bin = first; bin < BINS; bin += 1) {
    const weight = bins[bin] ?? 0;
    if (weight > 0 && before + weight >= share * total) {
      return (bin + (share * total - before) / weight) * BIN - RANGE;
    }
    before += weight;
  }
  return 0;
}
