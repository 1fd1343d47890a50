import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { orderStops, orders } from "@/lib/db/generated/columns";
import { bool, int4, type RowOf, timestamptz } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { announceMessagesSql } from "@/lib/recipient-messages/insert-messages";
import { KIND_RULES, type MessageKind } from "@/lib/recipient-messages/message";
import { estimateArrivals, reconcileArrivals } from "@/lib/tracking/estimate-arrival";
import { findCourierPhase } from "@/lib/tracking/notify-recipients";
import { listTrackedByCodes } from "@/lib/tracking/store";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

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

interface DetectedMessage {
  readonly order_code: string;
  readonly position: number;
  readonly kind: MessageKind;
  readonly occurrence: number;
  readonly arrives_until: Date | null;
  readonly useful: number;
}

/** Writes messages that no event begins: the courier is near, the arrival window has moved. Each row is its own mark. */
export async function detectMessages(context: Pick<Context, "db" | "clock" | "dispatch">): Promise<void> {
  const { db, clock, dispatch } = context;
  const candidates = new Map<string, Candidate[]>();
  for (const one of await listCandidates(db)) {
    candidates.set(one.orderCode, [...(candidates.get(one.orderCode) ?? []), one]);
  }
  const codes = [...candidates.keys()];
  for (let start = 0; start < codes.length; start += BATCH) {
    const tracked = await listTrackedByCodes(
      db,
      "any",
      codes.slice(start, start + BATCH),
      dispatch.simulatorSpeed,
    );
    const now = clock.now();
    const detected = tracked.flatMap((order) =>
      findDetected(order, candidates.get(order.orderCode) ?? [], now),
    );
    if (detected.length > 0) await insertDetected(db, detected);
  }
}

function findDetected(tracked: TrackedOrder, candidates: readonly Candidate[], now: Date): DetectedMessage[] {
  const order = reconcileArrivals(tracked, now);
  const windows = estimateArrivals(tracked, now);
  const detected = (
    { orderCode, position }: Candidate,
    kind: "near" | "window_moved",
    occurrence: number,
    arrivesUntil: Date | null,
  ): DetectedMessage => ({
    order_code: orderCode,
    position,
    kind,
    occurrence,
    arrives_until: arrivesUntil,
    useful: KIND_RULES[kind].useful,
  });
  return candidates.flatMap((candidate) => {
    const { position, attempts, awaitsNear, statedUntil, moves } = candidate;
    const stop = order.dropoffs[position - 1];
    if (stop === undefined) return [];
    if (findCourierPhase(order, stop, now) === "near") {
      return awaitsNear ? [detected(candidate, "near", attempts + 1, null)] : [];
    }
    const until = windows?.[position - 1]?.to;
    const isMoved =
      until !== undefined &&
      statedUntil !== null &&
      Math.abs(until.getTime() - statedUntil.getTime()) > MOVED_MS;
    return isMoved ? [detected(candidate, "window_moved", moves + 1, until)] : [];
  });
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
