import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { isEqualSecret } from "@/lib/is-equal-secret";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import {
  findHandoverStop,
  type HandoverStop,
  toHandedPlace,
  writeWrongCode,
} from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import { type CodeCheck, effectiveProof, type ProofRequest } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";
import { codeToken, proofCode } from "@/lib/orders/proof-code";
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
  { position, report, tapId }: { position: number; report: StepInput; tapId?: string | undefined },
): Promise<boolean> {
  const stop = await findHandoverStop(tx, order, position);
  if (stop === null) throw new DomainError("STEP_NOT_POSSIBLE");
  const requested = effectiveProof(stop.proof, await getAccount(tx, order.scope.accountId));
  if (context.actor.type !== "simulator") checkReport(requested, stop, report);
  const codeCheck = checkCode(requested, stop, report.code, codeToken(position, order));
  if (codeCheck === "wrong") {
    await writeWrongCode(tx, order, position, tapId ?? null);
    await notifyOrderChanged(tx, order, order.courierId);
    return false;
  }
  const signerName = report.signerName ?? null;
  await updateStop(tx, order, position, { codeCheck, signerName, ...toHandedPlace(order.position) });
  return true;
}

type RequiredProof = Readonly<Record<keyof ProofRequest, boolean>>;

/** @throws DomainError INVALID_PAYLOAD naming all missing proof */
function checkReport(required: RequiredProof, { codeCheck }: HandoverStop, report: StepInput): void {
  const issues: FieldIssue[] = [];
  const expected = Number(required.photo) + Number(required.signature);
  if ((report.files?.length ?? 0) < expected) {
    issues.push({
      field: "report.files",
      message: `must name ${expected} file${expected === 1 ? "" : "s"} at least`,
    });
  }
  if (required.signature && !report.signerName) {
    issues.push({ field: "report.signerName", message: "is required" });
  }
  if (required.code && codeCheck !== "overridden" && report.code === undefined) {
    issues.push({ field: "report.code", message: "is required" });
  }
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
}

/** Checks the code of a stop; after five wrong ones none is accepted. @param token null when the link was revoked */
function checkCode(
  required: RequiredProof,
  { codeCheck, codeTries }: HandoverStop,
  typed: string | undefined,
  token: string | null,
): CodeCheck | "wrong" | null {
  if (codeCheck === "overridden") return codeCheck;
  if (!required.code || typed === undefined) return null;
  const isRight = token !== null && codeTries < MAX_CODE_ATTEMPTS && isEqualSecret(typed, proofCode(token));
  return isRight ? "matched" : "wrong";
}
