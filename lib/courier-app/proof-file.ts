import type { CourierTask, CourierTaskStop, StepInput } from "@/lib/orders/fulfillment/courier-task";
import type { NextStep } from "@/lib/orders/progress";

export const MAX_PHOTOS = 3;

export interface ProofFile extends ProofStep {
  readonly id: string;
  readonly kind: "photo" | "signature";
  readonly at: string;
  readonly signerName: string | null;
  /** `draft`: can be retaken until its step is reported; `waiting`: queued for upload; `sent`: uploaded. */
  readonly state: "draft" | "waiting" | "sent";
}

/** An attempt at a stop: 0 is the pickup, n is dropoff n. */
export type ProofStep = NonNullable<ReturnType<typeof toProofStep>>;

export function toProofStep({ orderId }: CourierTask, step: NextStep | null) {
  if (step?.type === "pick_up") return { orderId, position: 0, attempt: 0 };
  if (step?.type !== "hand_over") return null;
  return { orderId, position: step.dropoff + 1, attempt: step.attempt ?? 0 };
}

export function filesForStep(files: readonly ProofFile[], place: ProofStep): ProofFile[] {
  return files.filter(
    ({ orderId, position, attempt }) =>
      orderId === place.orderId && position === place.position && attempt === place.attempt,
  );
}

const CODE = /^\d{6}$/;

/** `dispatcher`: no code tries are left, so only an operator can help. */
export type MissingProof = "code" | "dispatcher" | "signature" | "photo";

export function findMissingProof(
  { proof, isCodeOverridden, codeTriesLeft }: CourierTaskStop,
  code: string,
  files: readonly ProofFile[],
): MissingProof | null {
  if (proof.code && !isCodeOverridden) {
    if (codeTriesLeft === 0) return "dispatcher";
    if (!CODE.test(code)) return "code";
  }
  const has = (wanted: ProofFile["kind"]) => files.some(({ kind }) => kind === wanted);
  if (proof.signature && !has("signature")) return "signature";
  return proof.photo && !has("photo") ? "photo" : null;
}

export function buildReport(stop: CourierTaskStop, code: string, files: readonly ProofFile[]): StepInput {
  const signerName = files.findLast(({ kind }) => kind === "signature")?.signerName ?? null;
  return {
    ...(stop.proof.code && !stop.isCodeOverridden ? { code } : {}),
    ...(signerName === null ? {} : { signerName }),
    ...fileIds(files),
  };
}

export function fileIds(files: readonly ProofFile[]): Pick<StepInput, "files"> {
  return files.length === 0 ? {} : { files: files.map(({ id }) => id) };
}

export function proofAddress({ id, orderId, position, kind, at }: ProofFile): string {
  const query = new URLSearchParams({ id, order: orderId, position: String(position), kind, at });
  return `/courier/proofs?${query}`;
}

/** Longest side of an uploaded photo, in pixels. */
const MAX_SIDE = 1_600;

export function uploadSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
