import { createHash } from "node:crypto";

/** State of a stream; equal content has the same id. */
export interface Snapshot {
  readonly id: string;
  readonly data: string;
  readonly isFinal: boolean;
  /** How long the state stays valid without an announced change; one minute by default. */
  readonly lastsMs?: number;
}

const ID_LENGTH = 16;

export function buildSnapshot(
  state: unknown,
  { isFinal = false, ...lasts }: { isFinal?: boolean; lastsMs?: number } = {},
): Snapshot {
  const data = JSON.stringify(state);
  const id = createHash("sha256").update(data).digest("base64url").slice(0, ID_LENGTH);
  return { id, data, isFinal, ...lasts };
}
