const MINUTE_MS = 60_000;

/** An unused session ends after this long. */
export const QUIET_MS = 8 * 60 * MINUTE_MS;
/** A session ends this long after sign-in, however much it is used. */
export const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;

// Each use could write a new cookie; one every few minutes says as much.
const RENEW_AFTER_MS = 5 * MINUTE_MS;

/** A session as its cookie holds it; its row says whose it is. */
export interface Session {
  readonly id: string;
  readonly signedInAt: Date;
  /** When it was last used, give or take five minutes. */
  readonly usedAt: Date;
}

/** How somebody came in: by a password, a passkey, an OpenID provider, or an invitation's link. */
export type WayIn = "password" | "passkey" | "oidc" | "link";

/** Where a session is used from. */
export interface Trace {
  /** As `clientAddress` has it. */
  readonly network: string;
  /** What the browser says it is. */
  readonly agent: string;
}

/** Why a session ended by itself: unused for too long, or begun too long ago; null while it goes on. */
export function howOver(
  { signedInAt, usedAt }: Pick<Session, "signedInAt" | "usedAt">,
  now: Date,
): "quiet" | "long" | null {
  if (now.getTime() - signedInAt.getTime() >= LONGEST_MS) return "long";
  return now.getTime() - usedAt.getTime() >= QUIET_MS ? "quiet" : null;
}

/** The session after a use; null when its cookie need not change, or must not. */
export function renewed(session: Session, now: Date): Session | null {
  const isDue = now.getTime() - session.usedAt.getTime() >= RENEW_AFTER_MS;
  return isDue && howOver(session, now) === null ? { ...session, usedAt: now } : null;
}
