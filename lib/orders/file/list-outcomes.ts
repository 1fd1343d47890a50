import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { float8, int4, json, oneOf, type RowOf, text, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { FAILURE_CODES } from "@/lib/orders/carrying/progress";
import { UNDELIVERABLE_ACTIONS } from "@/lib/orders/order";
import type { OrderRow } from "@/lib/orders/order-row";

const OUTCOME = {
  /** Of the pickup: when the goods were picked up. */
  completedAt: timestamptz.orNull,
  failedAt: timestamptz.orNull,
  failureCode: oneOf(FAILURE_CODES).orNull,
  failureComment: text.orNull,
  /** Tries that have failed. */
  attempts: int4,
  calls: int4,
  resolution: oneOf(UNDELIVERABLE_ACTIONS).orNull,
  answerUntil: timestamptz.orNull,
  codeCheck: oneOf(["matched", "overridden"]).orNull,
  codeOverriddenBy: text.orNull,
  codeOverrideReason: text.orNull,
  signerName: text.orNull,
  /** Where the courier was when the stop came to its end. */
  handedLatitude: float8.orNull,
  handedLongitude: float8.orNull,
  files: json(z.array(z.object({ id: z.string(), kind: z.enum(["photo", "signature"]) }))),
};

/** What came of a stop, with all that the account's people may know of it. */
export type Outcome = RowOf<typeof OUTCOME>;

/** What came of each stop of an order, the pickup first. */
export function listOutcomes(db: Queryable, { id: orderId, scope }: OrderRow): Promise<Outcome[]> {
  return query(db, OUTCOME)`
    SELECT CASE s.position WHEN 0 THEN (SELECT min(h.changed_at) FROM order_status_changes h
                                        WHERE h.order_id = s.order_id AND h.status = 'in_progress')
                           ELSE s.delivered_at END AS completed_at,
           s.failed_at, s.failure_code, s.failure_comment, s.attempts::int AS attempts, s.calls::int AS calls,
           s.resolution, s.answer_until, s.code_check, s.code_overridden_by, s.code_override_reason, s.signer_name,
           s.handed_latitude, s.handed_longitude,
           (SELECT coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind) ORDER BY f.taken_at, f.id), '[]')
            FROM proof_files f WHERE f.order_id = s.order_id AND f.position = s.position) AS files
    FROM order_stops s
    WHERE s.order_id = ${orderId} AND s.account_id = ${scope.accountId}::uuid ORDER BY s.position`;
}
