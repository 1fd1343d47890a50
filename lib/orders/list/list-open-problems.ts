import type { Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { accounts, orderStops, orders } from "@/lib/db/generated/columns";
import { timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const MOST = 50;

const PROBLEM = {
  orderCode: orders.orderCode,
  accountName: accounts.name,
  text: orderStops.feedbackText,
  at: timestamptz,
};

/** Lists up to 50 unresolved recipient problems of a mode since an instant. */
export function listOpenProblems(db: Queryable, mode: Mode, since: Date) {
  return query(db, PROBLEM)`
    SELECT DISTINCT ON (o.id) o.order_code, a.name AS account_name, s.feedback_text AS text,
           coalesce(s.feedback_at, o.updated_at) AS at
    FROM order_stops s JOIN orders o ON o.id = s.order_id JOIN accounts a ON a.id = o.account_id
    WHERE s.feedback = 'problem' AND s.feedback_settled_at IS NULL AND s.feedback_at > ${since}::timestamptz
      AND o.mode = ${mode}::mode
    ORDER BY o.id DESC, s.feedback_at LIMIT ${MOST}`;
}
