import { migrate } from "@/lib/db/migrate";
import { seedOrders } from "@/bench/seed";
const url = process.argv[2]!;
await migrate(url as never); { const { Client } = await import("pg"); const c = new Client({connectionString:url}); await c.connect(); await c.query("insert into accounts(id,name) values ('11111111-1111-4111-8111-111111111111','Big') on conflict do nothing"); await c.query("insert into tariffs default values").catch(()=>{}); await c.end(); }
await seedOrders(url, { accountId: "11111111-1111-4111-8111-111111111111", every: 2, orders: Number(process.argv[3]) });
