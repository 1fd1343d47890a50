const MINUTE_MS = 60_000;

/** Unused sessions end after this time. */
export const QUIET_MS = 8 * 60 * MINUTE_MS;
/** All sessions end this long after sign-in. */
export const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;

const RENEW_AFTER_MS = 5 * MINUTE_MS;

export interface Session {
  readonly id: string;
  readonly signedInAt: Date;
  /** Accurate to five minutes. */
  readonly usedAt: Date;
}

export type WayIn = "password" | "passkey" | "oidc" | "link";

export interface Trace {
  /** As `clientAddress` returns it. */
  readonly network: string;
  readonly agent: string;
}

/** Null while the session continues. */
export function howOver(
  { signedInAt, usedAt }: Pick<Session, "signedInAt" | "usedAt">,
  now: Date,
): "quiet" | "long" | null {
  if (now.getTime() - signedInAt.getTime() >= LONGEST_MS) return "long";
  return now.getTime() - usedAt.getTime() >= QUIET_MS ? "quiet" : null;
}

/** Null if the cookie need not change or the session is over. */
export function renewed(session: Session, now: Date): Session | null {
  const isDue = now.getTime() - session.usedAt.getTime() >= RENEW_AFTER_MS;
  return isDue && howOver(session, now) === null ? { ...session, usedAt: now } : null;
}
