import { createHash } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";

/** A journal cursor. Later events have greater cursors, independent of their write order. */
export interface JournalPosition {
  readonly epoch: number;
  readonly transactionId: bigint;
  readonly row: bigint;
}

export const JOURNAL_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

export const JOURNAL_START: JournalPosition = { epoch: 0, transactionId: 0n, row: 0n };

export function encodeCursor({ epoch, transactionId, row }: JournalPosition, scope?: AccountScope): string {
  const cursor = `${epoch}-${transactionId}-${row}`;
  return scope === undefined ? cursor : `${cursor}-${scopeTag(scope)}`;
}

/** The position in a cursor; null if the cursor is malformed or belongs to another scope. */
export function decodeCursor(cursor: string, scope?: AccountScope): JournalPosition | null {
  const match = /^(\d{1,9})-(\d{1,18})-(\d{1,18})(?:-([\da-f]{8}))?$/.exec(cursor);
  if (match === null) return null;
  const [, epoch, transactionId = 0, row = 0, tag] = match;
  if (scope !== undefined && tag !== scopeTag(scope)) return null;
  return { epoch: Number(epoch), transactionId: BigInt(transactionId), row: BigInt(row) };
}

function scopeTag({ accountId, mode }: AccountScope): string {
  return createHash("sha256").update(`${accountId} ${mode}`).digest("hex").slice(0, 8);
}
