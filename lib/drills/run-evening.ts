import { readCity } from "@/lib/city/city";
import type { Context } from "@/lib/context";
import { refreshIdleCouriers } from "@/lib/couriers/place-simulated";
import type { Database } from "@/lib/db/client";
import { ignoreRefusal } from "@/lib/domain-error";
import {
  computeSpeed,
  type Evening,
  lastOrderAt,
  type PlannedDelivery,
  planDrill,
  readEvening,
} from "@/lib/drills/evening";
import { drillScope } from "@/lib/drills/scopes";
import { type DemoAddress, listTownPlaces } from "@/lib/drills/town";
import type { JobHandler } from "@/lib/jobs/job";
import { createOrder } from "@/lib/orders/create-order";
import { hasOpenOrders } from "@/lib/orders/list/list-active-orders";
import { listExistingIds } from "@/lib/orders/list/list-existing-ids";
import { insertScenarioRunSql } from "@/lib/sandbox/insert-scenario-run";

const EVERY_MS = 1_000;
/** Orders overdue by more than this are skipped, since the service was down. */
const LATE_MS = 5 * 60_000;
const AT_ONCE = 10;
const AFTERMATH_MS = 60 * 60_000;

export function runEvening(dataDir: string): JobHandler {
  const loadPlaces = rememberedPlaces(dataDir);
  return async (context, key) => {
    const evening = readEvening(key);
    const now = context.clock.now().getTime();
    const places = await loadPlaces(context.db);
    const due = planDrill(evening, places).filter(
      ({ at }) => at.getTime() <= now && at.getTime() > now - LATE_MS,
    );
    const placed = await listExistingIds(context.db, drillScope(evening.accountId), due.map(getId));
    const missing = due.filter((order) => !placed.has(getId(order))).slice(0, AT_ONCE);
    for (const order of missing) await place(context, evening, order);
    await refreshIdleCouriers(context.db, "test", context.clock.now());
    return (await isOver(context, evening, now))
      ? { type: "split", kind: "end_evening", keys: [evening.accountId] }
      : { type: "again", afterMs: EVERY_MS };
  };
}

const getId = ({ body }: PlannedDelivery): string => body.external_order_id;

async function place(context: Context, evening: Evening, { body, scenario }: PlannedDelivery): Promise<void> {
  const along = insertScenarioRunSql({ scenario, speed: computeSpeed(evening) });
  const shop = { ...context, actor: { type: "simulator", id: "evening" } } as const;
  await createOrder(shop, drillScope(evening.accountId), { body, along }).catch(ignoreRefusal);
}

async function isOver({ db }: Context, evening: Evening, now: number): Promise<boolean> {
  const last = lastOrderAt(evening);
  if (now <= last) return false;
  return now > last + AFTERMATH_MS || !(await hasOpenOrders(db, drillScope(evening.accountId)));
}

function rememberedPlaces(dataDir: string): (db: Database) => Promise<readonly DemoAddress[]> {
  let stored: { version: string | null; places: readonly DemoAddress[] } | null = null;
  return async (db) => {
    const city = readCity(dataDir);
    const version = city?.version ?? null;
    if (stored === null || stored.version !== version)
      stored = { version, places: await listTownPlaces(db, city) };
    return stored.places;
  };
}
