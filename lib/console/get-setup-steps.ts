import type { Queryable } from "@/lib/db/client";
import { bool } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** A step of a new company before its first order. */
export type SetupStep = "area" | "tariff" | "courier" | "shop" | "colleague" | "retention";

/** Which steps are done: a zone is served, the first tariff is replaced, and there is one of each of the others. */
export async function getSetupSteps(db: Queryable): Promise<Readonly<Record<SetupStep, boolean>>> {
  const [steps] = await query(db, {
    area: bool,
    tariff: bool,
    courier: bool,
    shop: bool,
    colleague: bool,
    retention: bool,
  })`
    SELECT coalesce((SELECT is_on FROM service_areas ORDER BY version DESC LIMIT 1), false) AS area,
           (SELECT count(*) > 1 FROM (SELECT FROM tariffs LIMIT 2) t) AS tariff,
           EXISTS (SELECT FROM couriers WHERE mode = 'live' AND NOT is_simulated) AS courier,
           EXISTS (SELECT FROM accounts) AS shop,
           (SELECT count(*) > 1 FROM (
              (SELECT FROM users WHERE account_id IS NULL LIMIT 2)
              UNION ALL (SELECT FROM person_tokens WHERE account_id IS NULL AND kind = 'invitation' LIMIT 2)) p) AS colleague,
           EXISTS (SELECT FROM retention_settings) AS retention`;
  if (steps === undefined) throw new Error("SELECT without a table returned no row");
  return steps;
}
