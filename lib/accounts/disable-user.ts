import { deleteTokensOf, writeDisabled } from "@/lib/accounts/people-store";
import { endAll } from "@/lib/accounts/session-store";
import { findUserByEmail } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { User } from "@/lib/db/generated/client";

import { DomainError } from "@/lib/domain-error";

/** For the command line; also applies to the last owner. @throws DomainError PERSON_NOT_FOUND */
export async function disableUser(
  context: { db: Database; clock: Clock },
  address: string,
  isDisabled: boolean,
): Promise<User> {
  const { db, clock } = context;
  return db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, address.trim().toLowerCase());
    if (user === null) throw new DomainError("PERSON_NOT_FOUND");
    const disabledAt = isDisabled ? (user.disabledAt ?? clock.now()) : null;
    await writeDisabled(tx, user.id, disabledAt);
    if (isDisabled) {
      await endAll(tx, user.id);
      await deleteTokensOf(tx, user.id);
    }
    return { ...user, disabledAt };
  });
}
