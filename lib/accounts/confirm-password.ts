import { createHash } from "node:crypto";
import { isPassword } from "@/lib/accounts/password";
import { claimAttempt, clearAttempts, findUser } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";

const LONGEST_PASSWORD = 256;

/** Whether somebody who is signed in knows their password; wrong tries have to wait, as they do at the sign-in. */
export async function confirmPassword(
  { db, clock }: { db: Queryable; clock: Clock },
  userId: string,
  password: string,
): Promise<boolean> {
  if (password.length > LONGEST_PASSWORD) return false;
  const attempt = createHash("sha256").update(`confirm ${userId}`).digest("hex");
  if (!(await claimAttempt(db, attempt, clock.now()))) return false;
  const user = await findUser(db, userId);
  const isRight = await isPassword(password, user?.passwordHash ?? null);
  if (isRight) await clearAttempts(db, attempt, clock.now());
  return isRight;
}
