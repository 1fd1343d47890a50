import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import type { FileStore } from "@/lib/files/stored-file";
import { applyErasure } from "@/lib/privacy/apply-erasure";
import { IS_OVER } from "@/lib/privacy/erase-people";
import { type ErasureTargets, erasureKey, writeErasureFile } from "@/lib/privacy/erasure";
import { findMentions } from "@/lib/privacy/find-mentions";

export type ErasureContext = Pick<Context, "db" | "clock"> & { readonly files: FileStore };

export type ErasureResult =
  | {
      readonly type: "erased";
      readonly orders: number;
      readonly rows: number;
      readonly held: readonly string[];
    }
  /** Nothing was erased: these orders have not ended, or have yet to be created by a batch. */
  | { readonly type: "refused"; readonly active: readonly string[]; readonly unfinished: readonly string[] };

/** Erases the people of an ended order. @param accountId of the owner who asks @throws DomainError ORDER_NOT_FOUND */
export async function eraseOrder(
  context: ErasureContext,
  code: string,
  accountId: string | null = null,
): Promise<ErasureResult> {
  const orderCode = code.toUpperCase();
  const where = { orderCode, ...(accountId === null ? {} : { accountId }) };
  const order = await context.db.models.order.findFirst({ where, select: { id: true } });
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return requestErasure(context, { orders: [{ code: orderCode, positions: null }], rows: [] }, accountId);
}

/** Erases the person with a phone in all accounts and modes. @param phone in E.164 */
export async function erasePhone(context: ErasureContext, phone: string): Promise<ErasureResult> {
  const { orders, rows, unfinished } = await findMentions(context.db, phone);
  if (unfinished.length > 0) {
    return { type: "refused", active: [], unfinished: unfinished.map((id) => id ?? "(no identifier)") };
  }
  const codes = await context.db.models.order.findMany({
    where: { id: { in: orders.map(({ id }) => id) } },
    select: { id: true, orderCode: true },
  });
  const positions = new Map(orders.map((order) => [order.id, order.positions]));
  return requestErasure(context, {
    orders: codes.map(({ id, orderCode }) => ({ code: orderCode, positions: positions.get(id) ?? null })),
    rows,
  });
}

async function requestErasure(
  context: ErasureContext,
  targets: ErasureTargets,
  accountId: string | null = null,
): Promise<ErasureResult> {
  const { db, clock, files } = context;
  const active = await listActive(db, targets);
  if (active.length > 0) return { type: "refused", active, unfinished: [] };
  const id = randomUUID();
  const requestedAt = clock.now();
  // Before the database, so that no restore can precede the file. If this process dies, the next replay completes it.
  await files.put(erasureKey(id), writeErasureFile(requestedAt, targets));
  await db.models.erasure.create({ data: { id, accountId, targets, requestedAt } });
  const held = await applyErasure(db, targets);
  if (held.length === 0) {
    await db.models.erasure.updateMany({ where: { id }, data: { completedAt: clock.now() } });
  }
  return { type: "erased", orders: targets.orders.length - held.length, rows: targets.rows.length, held };
}

async function listActive(db: Queryable, { orders }: ErasureTargets): Promise<string[]> {
  const active = await db.models.order.findMany({
    where: { orderCode: { in: orders.map(({ code }) => code) }, NOT: IS_OVER },
    select: { orderCode: true },
    orderBy: { orderCode: "asc" },
  });
  return active.map(({ orderCode }) => orderCode);
}
