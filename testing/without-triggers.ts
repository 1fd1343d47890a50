/**
 * Returns statements that insert many orders without triggers and foreign keys, which take most of the time, and then
 * let the routes of couriers have the stops that the triggers would have given them.
 */
export function withoutTriggers(...statements: readonly string[]): string[] {
  return [
    "SET session_replication_role = replica",
    ...statements,
    "SET session_replication_role = origin",
    "SELECT update_route(id) FROM orders WHERE status IN ('assigned', 'in_progress') AND courier_id IS NOT NULL ORDER BY id",
  ];
}
