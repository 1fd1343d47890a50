import type { Mode } from "@/lib/accounts/scope";
import type { Transaction } from "@/lib/db/client";
import { uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

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
