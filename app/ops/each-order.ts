import type { SubmissionOutcome } from "@/app/submission";
import type { OrderOutcome } from "@/components/ops/orders/order-outcome";
import type { Context } from "@/lib/context";
import { isUnavailable } from "@/lib/db/failure";
import { DomainError, type ErrorCode } from "@/lib/domain-error";
import { logFailure } from "@/lib/log";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { readCodes } from "@/lib/orders/list/order-filter";
import type { OrderRow } from "@/lib/orders/order-row";

const MOST = 200;

/** Each order is an operation of its own: a refusal of one does not affect the others. */
export async function eachOrder(
  { db }: Context,
  codes: string | undefined,
  work: (order: OrderRow, code: string) => Promise<string>,
): Promise<SubmissionOutcome<readonly OrderOutcome[]>> {
  const result: OrderOutcome[] = [];
  for (const code of new Set(readCodes(codes ?? "", MOST))) {
    const outcome = await outcomeOf(async () => {
      const order = await findOrderByCode(db, code);
      if (order === null) throw new DomainError("ORDER_NOT_FOUND");
      return work(order, code);
    });
    result.push({ code, ...outcome });
  }
  return { result };
}

async function outcomeOf(
  work: () => Promise<string>,
): Promise<{ refusal: ErrorCode | null; subject: string }> {
  try {
    return { refusal: null, subject: await work() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.code, subject: "" };
    if (isUnavailable(error)) return { refusal: "SERVICE_UNAVAILABLE", subject: "" };
    logFailure("action failed", error);
    return { refusal: "INTERNAL_ERROR", subject: "" };
  }
}
