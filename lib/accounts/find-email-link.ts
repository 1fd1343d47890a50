import { type ActiveToken, findToken } from "@/lib/accounts/people-store";
import { hashSecret, isWellFormedSecret } from "@/lib/accounts/person-token";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import type { PersonTokenKind } from "@/lib/db/generated/client";

export async function findEmailLink(
  context: { db: Queryable; clock: Clock },
  kind: PersonTokenKind,
  secret: string,
): Promise<ActiveToken | null> {
  if (!isWellFormedSecret(secret)) return null;
  return findToken(context.db, kind, hashSecret(secret), context.clock.now());
}
