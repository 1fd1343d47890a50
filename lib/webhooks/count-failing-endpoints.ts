import type { AccountScope } from "@/lib/accounts/scope";
import type { Database } from "@/lib/db/client";

/** How many of the scope's endpoints get no events: they fail now, or were disabled for failing. */
export function countFailingEndpoints(db: Database, { accountId, mode }: AccountScope): Promise<number> {
  return db.models.webhookEndpoint.count({
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
