import type { SubmissionOutcome } from "@/app/submission";
import type { BulkActionResult } from "@/components/ops/orders/order-outcome";
import type { Context } from "@/lib/context";
import { isUnavailable } from "@/lib/db/failure";
import { DomainError, type ErrorCode } from "@/lib/domain-error";
import { logFailure } from "@/lib/log";
import { readCodes } from "@/lib/orders/list/order-filter";
import { getOrder, type Order } from "@/lib/orders/load-order";

/** As many orders as one form is about; a list shows no more. */
const MOST = 200;

/**
 * Does the same to each order that a form names, one after another, and tells what came of each. Each is an operation
 * of its own: what one is refused keeps nothing from the others.
 *
 * @param work returns whom or what the order's line names
 */
export async function eachOrder(
  { db }: Context,
  codes: string | undefined,
  work: (order: Order, code: string) => Promise<string>,
): Promise<SubmissionOutcome<readonly BulkActionResult[]>> {
  const result: BulkActionResult[] = [];
  for (const code of new Set(readCodes(codes ?? "", MOST))) {
    const outcome = await outcomeOf(async () => work(await getOrder(db, { code }), code));
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
