import * as enums from "@/lib/db/generated/enums";

/** What a courier brings as proof of a stop, besides a code. */
export const PROOF_KINDS = Object.values(enums.ProofKind);
export type ProofKind = (typeof PROOF_KINDS)[number];

/** Most photos and signatures of one stop. */
export const MOST_FILES_PER_STOP = 20;

/** A photo or a signature from a stop of an order, whose bytes are in the file store. */
export interface ProofFile {
  /** Made by the courier's phone, so that a repeated upload is the same file. */
  readonly id: string;
  readonly orderId: bigint;
  /** The stop: 0 is the pickup, n is dropoff n. */
  readonly position: number;
  readonly courierId: string;
  readonly kind: ProofKind;
  /** Where the file store has it. */
  readonly objectKey: string;
  /** Its size. */
  readonly bytes: number;
  readonly takenAt: Date;
  readonly receivedAt: Date;
}

/** What a phone says of a file each time it sends it. */
export type ProofSource = Pick<ProofFile, "id" | "orderId" | "position" | "courierId" | "kind">;

/** Whether two uploads with the same id are one file sent twice. */
export function isSameFile(one: ProofSource, other: ProofSource): boolean {
  return (["id", "orderId", "position", "courierId", "kind"] as const).every(
    (key) => one[key] === other[key],
  );
}
