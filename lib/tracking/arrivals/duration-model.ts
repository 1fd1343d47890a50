import type { LogNormal } from "@/lib/tracking/arrivals/duration";

/** Parts of a delivery: from an offer to its acceptance, at the pickup until the departure, on the road, at a door. */
export const DURATION_KINDS = ["offer", "wait", "drive", "door"] as const;
export type DurationKind = (typeof DURATION_KINDS)[number];

/** The levels of groups of each kind, from the widest to the narrowest: each explains what those before it leave. */
export const LEVELS = {
  offer: ["period"],
  wait: ["period", "area", "shop"],
  drive: ["vehicle", "length", "period", "area"],
  door: ["handover", "floor", "size", "area"],
} as const satisfies Readonly<Record<DurationKind, readonly string[]>>;

/** One group per level of its kind. */
export type Groups<Kind extends DurationKind> = Readonly<Record<(typeof LEVELS)[Kind][number], string>>;

/**
 * A row of the table. `effect` is added to the logarithm of the seconds. `spread` is the standard deviation of that
 * logarithm for the whole kind (group ""), that between the groups of a level (group "shop"), and for a group
 * ("shop:…") the logarithm of the quotient of its spread and that of the kind. `count` is of durations,
 * recent ones with more weight.
 */
export interface LearnedDuration {
  readonly kind: DurationKind;
  readonly group: string;
  readonly count: number;
  readonly effect: number;
  readonly spread: number;
  /** The orders that the durations are from. */
  readonly orderCount: number;
}

interface GroupEffect {
  readonly count: number;
  readonly effect: number;
  readonly spread: number;
}

interface KindModel extends GroupEffect {
  /** The share of the variance that all durations of one trip have in common, from 0 to 1. */
  readonly shared: number;
  readonly levels: readonly { readonly between: number; readonly groups: ReadonlyMap<string, GroupEffect> }[];
}

export interface DurationModel {
  readonly kinds: Readonly<Record<DurationKind, KindModel>>;
  /** Orders that taught it; 0 if it consists of priors. */
  readonly orderCount: number;
  readonly learnedAt: Date | null;
}

/** The group "shared" of a kind has its share of common variance as `effect`. */
export const SHARED_GROUP = "shared";

export const toGroupName = (level: string, group: string): string => `${level}:${group}`;

/** A group's own effect weighs n / (n + 8) against none, and its spread n / (n + 40). */
export const EFFECT_WEIGHT = 8;
export const SPREAD_WEIGHT = 40;

export const toWeight = (count: number, against: number): number => count / (count + against);

/**
 * Added to the planned seconds of a drive, to park and find the door. Without it, short drives would be many times longer
 * than planned.
 */
export const PARKING_SECONDS = 60;

/** How many times longer a drive took than planned and `PARKING_SECONDS`. */
export const toDriveRatio = (seconds: number, plannedSeconds: number): number =>
  seconds / (plannedSeconds + PARKING_SECONDS);

const prior = (kind: DurationKind, group: string, effect: number, spread: number): LearnedDuration => ({
  kind,
  group,
  count: 0,
  effect,
  spread,
  orderCount: 0,
});

/**
 * Before anything is learned. Couriers accept within half a minute; food shops hand over after five minutes, each in its
 * own time; drives take somewhat longer than planned, and those of one trip share the traffic; a door takes two and a
 * half minutes, less at the entrance of the house and more with a code, a signature or stairs.
 */
export const PRIORS: readonly LearnedDuration[] = [
  prior("offer", "", Math.log(25), 0.9),
  prior("offer", SHARED_GROUP, 0, 0),
  prior("offer", "period", 0, 0.1),
  prior("wait", "", Math.log(300), 0.6),
  prior("wait", SHARED_GROUP, 0, 0),
  prior("wait", "period", 0, 0.1),
  prior("wait", "area", 0, 0.1),
  prior("wait", "shop", 0, 0.4),
  prior("drive", "", Math.log(1.1), 0.25),
  prior("drive", SHARED_GROUP, 0.5, 0),
  prior("drive", "vehicle", 0, 0.05),
  prior("drive", "length", 0, 0),
  prior("drive", "period", 0, 0.1),
  prior("drive", "area", 0, 0.05),
  prior("door", "", Math.log(150), 0.6),
  prior("door", SHARED_GROUP, 0.1, 0),
  prior("door", "handover", 0, 0),
  prior("door", "handover:plain, outside", -0.3, 0),
  prior("door", "handover:code", 0.1, 0),
  prior("door", "handover:proof", 0.15, 0),
  prior("door", "floor", 0, 0),
  prior("door", "floor:low", -0.1, 0),
  prior("door", "floor:high", 0.2, 0),
  prior("door", "size", 0, 0),
  prior("door", "area", 0, 0.2),
];

/** The learned rows over the priors. */
export function toDurationModel(rows: readonly LearnedDuration[], learnedAt: Date | null): DurationModel {
  const known = new Map<string, LearnedDuration>();
  for (const row of [...PRIORS, ...rows]) known.set(`${row.kind} ${row.group}`, row);
  const groups = new Map<string, Map<string, GroupEffect>>();
  for (const row of known.values()) {
    const at = row.group.indexOf(":");
    if (at === -1) continue;
    const level = `${row.kind} ${row.group.slice(0, at)}`;
    const members = groups.get(level) ?? new Map<string, GroupEffect>();
    groups.set(level, members.set(row.group.slice(at + 1), row));
  }
  const toKind = (kind: DurationKind): KindModel => {
    const { count, effect, spread } = known.get(`${kind} `) ?? NO_EFFECT;
    return {
      count,
      effect,
      spread,
      shared: known.get(`${kind} ${SHARED_GROUP}`)?.effect ?? 0,
      levels: LEVELS[kind].map((level) => ({
        between: known.get(`${kind} ${level}`)?.spread ?? 0,
        groups: groups.get(`${kind} ${level}`) ?? new Map(),
      })),
    };
  };
  return {
    kinds: { offer: toKind("offer"), wait: toKind("wait"), drive: toKind("drive"), door: toKind("door") },
    orderCount: Math.max(0, ...rows.flatMap(({ group, orderCount }) => (group === "" ? [orderCount] : []))),
    learnedAt,
  };
}

const NO_EFFECT: GroupEffect = { count: 0, effect: 0, spread: 0 };

export const PRIOR_MODEL = toDurationModel([], null);

/** The distribution of a duration in seconds; for a drive, per planned second including `PARKING_SECONDS`. */
export function predict<Kind extends DurationKind>(
  model: DurationModel,
  kind: Kind,
  groups: Groups<Kind>,
): LogNormal {
  const { effect, spread, levels } = model.kinds[kind];
  const names: readonly (keyof Groups<Kind>)[] = LEVELS[kind];
  let location = effect;
  let logSpread = 0;
  let unknown = 0;
  for (const [index, level] of levels.entries()) {
    const name = names[index];
    const group = (name === undefined ? undefined : level.groups.get(groups[name])) ?? NO_EFFECT;
    location += group.effect;
    logSpread += group.spread;
    unknown += level.between ** 2 * (1 - toWeight(group.count, EFFECT_WEIGHT));
  }
  return { location, scale: Math.sqrt((spread * Math.exp(logSpread)) ** 2 + unknown) };
}
