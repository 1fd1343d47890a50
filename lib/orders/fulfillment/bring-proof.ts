import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import type { StepInput } from "@/lib/orders/fulfillment/carried-order";
import { checkCode, checkReport } from "@/lib/orders/fulfillment/check-proof";
import { findHandedStop, toHandedPlace, writeWrongCode } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import { effectiveProof } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { codeToken } from "@/lib/orders/proof-code";
import { updateStop } from "@/lib/orders/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Runs in the caller's transaction. Simulated couriers may lack proof, since a revoked link shows no code.
 * @returns false after a wrong code, which is counted
 * @throws DomainError INVALID_PAYLOAD for missing proof, STEP_NOT_POSSIBLE for an unknown stop
 */
export async function submitProof(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  {
    position,
    report,
    tapId = null,
  }: { position: number; report: StepInput; tapId?: string | null | undefined },
): Promise<boolean> {
  const stop = await findHandedStop(tx, order, position);
  if (stop === null) throw new DomainError("STEP_NOT_POSSIBLE");
  const requested = effectiveProof(stop.proof, await getAccount(tx, order.scope.accountId));
  if (context.actor.type !== "simulator") checkReport(requested, stop, report);
  const codeCheck = checkCode(requested, stop, report.code, codeToken(position, order));
  if (codeCheck === "wrong") {
    await writeWrongCode(tx, order, position, tapId);
    await notifyOrderChanged(tx, order, order.courierId);
    return false;
  }
  const signerName = report.signerName ?? null;
  await updateStop(tx, order, position, { codeCheck, signerName, ...toHandedPlace(order.position) });
  return true;
}
