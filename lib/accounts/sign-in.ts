import type { Entrant } from "@/lib/accounts/begin-session";
import { claimGuess } from "@/lib/accounts/claim-guess";
import { type Bound, ofAddress, ofAnybody, ofDevice, ofNetwork } from "@/lib/accounts/guess";
import { isPassword } from "@/lib/accounts/password";
import { LONGEST_PASSWORD } from "@/lib/accounts/schema";
import { findUserByEmail, forgiveTry, isShutOut } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { User } from "@/lib/db/generated/client";

export interface SignInAnswer {
  readonly entrant: Entrant | null;
  /** False if the try must wait. */
  readonly isChecked: boolean;
  /** Until the next try. */
  readonly waitMs: number;
}

const LONGEST_EMAIL = 320;

/** Every refusal looks the same and takes equally long. @throws DomainError SERVICE_UNAVAILABLE */
export async function signIn(
  context: Pick<Context, "db" | "clock">,
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
  // PostgreSQL accepts no NUL.
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
