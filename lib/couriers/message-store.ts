import type { Mode } from "@/lib/accounts/scope";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { CourierMessage as MessageRow } from "@/lib/db/generated/client";
import { uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";

const MESSAGE = { id: true, text: true, sentAt: true, readAt: true } as const;

export type CourierMessage = Readonly<Pick<MessageRow, keyof typeof MESSAGE>>;

/** Skips disabled and simulated couriers. @returns the ids of the recipients */
export async function insertMessages(
  tx: Transaction,
  message: {
    courierIds: readonly string[] | "on_shift";
    mode: Mode;
    text: string;
    sentById: string | null;
    at: Date;
  },
): Promise<string[]> {
  const { courierIds, mode, sentById, at } = message;
  const named = courierIds === "on_shift" ? [] : [...courierIds];
  const rows = await query(tx, { courierId: uuid })`
    INSERT INTO courier_messages (courier_id, text, sent_by_id, sent_at)
    SELECT c.id, ${message.text}, ${sentById}::uuid, ${at}::timestamptz FROM couriers c
    WHERE c.mode = ${mode}::mode AND c.disabled_at IS NULL AND NOT c.is_simulated
      AND CASE WHEN ${courierIds === "on_shift"} THEN c.on_shift_since IS NOT NULL
               ELSE c.id = ANY(${named}::uuid[]) END
    ORDER BY c.id
    RETURNING courier_id`;
  return rows.map(({ courierId }) => courierId);
}

export function selectMessages(db: Queryable, courierId: string, limit: number): Promise<CourierMessage[]> {
  return db.models.courierMessage.findMany({
    where: { courierId },
    select: MESSAGE,
    orderBy: { id: "desc" },
    take: limit,
  });
}

export function selectUnread(db: Queryable, courierId: string, limit: number): Promise<CourierMessage[]> {
  return db.models.courierMessage.findMany({
    where: { courierId, readAt: null },
    select: MESSAGE,
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** @returns false if they were already read */
export async function markRead(
  tx: Transaction,
  courierId: string,
  { upTo, at }: { upTo: bigint; at: Date },
): Promise<boolean> {
  const read = await execute(tx)`
    UPDATE courier_messages SET read_at = greatest(sent_at, ${at}::timestamptz)
    WHERE courier_id = ${courierId}::uuid AND id <= ${upTo} AND read_at IS NULL`;
  return read > 0;
}
