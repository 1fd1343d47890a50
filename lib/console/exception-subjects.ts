import * as z from "zod";
import type { Mode } from "@/lib/account-scope";
import type { ExceptionKind } from "@/lib/console/exceptions";
import type { Queryable } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { MAX_ORDERS_PER_ACTION } from "@/lib/orders/list/order-filter";

const MAX_SUBJECT_LENGTH = 100;

/** Order codes or endpoint ids, separated by commas. */
export const exceptionSubjects = z
  .string()
  .transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(z.string().min(1).max(MAX_SUBJECT_LENGTH)).max(MAX_ORDERS_PER_ACTION));

/** @throws DomainError ORDER_NOT_FOUND or ENDPOINT_NOT_FOUND unless the mode has all of them */
export async function checkExceptionSubjects(
  db: Queryable,
  {
    mode,
    kind,
    subject,
  }: { readonly mode: Mode; readonly kind: ExceptionKind; readonly subject: readonly string[] },
): Promise<void> {
  if (kind === "webhook_failing") {
    const areIds = subject.every((id) => z.guid().safeParse(id).success);
    const where = { id: { in: [...subject] }, mode, deletedAt: null };
    const count = areIds ? await db.models.webhookEndpoint.count({ where }) : 0;
    if (count !== subject.length) throw new DomainError("ENDPOINT_NOT_FOUND");
    return;
  }
  const count = await db.models.order.count({ where: { orderCode: { in: [...subject] }, mode } });
  if (count !== subject.length) throw new DomainError("ORDER_NOT_FOUND");
}
