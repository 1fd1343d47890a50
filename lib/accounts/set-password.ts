import { hashPassword } from "@/lib/accounts/password";
import { writePassword } from "@/lib/accounts/store";
import type { Queryable } from "@/lib/db/client";

/** Gives a person a new password and ends every session that began with the former one. */
export async function setPassword(db: Queryable, email: string, password: string): Promise<void> {
  await writePassword(db, email.trim().toLowerCase(), await hashPassword(password));
}
