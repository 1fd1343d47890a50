import { createHash } from "node:crypto";

/** One state of what a stream shows: its content, and an identifier that is equal exactly when the content is. */
export interface Snapshot {
  readonly id: string;
  readonly data: string;
  /** Whether nothing can follow; the stream then ends. */
  readonly isFinal: boolean;
  /** How long it stays right unless a change is announced; a minute if it does not say. */
  readonly lastsMs?: number;
}

const ID_LENGTH = 16;

/** A state as a stream sends it. */
export function snapshotOf(
  state: unknown,
  { isFinal = false, ...lasts }: { isFinal?: boolean; lastsMs?: number } = {},
): Snapshot {
  const data = JSON.stringify(state);
  const id = createHash("sha256").update(data).digest("base64url").slice(0, ID_LENGTH);
  return { id, data, isFinal, ...lasts };
}
