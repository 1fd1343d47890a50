import { type DeliveryWindow, type StoredWindow, windowFromRow } from "@/lib/orders/delivery-window";
import type { Metadata } from "@/lib/orders/metadata";
import type {
  CodeCheck,
  FailureCode,
  RecipientRequest,
  ReturnState,
  UndeliverableAction,
} from "@/lib/orders/order";
import type { ProofKind } from "@/lib/orders/proof/proof-file";
import type { Point } from "@/lib/point";

/** `return`: the second visit to the pickup, which receives the returned goods. */
export const STOP_KINDS = ["pickup", "dropoff", "return"] as const;
export type StopKind = (typeof STOP_KINDS)[number];

export const STOP_OUTCOMES = ["pending", "done", "failed"] as const;
export type StopOutcome = (typeof STOP_OUTCOMES)[number];

export interface StopFailure {
  readonly code: FailureCode;
  readonly comment: string | null;
  readonly at: Date;
  /** Failed attempts, this one included. */
  readonly attempts: number;
  readonly calls: number;
  /** `ask` is an open question. */
  readonly resolution: UndeliverableAction;
  /** Only for an open question. */
  readonly answerUntil: Date | null;
}

export interface StopProof {
  readonly files: readonly { readonly id: string; readonly kind: ProofKind }[];
  readonly code: CodeCheck | null;
  readonly signerName: string | null;
  /** The courier's newest position when the stop ended. */
  readonly location: Point | null;
}

export interface StopState {
  /** 0 is the pickup, n is dropoff n; the return is last. */
  readonly index: number;
  readonly kind: StopKind;
  readonly outcome: StopOutcome;
  readonly place: Point;
  readonly arrivedAt: Date | null;
  readonly completedAt: Date | null;
  readonly failure: StopFailure | null;
  /** Null without a decision. */
  readonly decision: RecipientRequest | null;
  readonly proof: StopProof | null;
  readonly metadata: Metadata;
  /** Null at the pickup, too. */
  readonly deliveryWindow: DeliveryWindow | null;
}

export interface StoredStop extends Point, StoredWindow {
  readonly arrivedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly failedAt: Date | null;
  readonly failureCode: FailureCode | null;
  readonly failureComment: string | null;
  readonly attempts: number;
  readonly calls: number;
  readonly resolution: UndeliverableAction | null;
  readonly answerUntil: Date | null;
  readonly codeCheck: CodeCheck | null;
  readonly signerName: string | null;
  readonly handedLatitude: number | null;
  readonly handedLongitude: number | null;
  readonly decision: RecipientRequest | null;
  readonly metadata: Metadata;
}

/** Stored progress apart from the dropoffs. */
export interface StoredProgress {
  readonly arrivedAt: Date | null;
  readonly pickedUpAt: Date | null;
  readonly files: readonly (StopProof["files"][number] & { readonly position: number })[];
  readonly returnState: ReturnState | null;
  readonly returnArrivedAt: Date | null;
  readonly returnedAt: Date | null;
}

export function toStopStates(stored: readonly StoredStop[], course: StoredProgress): StopState[] {
  const stops = stored.map((stop, index) => toState(stop, index, course));
  const [pickup] = stops;
  if (course.returnState === null || pickup === undefined) return stops;
  const last: StopState = {
    index: stops.length,
    kind: "return",
    outcome: course.returnState === "returned" ? "done" : "pending",
    place: pickup.place,
    arrivedAt: course.returnArrivedAt,
    completedAt: course.returnedAt,
    failure: null,
    decision: null,
    proof: null,
    metadata: {},
    deliveryWindow: null,
  };
  return [...stops, last];
}

function toState(stop: StoredStop, index: number, course: StoredProgress): StopState {
  const { latitude, longitude } = stop;
  const [arrivedAt, completedAt] =
    index === 0 ? [course.arrivedAt, course.pickedUpAt] : [stop.arrivedAt, stop.deliveredAt];
  const files = course.files.filter(({ position }) => position === index);
  const failure = findFailure(stop);
  const ended = completedAt === null ? "pending" : "done";
  return {
    index,
    kind: index === 0 ? "pickup" : "dropoff",
    outcome: failure === null ? ended : "failed",
    place: { latitude, longitude },
    arrivedAt,
    completedAt,
    failure,
    decision: stop.decision,
    proof: findProof(stop, files),
    metadata: stop.metadata,
    deliveryWindow: windowFromRow(stop),
  };
}

function findFailure(stop: StoredStop): StopFailure | null {
  const { failedAt: at, failureCode: code, failureComment: comment, resolution } = stop;
  if (at === null || code === null || resolution === null) return null;
  const { attempts, calls, answerUntil } = stop;
  return { code, comment, at, attempts, calls, resolution, answerUntil };
}

function findProof(stop: StoredStop, files: StopProof["files"]): StopProof | null {
  const { codeCheck: code, signerName, handedLatitude: latitude, handedLongitude: longitude } = stop;
  const location = latitude === null || longitude === null ? null : { latitude, longitude };
  const isThere = files.length > 0 || code !== null || signerName !== null || location !== null;
  return isThere ? { files, code, signerName, location } : null;
}
