import { type Sql, sql } from "@/lib/db/sql";
import type { CreationOptions } from "@/lib/orders/create-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import type { ScenarioRun } from "@/lib/sandbox/scenario";

/** Creates an order that goes by the scenario. Without one, orders go as usual. */
export function toScenarioOptions(run: ScenarioRun | null): Pick<CreationOptions, "amend" | "along"> {
  if (run === null) return {};
  return { amend: (body) => withRequiredCodes(body, run), along: insertScenarioRunSql(run) };
}

/** Part of the statement that writes the order. @param order a relation with one row: id, account_id, created_at */
function insertScenarioRunSql({ scenario, speed }: ScenarioRun): (order: Sql) => Sql {
  return (order) => sql`
      INSERT INTO rehearsals (order_id, account_id, scenario, speed, created_at)
      SELECT source.id, source.account_id, ${scenario}, ${speed}::float8, source.created_at FROM ${order} AS source`;
}

/** The dropoffs require a code if the scenario is about codes. */
function withRequiredCodes(
  body: CreateOrderBody,
  { scenario }: Pick<ScenarioRun, "scenario">,
): CreateOrderBody {
  if (scenario !== "wrong_code") return body;
  const dropoffs = body.dropoffs.map((dropoff) => ({ ...dropoff, proof: { ...dropoff.proof, code: true } }));
  return { ...body, dropoffs };
}
