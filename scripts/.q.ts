import { Database } from "@/lib/db/client";
import { Pool } from "pg";
import { listFilteredOrders } from "@/lib/orders/list/list-filtered-orders";
import { listAnyOrders, EVERYTHING } from "@/lib/orders/list/list-any-orders";
import { findOrdersAnywhere } from "@/lib/orders/list/find-orders-anywhere";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import { readFilter } from "@/lib/orders/list/order-filter";
const pool = new Pool({ connectionString: process.argv[2]!, max: 1 });
const db = new Database(pool as never);
const scope = { accountId: "11111111-1111-4111-8111-111111111111", mode: "live" } as never;
const only = process.argv[3];
const time = async (name: string, work: () => Promise<unknown>) => {
  if (only && !name.includes(only)) return;
  const all: number[] = [];
  let n = 0;
  for (let i = 0; i < 12; i++) { const a = performance.now(); const r = await work() as any; all.push(performance.now() - a); n = (r.orders ?? r).length; }
  all.sort((a, b) => a - b);
  console.log(name.padEnd(34), `${n}`.padStart(3), "median", all[6]!.toFixed(1), "max", all[11]!.toFixed(1));
};
const searches = process.argv[4]?.split(",") ?? ["marata", "шоп", "shop-77777", "3D09", "77777", "7916", "zzzz", "марата 77", "марата", "пушкинская 15", "mar", "0001", "а", "1", "8a12f", "жуковского 4", "чехова 7 79"];
for (const s of searches) {
  const f = (change: object) => ({ filter: { ...readFilter(() => ""), view: "all" as const, search: s, ...change }, timeZone: "Europe/Moscow", now: new Date(), edge: null });
  await time(`list ${s}`, () => listFilteredOrders(db, scope, f({})));
  await time(`cancelled ${s}`, () => listFilteredOrders(db, scope, f({ view: "cancelled" })));
  await time(`active ${s}`, () => listFilteredOrders(db, scope, f({ view: "active" })));
  await time(`palette ${s}`, () => suggestOrders(db, scope, s));
  await time(`ops find ${s}`, () => findOrdersAnywhere(db, "live", s));
  await time(`ops list ${s}`, () => listAnyOrders(db, { ...EVERYTHING, mode: "live", search: s }));
  await time(`ops cancelled ${s}`, () => listAnyOrders(db, { ...EVERYTHING, mode: "live", search: s, status: "cancelled" }));
}
await pool.end();
