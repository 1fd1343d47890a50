import type { CarriedStop, CourierTask, StepReport } from "@/lib/orders/carrying/carried-order";
import type { NextStep } from "@/lib/orders/progress";

/** Most photos of one try at a stop. */
export const MOST_PHOTOS = 3;

/** A try at a stop: 0 is the pickup, dropoff n has n. */
export interface Place {
  readonly orderId: string;
  readonly position: number;
  /** Tries that have failed before. */
  readonly attempt: number;
}

/** A photo or a signature on the phone. Its picture is kept beside it until the service has it. */
export interface ProofFile extends Place {
  /** The phone's own UUID for it. */
  readonly id: string;
  readonly kind: "photo" | "signature";
  readonly at: string;
  /** Who signed; null for a photo. */
  readonly signerName: string | null;
  /** `draft`: until the step that names it, it may be taken again; `waiting`: to be sent; `sent`: the service has it. */
  readonly state: "draft" | "waiting" | "sent";
}

/** Where a step happens that may be asked for proof; null for any other. */
export function placeOf({ orderId }: CourierTask, step: NextStep | null): Place | null {
  if (step?.type === "pick_up") return { orderId, position: 0, attempt: 0 };
  if (step?.type !== "hand_over") return null;
  return { orderId, position: step.dropoff + 1, attempt: step.attempt ?? 0 };
}

/** The files of one try at a stop, oldest first. */
export function filesAt(files: readonly ProofFile[], place: Place): ProofFile[] {
  return files.filter(
    ({ orderId, position, attempt }) =>
      orderId === place.orderId && position === place.position && attempt === place.attempt,
  );
}

const CODE = /^\d{6}$/;

/** Something that a stop asks for; `dispatcher`: no codes are left to try, so only an operator can help. */
export type Missing = "code" | "dispatcher" | "signature" | "photo";

/** What has to be brought first before the courier can go on; null when nothing is missing. */
export function missingAt(
  { proof, isCodeOverridden, codeTriesLeft }: CarriedStop,
  code: string,
  files: readonly ProofFile[],
): Missing | null {
  if (proof.code && !isCodeOverridden) {
    if (codeTriesLeft === 0) return "dispatcher";
    if (!CODE.test(code)) return "code";
  }
  const has = (wanted: ProofFile["kind"]) => files.some(({ kind }) => kind === wanted);
  if (proof.signature && !has("signature")) return "signature";
  return proof.photo && !has("photo") ? "photo" : null;
}

/** The report of a pickup or a handover. */
export function reportOf(stop: CarriedStop, code: string, files: readonly ProofFile[]): StepReport {
  const signerName = files.findLast(({ kind }) => kind === "signature")?.signerName ?? null;
  return {
    ...(stop.proof.code && !stop.isCodeOverridden ? { code } : {}),
    ...(signerName === null ? {} : { signerName }),
    ...fileIds(files),
  };
}

/** The files that a report names; nothing when there are none. */
export function fileIds(files: readonly ProofFile[]): Pick<StepReport, "files"> {
  return files.length === 0 ? {} : { files: files.map(({ id }) => id) };
}

/** The address that a file is sent to; its picture is the body. */
export function proofAddress({ id, orderId, position, kind, at }: ProofFile): string {
  const query = new URLSearchParams({ id, order: orderId, position: String(position), kind, at });
  return `/courier/proofs?${query}`;
}

/** Longest side of a photo as it is sent, in pixels. */
const LONGEST_SIDE = 1_600;

/** The size to which a photo is scaled down, in pixels. */
export function sentSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
