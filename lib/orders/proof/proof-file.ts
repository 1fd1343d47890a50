import type { ProofFile as ProofFileRow } from "@/lib/db/generated/client";
import * as enums from "@/lib/db/generated/enums";

export const PROOF_KINDS = Object.values(enums.ProofKind);
export type ProofKind = (typeof PROOF_KINDS)[number];

export const MAX_FILES_PER_STOP = 20;

/** The courier's phone makes the id, so that a repeated upload is the same file. Position 0 is the pickup. */
export type ProofFile = Omit<ProofFileRow, "accountId" | "mode">;

export type ProofSource = Pick<ProofFile, "id" | "orderId" | "position" | "courierId" | "kind">;

export function isSameFile(one: ProofSource, other: ProofSource): boolean {
  return (["id", "orderId", "position", "courierId", "kind"] as const).every(
    (key) => one[key] === other[key],
  );
}
