import type { SessionClaims } from "@/lib/accounts/sign-in";

const MINUTE_MS = 60_000;

/** An unused session ends after this long. */
export const QUIET_MS = 8 * 60 * MINUTE_MS;
/** A session ends this long after sign-in, however much it is used. */
export const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;

// Each use could write a new cookie; one every few minutes says as much.
const RENEW_AFTER_MS = 5 * MINUTE_MS;

/** A session as its cookie holds it. */
export interface Session extends SessionClaims {
  readonly signedInAt: Date;
  /** When it was last used, give or take five minutes. */
  readonly usedAt: Date;
}

/** Why a session ended by itself: unused for too long, or begun too long ago; null while it goes on. */
export function howOver({ signedInAt, usedAt }: Session, now: Date): "quiet" | "long" | null {
  if (now.getTime() - signedInAt.getTime() >= LONGEST_MS) return "long";
  return now.getTime() - usedAt.getTime() >= QUIET_MS ? "quiet" : null;
}

/** The session after a use; null when its cookie need not change, or must not. */
export function renewed(session: Session, now: Date): Session | null {
  const isDue = now.getTime() - session.usedAt.getTime() >= RENEW_AFTER_MS;
  return isDue && howOver(session, now) === null ? { ...session, usedAt: now } : null;
}
