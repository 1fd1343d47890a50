import { readSession, sessionCookie } from "@/app/session-cookie";
import { createSessionChecker, type SessionUser } from "@/lib/accounts/check-session";
import { type Session, sessionEndReason } from "@/lib/accounts/session";
import { readCookie } from "@/lib/http/read-cookie";
import { runtime } from "@/lib/process/runtime";

let check: ReturnType<typeof createSessionChecker> | undefined;

/** Checks the clock and then the database on every call. */
export async function loadUser(session: Session | null): Promise<SessionUser | null> {
  const { db, clock } = runtime();
  if (session === null || sessionEndReason(session, clock.now()) !== null) return null;
  check ??= createSessionChecker(db);
  return check(session);
}

/** @param cookies the Cookie header @returns null without access. `isStill` checks access again, because a stream may outlive the user's access. */
export async function findReader<Reader>(
  cookies: string | null,
  as: (user: SessionUser | null) => Reader | null,
) {
  const session = await readSession(readCookie(cookies, sessionCookie().name));
  const reader = as(await loadUser(session));
  if (reader === null) return null;
  const isStill = (isSame: (reader: Reader) => boolean) => async () => {
    const now = as(await loadUser(session));
    return now !== null && isSame(now);
  };
  return { reader, isStill };
}
