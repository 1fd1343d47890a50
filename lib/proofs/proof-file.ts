import * as enums from "@/lib/db/generated/enums";

export const PROOF_KINDS = Object.values(enums.ProofKind);
export type ProofKind = (typeof PROOF_KINDS)[number];

export const MOST_FILES_PER_STOP = 20;

export interface ProofFile {
  /** Made by the courier's phone, so that a repeated upload is the same file. */
  readonly id: string;
  readonly orderId: bigint;
  /** 0 is the pickup, n is dropoff n. */
  readonly position: number;
  readonly courierId: string;
  readonly kind: ProofKind;
  readonly objectKey: string;
  readonly bytes: number;
  readonly takenAt: Date;
  readonly receivedAt: Date;
}

export type ProofSource = Pick<ProofFile, "id" | "orderId" | "position" | "courierId" | "kind">;

/** Whether two uploads with the same id are the same file. */
export function isSameFile(one: ProofSource, other: ProofSource): boolean {
  return (["id", "orderId", "position", "courierId", "kind"] as const).every(
    (key) => one[key] === other[key],
  );
}
