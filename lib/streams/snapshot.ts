import { createHash } from "node:crypto";

/** State of a stream; equal content has the same id. */
export interface Snapshot {
  readonly id: string;
  readonly data: string;
  readonly isFinal: boolean;
  /** How long it stays right unless a change is announced; a minute if it does not say. */
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
