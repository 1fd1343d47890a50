import type { Mode } from "@/lib/account-scope";
import type { Account } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";

/** A barred account has been a customer, or was none before accounts waited for approval. */
export type ApprovalState = "approved" | "waiting" | "rejected" | "barred";

type Standing = Pick<Account, "isCustomer" | "approval">;

export function getApprovalState({ isCustomer, approval }: Standing): ApprovalState {
  return isCustomer ? "approved" : (approval ?? "barred");
}

/** A waiting account has test mode. @throws DomainError ACCOUNT_WAITING, ACCOUNT_REJECTED, ORDERING_NOT_ALLOWED */
export function checkOrdering(account: Standing, mode: Mode): void {
  const state = getApprovalState(account);
  if (state === "approved" || (state === "waiting" && mode === "test")) return;
  if (state === "waiting") throw new DomainError("ACCOUNT_WAITING");
  throw new DomainError(state === "rejected" ? "ACCOUNT_REJECTED" : "ORDERING_NOT_ALLOWED");
}
