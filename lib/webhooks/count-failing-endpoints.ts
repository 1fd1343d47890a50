import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

/** How many of the scope's endpoints get no events: they fail now, or were disabled for failing. */
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
