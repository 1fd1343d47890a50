import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import type { ShownArrival } from "@/lib/tracking/arrivals/shown-arrival";
import { toShownArrival } from "@/lib/tracking/arrivals/to-shown-arrival";

/** The arrivals of a promise by dropoff, counted from 0. */
export async function selectArrivals(
  tx: Transaction,
  orderId: bigint,
  promisedUntil: Date | null,
): Promise<ReadonlyMap<number, ShownArrival>> {
  if (promisedUntil === null) return new Map();
  const rows = await tx.models.shownArrival.findMany({ where: { orderId, promisedUntil } });
  return new Map(rows.map((row) => [row.position - 1, toShownArrival(row)]));
}

/** Writes the arrivals of a locked order that have moved, and removes those of a former trip. */
export async function writeArrivals(
  tx: Transaction,
  { orderId, promisedUntil }: { readonly orderId: bigint; readonly promisedUntil: Date },
  arrivals: ReadonlyMap<number, ShownArrival>,
): Promise<void> {
  const rows = [...arrivals].map(([dropoff, { first, shown, former, ...arrival }]) => ({
    position: dropoff + 1,
    first_from: first.from,
    first_to: first.to,
    first_at: arrival.firstAt,
    shown_from: shown.from,
    shown_to: shown.to,
    courier_id: arrival.courierId,
    attempts: arrival.attempts,
    former_from: former?.from ?? null,
    former_to: former?.to ?? null,
    cause: former?.cause ?? null,
    moved_at: arrival.movedAt,
  }));
  await tx.models.shownArrival.deleteMany({ where: { orderId, promisedUntil: { not: promisedUntil } } });
  await execute(tx)`
    INSERT INTO shown_arrivals (order_id, position, promised_until, first_from, first_to, first_at, shown_from, shown_to,
      courier_id, attempts, former_from, former_to, cause, moved_at)
    SELECT ${orderId}::bigint, position, ${promisedUntil}::timestamptz, first_from, first_to, first_at, shown_from,
           shown_to, courier_id, attempts, former_from, former_to, cause, moved_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a(position smallint, first_from timestamptz,
      first_to timestamptz, first_at timestamptz, shown_from timestamptz, shown_to timestamptz, courier_id uuid,
      attempts smallint, former_from timestamptz, former_to timestamptz, cause delay_cause, moved_at timestamptz)
    ON CONFLICT (order_id, position) DO UPDATE SET
      shown_from = excluded.shown_from, shown_to = excluded.shown_to, courier_id = excluded.courier_id,
      attempts = excluded.attempts, former_from = excluded.former_from, former_to = excluded.former_to,
      cause = excluded.cause, moved_at = excluded.moved_at`;
}
