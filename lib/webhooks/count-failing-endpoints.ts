import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

/** How many of the scope's endpoints do not get their events: they fail at present, or were turned off for failing. */
export function countFailingEndpoints(db: Queryable, { accountId, mode }: AccountScope): Promise<number> {
  return db.webhookEndpoint.count({
    where: {
      accountId,
      mode,
      deletedAt: null,
      OR: [
        { disabledReason: { in: ["gone", "failing"] } },
        { disabledAt: null, failingSince: { not: null } },
      ],
    },
  });
}
