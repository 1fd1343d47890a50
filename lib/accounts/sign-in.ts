import { createHash } from "node:crypto";
import { isPassword } from "@/lib/accounts/password";
import { LONGEST_PASSWORD } from "@/lib/accounts/schema";
import { claimAttempt, clearAttempts, findUserByEmail } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";

/** Whose session it is, and which of their sessions still count. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionVersion: number;
}

const LONGEST_EMAIL = 320;

/** Under what tries at the password of an address are counted. */
export function attemptId(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}

/**
 * Checks an address and a password. Every wrong answer is the same null, after the same work: a wrong password,
 * an unknown address, somebody disabled, and an address that has to wait after wrong tries.
 */
export async function signIn(
  context: { db: Queryable; clock: Clock },
  input: { email: string; password: string },
): Promise<SessionClaims | null> {
  const { db, clock } = context;
  if (input.password.length > LONGEST_PASSWORD || input.email.length > LONGEST_EMAIL) return null;
  const email = input.email.trim().toLowerCase();
  const attempt = attemptId(email);
  // Counted before it is checked, so that tries at the same moment cannot slip past each other.
  if (!(await claimAttempt(db, attempt, clock.now()))) return null;
  const user = await findUserByEmail(db, email);
  const isRight = await isPassword(input.password, user?.passwordHash ?? null);
  if (!isRight || user === null) return null;
  await clearAttempts(db, attempt, clock.now());
  if (user.disabledAt !== null || (user.account !== null && user.account.disabledAt !== null)) return null;
  return { userId: user.id, sessionVersion: user.sessionVersion };
}
