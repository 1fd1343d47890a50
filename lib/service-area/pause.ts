import * as z from "zod";

/** For a time, a zone or the whole service takes no orders that are to be delivered in it. */
export interface Pause {
  /** The name of a zone; null for the whole service. */
  readonly zone: string | null;
  readonly since: Date;
  readonly until: Date;
  /** Whether a waiting limit has caused it. */
  readonly isAutomatic: boolean;
}

/** With instants in ISO 8601. */
export const storedPauses = z.array(
  z.object({
    zone: z.string().nullable(),
    since: z.string(),
    until: z.string(),
    isAutomatic: z.boolean().default(false),
  }),
);

type StoredPauses = z.infer<typeof storedPauses>;

export const readPauses = (stored: StoredPauses): Pause[] =>
  stored.map((pause) => ({ ...pause, since: new Date(pause.since), until: new Date(pause.until) }));

export const storePauses = (pauses: readonly Pause[]): StoredPauses =>
  pauses.map((pause) => ({
    ...pause,
    since: pause.since.toISOString(),
    until: pause.until.toISOString(),
  }));

const isPausedAt = ({ since, until }: Pause, at: Date): boolean => since <= at && at < until;

/** Lists those that have not ended. */
export const listOpenPauses = (pauses: readonly Pause[], now: Date): Pause[] =>
  pauses.filter(({ until }) => until > now);

const affects = (pause: Pause, zone: string | null): boolean => [null, zone].includes(pause.zone);

/** Finds the pause of a zone or of the whole service that begins first after a time and before another; null if none does. */
export function findFirstPause(
  pauses: readonly Pause[],
  zone: string | null,
  after: Date,
  before: Date,
): Pause | null {
  const found = pauses.filter((pause) => affects(pause, zone) && pause.since > after && pause.since < before);
  return found.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0] ?? null;
}

/** Finds the pause of a zone or of the whole service that ends last; null if there is none at that time. */
export function findPause(pauses: readonly Pause[], zone: string | null, at: Date): Pause | null {
  const found = pauses.filter((pause) => affects(pause, zone) && isPausedAt(pause, at));
  return found.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0] ?? null;
}
