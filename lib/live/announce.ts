import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

export const LIVE_CHANNEL = "dropline_live";

/** What has changed: an order, or where a courier is and so the order that they carry. */
export interface Change {
  readonly orderId: bigint | null;
  readonly courierId: string | null;
  readonly accountId: string | null;
  readonly mode: string | null;
}

/** Tells every process that an order has changed, and so what its courier has to do, once the transaction is committed. */
export async function announceOrder(
  db: Queryable,
  scope: AccountScope,
  orderId: bigint,
  courierId: string | null,
): Promise<void> {
  const payload = `order ${orderId} ${scope.accountId} ${scope.mode} ${courierId ?? ""}`.trimEnd();
  await db.$executeRaw`SELECT pg_notify(${LIVE_CHANNEL}, ${payload})`;
}

/** Tells every process that a courier has come on or gone off shift, was disabled, or has lost an order. */
export async function announceCourier(db: Queryable, courierId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${LIVE_CHANNEL}, ${`courier ${courierId}`})`;
}

/** Reads what the above, and the statement that keeps positions, have sent. */
export function parseChange(payload: string): Change | null {
  const [subject, id, ...rest] = payload.split(" ");
  if (subject === "order" && id !== undefined && /^\d+$/.test(id)) {
    const [accountId, mode, courierId] = rest;
    return {
      orderId: BigInt(id),
      courierId: courierId ?? null,
      accountId: accountId ?? null,
      mode: mode ?? null,
    };
  }
  if (subject !== "courier" || id === undefined) return null;
  const [orderId, accountId, mode] = rest;
  return {
    courierId: id,
    orderId: orderId === undefined ? null : BigInt(orderId),
    accountId: accountId ?? null,
    mode: mode ?? null,
  };
}
