import type { Session } from "@/lib/accounts/session";
import { type AuthenticatedUser, startSession } from "@/lib/accounts/start-session";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";

/** Default sign-in details. */
export const ENTRY = { network: "192.0.2.1", agent: "", wayIn: "password", locale: "en" } as const;

/** Starts a session for an authenticated user. */
export async function readSession(
  context: { db: Database; clock: Clock },
  entrant: AuthenticatedUser | null,
): Promise<Session> {
  const session = entrant === null ? null : await startSession(context, entrant, ENTRY);
  if (session === null) throw new Error("startSession returned no session");
  return session;
}
