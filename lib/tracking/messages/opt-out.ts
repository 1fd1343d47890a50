import { createHash } from "node:crypto";
import type { Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { invalidateRow, RowCache } from "@/lib/db/row-cache";

export const OPT_OUT_CHOICES = ["none", "shop", "all"] as const;
export type OptOut = (typeof OPT_OUT_CHOICES)[number];

const ALL_SHOPS = "all";

/** Only a hash is kept, since an opt-out outlives the orders. @param phone in E.164 */
function hashPhone(phone: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(phone).digest());
}

interface Shop {
  readonly accountId: string;
  readonly mode: Mode;
}

export async function findOptOut(db: Queryable, { accountId, mode }: Shop, phone: string): Promise<OptOut> {
  const found = await db.models.messageOptOut.findMany({
    where: { phoneHash: hashPhone(phone), mode, shop: { in: [accountId, ALL_SHOPS] } },
    select: { shop: true },
  });
  if (found.some(({ shop }) => shop === ALL_SHOPS)) return "all";
  return found.length > 0 ? "shop" : "none";
}

const TABLE = "message_opt_outs";
const versions = new RowCache<number>({ table: TABLE, most: 1 });
let version = 0;

/** Changes with every opt-out, in each process within a second. */
export const findOptOutVersion = (db: Queryable): Promise<number> =>
  versions.get(db, "all", async () => ++version);

/** Call after the commit of the change. */
export const forgetOptOuts = (db: Queryable): void => invalidateRow(db, TABLE, null);

/** Senders read it before each try. */
export async function writeOptOut(
  tx: Queryable,
  { accountId, mode }: Shop,
  { phone, choice, at }: { readonly phone: string; readonly choice: OptOut; readonly at: Date },
): Promise<void> {
  const phoneHash = hashPhone(phone);
  const shops = [accountId, ALL_SHOPS];
  await tx.models.messageOptOut.deleteMany({ where: { phoneHash, mode, shop: { in: shops } } });
  if (choice === "none") return;
  const shop = choice === "all" ? ALL_SHOPS : accountId;
  await tx.models.messageOptOut.createMany({
    data: { phoneHash, mode, shop, createdAt: at },
    skipDuplicates: true,
  });
}
