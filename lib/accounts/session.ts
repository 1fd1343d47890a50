import type { UserSession } from "@/lib/db/generated/client";
import { MINUTE_MS } from "@/lib/duration";

export const SESSION_IDLE_TIMEOUT_MS = 8 * 60 * MINUTE_MS;
export const SESSION_MAX_AGE_MS = 30 * 24 * 60 * MINUTE_MS;

const RENEW_AFTER_MS = 5 * MINUTE_MS;

export type Session = Readonly<Pick<UserSession, "id" | "signedInAt" | "usedAt">>;

export type SignInMethod = "password" | "passkey" | "oidc" | "link";

export interface ClientInfo {
  readonly network: string;
  readonly agent: string;
}

export function sessionEndReason(
  { signedInAt, usedAt }: Pick<Session, "signedInAt" | "usedAt">,
  now: Date,
): "quiet" | "long" | null {
  if (now.getTime() - signedInAt.getTime() >= SESSION_MAX_AGE_MS) return "long";
  return now.getTime() - usedAt.getTime() >= SESSION_IDLE_TIMEOUT_MS ? "quiet" : null;
}

export function renewSession(session: Session, now: Date): Session | null {
  const isDue = now.getTime() - session.usedAt.getTime() >= RENEW_AFTER_MS;
  return isDue && sessionEndReason(session, now) === null ? { ...session, usedAt: now } : null;
}
