import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

export const LIVE_CHANNEL = "dropline_live";

export type Topic =
  | `order:${string}`
  | `webhooks:${string}`
  | `account:${string}:${string}`
  | `courier:${string}`
  | "everything";

async function announce(db: Queryable, payload: string): Promise<void> {
  await execute(db)`SELECT pg_notify(${LIVE_CHANNEL}, ${payload})`;
}

export async function notifyOrderChanged(
  db: Queryable,
  { id, scope }: { readonly id: bigint; readonly scope: AccountScope },
  courierId: string | null,
): Promise<void> {
  await announce(db, `order ${id} ${scope.accountId} ${scope.mode} ${courierId ?? ""}`.trimEnd());
}

/** Notifies every process that a courier began or ended a shift, was disabled, or lost an order. */
export async function notifyCourierChanged(db: Queryable, courierId: string): Promise<void> {
  await announce(db, `courier ${courierId}`);
}

const BOARD_CHANGED = "board";

export async function announceBoard(db: Queryable): Promise<void> {
  await announce(db, BOARD_CHANGED);
}

/** Notification about an order as SQL text, sent when an attempt to deliver one of its events ends. */
export const WEBHOOK_SUBJECT = "webhook";

/** Sent once for all couriers who moved at the same time; couriers with an order also get one notification each. */
export const COURIERS_MOVED = "couriers moved";

export function parseTopics(payload: string): Topic[] {
  if (payload === COURIERS_MOVED || payload === BOARD_CHANGED) return ["everything"];
  const [subject, id, ...rest] = payload.split(" ");
  if (id === undefined) return [];
  switch (subject) {
    case "order": {
      const [accountId, mode, courierId] = rest;
      return roadTopics(id, accountId, mode, courierId);
    }
    case "courier": {
      const [orderId, accountId, mode] = rest;
      return roadTopics(orderId, accountId, mode, id);
    }
    case WEBHOOK_SUBJECT:
      return [`webhooks:${id}`];
    default:
      return [];
  }
}

function roadTopics(orderId?: string, accountId?: string, mode?: string, courierId?: string): Topic[] {
  const topics: Topic[] = ["everything"];
  if (orderId !== undefined) topics.push(`order:${orderId}`);
  if (accountId !== undefined) topics.push(`account:${accountId}:${mode}`);
  if (courierId !== undefined) topics.push(`courier:${courierId}`);
  return topics;
}
