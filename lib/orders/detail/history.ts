import type { OrderStatus } from "@/lib/orders/order";

export interface RecordedChange {
  readonly status: OrderStatus;
  readonly changedAt: Date;
  readonly actorType: string;
  readonly actorName: string | null;
}

const NAMED_TO_ACCOUNT: readonly string[] = ["key", "user", "courier"];

export function historyForAccount(history: readonly RecordedChange[]): RecordedChange[] {
  return history.map((change) =>
    NAMED_TO_ACCOUNT.includes(change.actorType) ? change : { ...change, actorName: null },
  );
}
