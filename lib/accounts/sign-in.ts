import {
  type AttemptLimit,
  limitPerDevice,
  limitPerEmail,
  limitPerNetwork,
  limitPerUnknownNetwork,
} from "@/lib/accounts/attempt-limit";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import { isPassword } from "@/lib/accounts/password";
import { MAX_PASSWORD_LENGTH } from "@/lib/accounts/schema";
import type { AuthenticatedUser } from "@/lib/accounts/start-session";
import { findUser, isAccessDisabled, refundAttempt } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { User } from "@/lib/db/generated/client";

export interface SignInResult {
  readonly entrant: AuthenticatedUser | null;
  readonly isChecked: boolean;
  readonly waitMs: number;
}

const MAX_EMAIL_LENGTH = 320;

/** Every refusal looks the same and takes equally long. @throws DomainError SERVICE_UNAVAILABLE */
export async function signIn(
  context: Pick<Context, "db" | "clock">,
  input: {
    email: string;
    password: string;
    network: string;
    findDevice?: (user: User) => string | null;
  },
): Promise<SignInResult> {
  const { db } = context;
  const refused = { entrant: null, isChecked: true, waitMs: 0 };
  if (input.password.length > MAX_PASSWORD_LENGTH || input.email.length > MAX_EMAIL_LENGTH) return refused;
  const email = input.email.trim().toLowerCase();
  // PostgreSQL accepts no NUL.
  if (email.includes("\0")) return refused;
  const user = await findUser(db, { email });
  const device = user === null ? null : (input.findDevice?.(user) ?? null);
  const bounds: AttemptLimit[] =
    user !== null && device !== null
      ? [limitPerDevice(user.id, device)]
      : [
          limitPerUnknownNetwork(input.network),
          limitPerNetwork("password", email, input.network),
          limitPerEmail("password", email),
        ];
  const { isAllowed, waitMs } = await consumeAttempt(context, bounds);
  if (!isAllowed) return { entrant: null, isChecked: false, waitMs };
  const isRight = await isPassword(input.password, user?.passwordHash ?? null);
  if (!isRight || user === null) return { ...refused, waitMs };
  for (const bound of bounds) await refundAttempt(db, bound);
  if (isAccessDisabled(user)) return refused;
  return { entrant: { userId: user.id, passwordHash: user.passwordHash }, isChecked: true, waitMs: 0 };
}
