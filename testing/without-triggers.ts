/**
 * Returns statements that insert many orders without triggers and foreign keys, which take most of the time, and then
 * the last changes and the stops of couriers' routes that the triggers would have inserted.
 */
export function withoutTriggers(...statements: readonly string[]): string[] {
  return [
    "SET session_replication_role = replica",
    ...statements,
    "SET session_replication_role = origin",
    `INSERT INTO order_last_changes (account_id, mode, changed_at, order_id, courier_id)
     SELECT account_id, mode, updated_at, id, CASE WHEN status IN ('delivered', 'cancelled') THEN courier_id END
     FROM orders ON CONFLICT DO NOTHING`,
    "SELECT update_route(id) FROM orders WHERE status IN ('assigned', 'in_progress') AND courier_id IS NOT NULL ORDER BY id",
  ];
}
