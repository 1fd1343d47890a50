import { hashPassword } from "@/lib/accounts/password";
import { endAll } from "@/lib/accounts/session-store";
import { writePassword } from "@/lib/accounts/store";
import type { Database } from "@/lib/db/client";

/** Ends all sessions of the user. */
export async function setPassword(db: Database, email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const userId = await writePassword(tx, email.trim().toLowerCase(), passwordHash);
    if (userId !== null) await endAll(tx, userId);
  });
}
