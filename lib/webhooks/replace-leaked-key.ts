import type { AccountMember } from "@/lib/accounts/check-session";
import { forgetKey } from "@/lib/accounts/find-key";
import { replaceKey } from "@/lib/accounts/rotate-key";
import type { Context } from "@/lib/context";

/** Revokes the key and disables the endpoints that were created with it. @throws DomainError KEY_NOT_FOUND, KEY_ENDED */
export async function replaceLeakedKey(
  { db, clock }: Pick<Context, "db" | "clock">,
  staff: Pick<AccountMember, "accountId" | "userId">,
  { keyId, lifetimeMs }: { keyId: string; lifetimeMs: number | null },
): Promise<{ name: string; key: string; endpoints: number }> {
  const now = clock.now();
  const { key, old, endpoints } = await db.transaction(async (tx) => {
    const replaced = await replaceKey(tx, staff, { keyId, now, overlapMs: 0, lifetimeMs });
    const { count } = await tx.models.webhookEndpoint.updateMany({
      where: { accountId: staff.accountId, createdByKeyId: keyId, disabledAt: null, deletedAt: null },
      data: { disabledAt: now, disabledReason: "paused" },
    });
    return { ...replaced, endpoints: count };
  });
  forgetKey(db, old);
  return { name: old.name, key, endpoints };
}
