import { timingSafeEqual } from "node:crypto";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import type { StepInput } from "@/lib/orders/fulfillment/carried-order";
import type { HandoverStop } from "@/lib/orders/fulfillment/store";
import type { CodeCheck, ProofRequest } from "@/lib/orders/order";
import { MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";
import { proofCode } from "@/lib/orders/proof-code";

type RequiredProof = Readonly<Record<keyof ProofRequest, boolean>>;

/** @throws DomainError INVALID_PAYLOAD naming all missing proof */
export function checkReport(asked: RequiredProof, { codeCheck }: HandoverStop, report: StepInput): void {
  const issues: FieldIssue[] = [];
  const expected = Number(asked.photo) + Number(asked.signature);
  if ((report.files?.length ?? 0) < expected) {
    issues.push({
      field: "report.files",
      message: `must name ${expected} file${expected === 1 ? "" : "s"} at least`,
    });
  }
  if (asked.signature && !report.signerName) {
    issues.push({ field: "report.signerName", message: "is required" });
  }
  if (asked.code && codeCheck !== "overridden" && report.code === undefined) {
    issues.push({ field: "report.code", message: "is required" });
  }
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
}

/** Checks the code of a stop; after five wrong ones none is accepted. @param token null when the link was revoked */
export function checkCode(
  asked: RequiredProof,
  { codeCheck, codeTries }: HandoverStop,
  told: string | undefined,
  token: string | null,
): CodeCheck | "wrong" | null {
  if (codeCheck === "overridden") return codeCheck;
  if (!asked.code || told === undefined) return null;
  const isRight = token !== null && codeTries < MAX_CODE_ATTEMPTS && isSame(told, proofCode(token));
  return isRight ? "matched" : "wrong";
}

function isSame(told: string, code: string): boolean {
  const [one, other] = [Buffer.from(told), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
