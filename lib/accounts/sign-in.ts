import type { Entrant } from "@/lib/accounts/begin-session";
import { claimGuess } from "@/lib/accounts/claim-guess";
import { type Bound, ofAddress, ofAnybody, ofDevice, ofNetwork } from "@/lib/accounts/guess";
import { isPassword } from "@/lib/accounts/password";
import { LONGEST_PASSWORD } from "@/lib/accounts/schema";
import { findUserByEmail, forgiveTry, isShutOut } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

/** The result of an address and a password. */
export interface SignInAnswer {
  /** Null when sign-in was refused. */
  readonly entrant: Entrant | null;
  /** Whether the password was checked; not when the try must wait. */
  readonly isChecked: boolean;
  /** How long the next try must wait; 0 for no wait. */
  readonly waitMs: number;
}

const LONGEST_EMAIL = 320;

/**
 * Checks an address and a password. Every refusal is the same after the same work: a wrong password, an unknown
 * address, a disabled person; waits are also alike for every address. A device that this person has signed in with
 * before has its own limit, so that others' tries do not lock it out.
 *
 * @param input `network`: where the try comes from (`clientAddress`). `findDevice`: the number of a device known to be
 *   this person's, else null
 * @throws DomainError SERVICE_UNAVAILABLE when too many others are waiting
 */
export async function signIn(
  context: { db: Database; clock: Clock },
  input: {
    email: string;
    password: string;
    network: string;
    findDevice?: (user: User) => string | null;
  },
): Promise<SignInAnswer> {
  const { db } = context;
  const refused = { entrant: null, isChecked: true, waitMs: 0 };
  if (input.password.length > LONGEST_PASSWORD || input.email.length > LONGEST_EMAIL) return refused;
  const email = input.email.trim().toLowerCase();
  // PostgreSQL takes no NUL.
  if (email.includes("\0")) return refused;
  const user = await findUserByEmail(db, email);
  const device = user === null ? null : (input.findDevice?.(user) ?? null);
  const bounds: Bound[] =
    user !== null && device !== null
      ? [ofDevice(user.id, device)]
      : [ofAnybody(input.network), ofNetwork("password", email, input.network), ofAddress("password", email)];
  const { isAllowed, waitMs } = await claimGuess(context, bounds);
  if (!isAllowed) return { entrant: null, isChecked: false, waitMs };
  const isRight = await isPassword(input.password, user?.passwordHash ?? null);
  if (!isRight || user === null) return { ...refused, waitMs };
  for (const bound of bounds) await forgiveTry(db, bound);
  if (isShutOut(user)) return refused;
  return { entrant: { userId: user.id, passwordHash: user.passwordHash }, isChecked: true, waitMs: 0 };
}
