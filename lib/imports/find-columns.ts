import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import type { RememberedColumns } from "@/lib/imports/column";

const stored = z.record(z.string(), z.string());

/** Both modes share them. */
export async function findColumns(
  db: Queryable,
  { accountId }: Pick<AccountScope, "accountId">,
): Promise<RememberedColumns> {
  const row = await db.models.importColumns.findFirst({ where: { accountId }, select: { columns: true } });
  return stored.safeParse(row?.columns).data ?? {};
}
