import type { OrderStatus } from "@/lib/orders/order";

/** A change of status, and who made it: by kind, and by name where they have one. */
export interface RecordedChange {
  readonly status: OrderStatus;
  readonly changedAt: Date;
  readonly actorType: string;
  readonly actorName: string | null;
}

const NAMED_TO_ACCOUNT: readonly string[] = ["key", "user", "courier"];

/** The history as the account's people may read it: to them whoever works for the service has no name. */
export function historyForAccount(history: readonly RecordedChange[]): RecordedChange[] {
  return history.map((change) =>
    NAMED_TO_ACCOUNT.includes(change.actorType) ? change : { ...change, actorName: null },
  );
}
