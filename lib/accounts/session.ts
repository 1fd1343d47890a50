import type { SessionClaims } from "@/lib/accounts/sign-in";

const MINUTE_MS = 60_000;

/** A session that nobody uses for so long is over. */
export const QUIET_MS = 8 * 60 * MINUTE_MS;
/** So long after signing in it is over however much it is used. */
export const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;

// Each use writes a new cookie; one every few minutes says as much.
const RENEW_AFTER_MS = 5 * MINUTE_MS;

/** A session as its cookie tells it. */
export interface Session extends SessionClaims {
  readonly signedInAt: Date;
  /** When somebody last did something, give or take five minutes. */
  readonly usedAt: Date;
}

/** Why a session is over by itself: nobody used it, or it began too long ago; null for one that goes on. */
export function howOver({ signedInAt, usedAt }: Session, now: Date): "quiet" | "long" | null {
  if (now.getTime() - signedInAt.getTime() >= LONGEST_MS) return "long";
  return now.getTime() - usedAt.getTime() >= QUIET_MS ? "quiet" : null;
}

/** The session as it goes on now that it is used; null when its cookie need not change, or must not. */
export function renewed(session: Session, now: Date): Session | null {
  const isDue = now.getTime() - session.usedAt.getTime() >= RENEW_AFTER_MS;
  return isDue && howOver(session, now) === null ? { ...session, usedAt: now } : null;
}
