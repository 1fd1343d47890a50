import { readSession, sessionCookie } from "@/app/session-cookie";
import { type SignedIn, sessionCheck } from "@/lib/accounts/check-session";
import { howOver, type Session } from "@/lib/accounts/session";
import { type Asked, cookieOf } from "@/lib/http/asked";
import { runtime } from "@/lib/process/runtime";

let check: ReturnType<typeof sessionCheck> | undefined;

/** Checks the clock and then the database on every call. */
export async function userOf(session: Session | null): Promise<SignedIn | null> {
  const { db, clock } = runtime();
  if (session === null || howOver(session, clock.now()) !== null) return null;
  check ??= sessionCheck(db);
  return check(session);
}

/** `isStill` checks the reader again, since a stream may outlive their access. */
export async function readerOf<Reader>(
  asked: Asked,
  as: (user: SignedIn | null) => Reader | null,
): Promise<{
  reader: Reader;
  isStill: (isSame: (reader: Reader) => boolean) => () => Promise<boolean>;
} | null> {
  const session = await readSession(cookieOf(asked, sessionCookie().name));
  const reader = as(await userOf(session));
  if (reader === null) return null;
  const isStill = (isSame: (reader: Reader) => boolean) => async () => {
    const now = as(await userOf(session));
    return now !== null && isSame(now);
  };
  return { reader, isStill };
}
