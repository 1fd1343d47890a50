import { randomUUID } from "node:crypto";
import type { ClientInfo, Session, SignInMethod } from "@/lib/accounts/session";
import { insertSession } from "@/lib/accounts/session-store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import type { Locale } from "@/lib/locale/locale";

export interface AuthenticatedUser {
  readonly userId: string;
  readonly passwordHash: string;
}

/** Begins a session. @returns null if the user was disabled or the password changed since authentication */
export async function startSession(
  { db, clock }: { db: Queryable; clock: Clock },
  { userId, passwordHash }: AuthenticatedUser,
  { locale, ...entry }: ClientInfo & { wayIn: SignInMethod; locale: Locale },
): Promise<Session | null> {
  const now = clock.now();
  const session = { id: randomUUID(), signedInAt: now, usedAt: now };
  if (!(await insertSession(db, { ...session, ...entry, userId, passwordHash }))) return null;
  await db.models.user.updateMany({ where: { id: userId, locale: null }, data: { locale } });
  return session;
}
