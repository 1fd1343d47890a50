import { type Sql, sql } from "@/lib/db/sql";
import type { CreateOrderBody } from "@/lib/orders/schema";
import type { Rehearsal } from "@/lib/sandbox/scenario";

/**
 * The part of a statement that stores how a new order of test mode goes. It belongs in the statement that writes the
 * order, so that no simulated courier sees one without the other.
 *
 * @param order names the one row of the order: id, account_id, created_at
 */
export function beginRehearsal({ scenario, speed }: Rehearsal): (order: Sql) => Sql {
  return (order) => sql`
      INSERT INTO rehearsals (order_id, account_id, scenario, speed, created_at)
      SELECT source.id, source.account_id, ${scenario}, ${speed}::float8, source.created_at FROM ${order} AS source`;
}

/** The body of an order that goes so: each dropoff asks for a code where the scenario is about codes. */
export function rehearsedBody(
  body: CreateOrderBody,
  { scenario }: Pick<Rehearsal, "scenario">,
): CreateOrderBody {
  if (scenario !== "wrong_code") return body;
  const dropoffs = body.dropoffs.map((dropoff) => ({ ...dropoff, proof: { ...dropoff.proof, code: true } }));
  return { ...body, dropoffs };
}
