import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { orderStops, orders } from "@/lib/db/generated/columns";
import { bool, int4, type RowOf, timestamptz } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { type DropoffProgress, listProgress } from "@/lib/tracking/list-progress";
import { announceMessagesSql } from "@/lib/tracking/messages/insert-messages";
import { KIND_RULES } from "@/lib/tracking/messages/message";

const MOVED_MS = 15 * 60_000;
const BATCH = 100;

const CANDIDATE = {
  orderCode: orders.orderCode,
  position: orderStops.position,
  attempts: orderStops.attempts,
  awaitsNear: bool,
  /** The end of the window that the latest message has stated; null without one, or if moves are not reported. */
  statedUntil: timestamptz.orNull,
  moves: int4,
};

type Candidate = RowOf<typeof CANDIDATE>;

/** Writes messages without an event: the courier is near, the arrival window has moved. Each row prevents a repeat. */
export async function detectMessages(context: Pick<Context, "db" | "clock" | "dispatch">): Promise<void> {
  const candidates = await listCandidates(context.db);
  const codes = [...new Set(candidates.map(({ orderCode }) => orderCode))];
  for (let start = 0; start < codes.length; start += BATCH) {
    const progress = await listProgress(context, codes.slice(start, start + BATCH));
    const detected = candidates.flatMap((candidate) => {
      const dropoff = progress.get(candidate.orderCode)?.[candidate.position - 1];
      return (dropoff && findDetected(candidate, dropoff)) ?? [];
    });
    if (detected.length > 0) await insertDetected(context.db, detected);
  }
}

type DetectedMessage = NonNullable<ReturnType<typeof findDetected>>;

function findDetected(
  { orderCode: order_code, position, attempts, awaitsNear, statedUntil, moves }: Candidate,
  { isCourierNear, until }: DropoffProgress,
) {
  const detected = (kind: "near" | "window_moved", occurrence: number, arrives_until: Date | null) => {
    return { order_code, position, kind, occurrence, arrives_until, useful: KIND_RULES[kind].useful };
  };
  if (isCourierNear) return awaitsNear ? detected("near", attempts + 1, null) : null;
  if (until === null || statedUntil === null) return null;
  const movedMs = Math.abs(until.getTime() - statedUntil.getTime());
  return movedMs > MOVED_MS ? detected("window_moved", moves + 1, until) : null;
}

const IS_AWAITED = sql`o.status IN ('assigned', 'in_progress') AND s.position > 0 AND s.delivered_at IS NULL
  AND s.failed_at IS NULL AND s.contact_type = 'phone' AND coalesce(s.notify, o.notify, true)`;

function listCandidates(db: Queryable): Promise<Candidate[]> {
  return query(db, CANDIDATE)`
    SELECT * FROM (
      SELECT o.order_code, s.position, s.attempts,
             o.status = 'in_progress' AND 'near' = ANY(a.message_kinds) AND NOT EXISTS (
               SELECT FROM recipient_messages m WHERE m.order_id = o.id AND m.position = s.position
                 AND m.kind = 'near' AND m.occurrence = s.attempts + 1) AS awaits_near,
             CASE WHEN 'window_moved' = ANY(a.message_kinds) THEN (
               SELECT m.arrives_until FROM recipient_messages m
               WHERE m.order_id = o.id AND m.position = s.position AND m.arrives_until IS NOT NULL
               ORDER BY m.id DESC LIMIT 1) END AS stated_until,
             (SELECT count(*)::int FROM recipient_messages m
              WHERE m.order_id = o.id AND m.position = s.position AND m.kind = 'window_moved') AS moves
      FROM accounts a
      JOIN orders o ON o.account_id = a.id
      JOIN order_stops s ON s.order_id = o.id
      WHERE a.message_kinds && ARRAY['near', 'window_moved']::message_kind[] AND ${IS_AWAITED}
    ) AS candidates
    WHERE awaits_near OR stated_until IS NOT NULL`;
}

async function insertDetected(db: Queryable, messages: readonly DetectedMessage[]): Promise<void> {
  await execute(db)`
    WITH messages AS (
      INSERT INTO recipient_messages (order_id, position, account_id, mode, kind, occurrence, arrives_until, run_at,
        expires_at, created_at)
      SELECT o.id, s.position, o.account_id, o.mode, d.kind, d.occurrence, d.arrives_until, now(),
             now() + d.useful * interval '1 second', now()
      FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) AS d(order_code text, position smallint,
        kind message_kind, occurrence smallint, arrives_until timestamptz, useful int)
      JOIN orders o ON o.order_code = d.order_code
      JOIN order_stops s ON s.order_id = o.id AND s.position = d.position
      WHERE ${IS_AWAITED}
      ON CONFLICT (order_id, position, kind, occurrence) DO NOTHING
      RETURNING 1
    )
    ${announceMessagesSql(sql`messages`)}`;
}
