import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Ends every session of a person, on every device; the next sign-in begins a new one. */
export async function endSessions(db: Queryable, userId: string): Promise<void> {
  await execute(db)`UPDATE users SET session_version = session_version + 1 WHERE id = ${userId}::uuid`;
}
