import { type CourierMessage, selectMessages, selectUnread } from "@/lib/couriers/message-store";
import type { Queryable } from "@/lib/db/client";

const MOST = 100;
const MOST_UNREAD = 20;

export type { CourierMessage };

/** Newest first; at most 100. */
export function listMessages(db: Queryable, courierId: string, limit = MOST): Promise<CourierMessage[]> {
  return selectMessages(db, courierId, Math.min(limit, MOST));
}

/** Oldest first; at most 20. */
export function listUnread(db: Queryable, courierId: string): Promise<CourierMessage[]> {
  return selectUnread(db, courierId, MOST_UNREAD);
}
