import { writeDisabled } from "@/lib/accounts/people-store";
import { findUser } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import type { User } from "@/lib/db/generated/client";

import { DomainError } from "@/lib/domain-error";

/** For the command line; also applies to the last owner. @throws DomainError PERSON_NOT_FOUND */
export async function disableUser(
  { db, clock }: Pick<Context, "db" | "clock">,
  address: string,
  isDisabled: boolean,
): Promise<User> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, { email: address.trim().toLowerCase() });
    if (user === null) throw new DomainError("PERSON_NOT_FOUND");
    const disabledAt = isDisabled ? (user.disabledAt ?? clock.now()) : null;
    await writeDisabled(tx, user.id, disabledAt);
    return { ...user, disabledAt };
  });
}
