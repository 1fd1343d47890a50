import { gzipSync } from "node:zlib";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { cpuBetween, findPostmaster, readCpu } from "@/bench/cpu";
import { run } from "@/bench/database";
import { describeMachine } from "@/bench/machine";
import { type Clicks, measureNavigation } from "@/bench/navigation";
import { formatInteger, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";
import { seedOrders } from "@/bench/seed";
import { seedCalls, seedOpenOrders } from "@/bench/seed-portal";
import { median } from "@/bench/statistics";
import { benchViews } from "@/bench/views";
import { makeMember } from "@/testing/account-fixture";
import { makeClient } from "@/testing/shop";
import { AUTH } from "@/testing/sign-in";

const ENDED = 1_000_000;
const OPEN = 10_000;
const CALLS = 1_000_000;
const FEW = 20;
const DEEP = 20_000;
const TRIES = 5;
/** Each database connection of the service must first prepare and plan its statements. */
const WARM_UPS = 5;
const MAX_DURATION_MS = 400;
const MAX_NAVIGATION_MS = 100;
/** Of the same page, or click, of an account with few orders. */
const MAX_GROWTH = 5;
const MAX_NAVIGATION_GROWTH = 2;

/** @param words `views` skips the pages of large accounts */
export async function benchPages(clusterUrl: string, words: readonly string[]): Promise<Section[]> {
  const views = await benchViews(clusterUrl);
  if (words.includes("views")) return [views];
  const contestant = await startContestant(clusterUrl, "web", {
    type: "ours",
    env: { ROLE: "web", ...AUTH },
  });
  try {
    const startedAt = performance.now();
    const portal = await seedPortal(contestant);
    console.log(`Seeded in ${formatInteger((performance.now() - startedAt) / 1000)} s`);
    return [views, await measurePages(clusterUrl, contestant, portal)];
  } finally {
    await contestant.close();
  }
}

export interface Visitor {
  readonly cookie: string;
  readonly deepCode: string;
}

export interface Portal {
  readonly many: Visitor;
  readonly few: Visitor;
}

export async function seedPortal({
  databaseUrl,
  db,
  accountId,
}: Pick<BenchmarkTarget, "databaseUrl" | "db" | "accountId">): Promise<Portal> {
  await seedOrders(databaseUrl, { accountId, every: 1, orders: ENDED });
  const [open] = await run<{ count: number }>(
    databaseUrl,
    "SELECT count(*)::int AS count FROM orders WHERE account_id = $1 AND status IN ('new', 'assigned', 'in_progress')",
    [accountId],
  );
  const few = await makeClient(db);
  await seedOpenOrders(databaseUrl, { accountId, orders: OPEN - (open?.count ?? 0) });
  await seedOpenOrders(databaseUrl, { accountId: few.accountId, orders: FEW });
  const [key] = await run<{ id: string }>(databaseUrl, "SELECT id FROM api_keys WHERE account_id = $1", [
    accountId,
  ]);
  await seedCalls(databaseUrl, { accountId, keyId: key?.id ?? "", calls: CALLS });
  const visitor = async (id: string, depth: number): Promise<Visitor> => {
    const [deep] = await run<{ code: string }>(
      databaseUrl,
      `SELECT order_code AS code FROM orders WHERE account_id = $1 AND mode = 'live'
       ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET $2`,
      [id, depth],
    );
    return { cookie: (await makeMember(db, id, "owner")).cookie, deepCode: deep?.code ?? "" };
  };
  return { many: await visitor(accountId, DEEP), few: await visitor(few.accountId, FEW / 2) };
}

const addresses = ({ deepCode }: Visitor): Readonly<Record<string, string>> => ({
  overview: "/dashboard",
  map: "/dashboard/map",
  "map: what its stream sends": "/dashboard/map/state",
  "map: places of all orders": "/dashboard/map/marks",
  "orders: today": "/dashboard/orders",
  "orders: moving": "/dashboard/orders?status=moving",
  "orders: searching": "/dashboard/orders?status=searching",
  "orders: late": "/dashboard/orders?status=late",
  "orders: finished": "/dashboard/orders?status=finished",
  "orders: all": "/dashboard/orders?status=all",
  [`orders: all, ${formatInteger(DEEP)} deep`]: `/dashboard/orders?status=all&before=${deepCode}`,
  "orders: search of an identifier": "/dashboard/orders?search=open-7",
  "orders: search of a street": `/dashboard/orders?search=${encodeURIComponent("улица Марата")}`,
  "orders: search of a phone number": "/dashboard/orders?search=4729",
  "orders: counts of the tabs": "/dashboard/orders/counts",
  "⌘K: an identifier": "/dashboard/find?q=open-7",
  "⌘K: a street": `/dashboard/find?q=${encodeURIComponent("улица Марата")}`,
  "⌘K: a phone number": "/dashboard/find?q=4729",
  "log: all of 30 days": "/dashboard/requests",
  "log: refused of 30 days": "/dashboard/requests?status=4xx",
  "log: followed": "/dashboard/requests?follow=1",
});

/** Times in milliseconds. */
type PageCost = Readonly<Record<"firstByte" | "full" | "cpu" | "postgresCpu" | "bytes" | "gzipped", number>>;

type Service = Pick<BenchmarkTarget, "port" | "pid">;

export async function measurePages(clusterUrl: string, service: Service, portal: Portal): Promise<Section> {
  const postmaster = await findPostmaster(clusterUrl);
  const machine = await describeMachine(clusterUrl);
  const baseUrl = `http://127.0.0.1:${service.port}`;
  // The first page must not include the compilation of code that all pages share.
  for (let count = 0; count < WARM_UPS; count += 1) {
    for (const path of Object.values(addresses(portal.few))) await load(baseUrl + path, portal.few.cookie);
  }
  const cost = async (visitor: Visitor, path: string): Promise<PageCost> => {
    const visit = () => load(`${baseUrl}${path}`, visitor.cookie);
    for (let count = 0; count < WARM_UPS; count += 1) await visit();
    const before = readCpu([service.pid], postmaster);
    const tries: Awaited<ReturnType<typeof load>>[] = [];
    for (let count = 0; count < TRIES; count += 1) tries.push(await visit());
    const { process, postgres } = cpuBetween(before, readCpu([service.pid], postmaster));
    return {
      firstByte: median(tries.map(({ firstByte }) => firstByte)),
      full: median(tries.map(({ full }) => full)),
      cpu: (process / TRIES) * 1000,
      postgresCpu: (postgres / TRIES) * 1000,
      bytes: tries[0]?.body.length ?? 0,
      gzipped: gzipSync(tries[0]?.body ?? "").length,
    };
  };
  const costs = new Map<string, { many: PageCost; few: PageCost }>();
  const ofFew = addresses(portal.few);
  for (const [name, path] of Object.entries(addresses(portal.many))) {
    const many = await cost(portal.many, path);
    costs.set(name, { many, few: await cost(portal.few, ofFew[name] ?? path) });
    console.log(`${name}: ${ms(many.full)}`);
  }
  const navigation = {
    many: await measureNavigation(baseUrl, portal.many.cookie, TRIES),
    few: await measureNavigation(baseUrl, portal.few.cookie, TRIES),
  };
  return report(machine.text, costs, navigation);
}

async function load(url: string, cookie: string) {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { Cookie: cookie, "Accept-Language": "en" } });
  const firstByte = performance.now() - startedAt;
  const body = Buffer.from(await response.arrayBuffer());
  const full = performance.now() - startedAt;
  if (response.status !== 200 || response.redirected) throw new Error(`${url} answered ${response.status}.`);
  return { firstByte, full, body };
}

const getCpu = ({ cpu, postgresCpu }: PageCost) => cpu + postgresCpu;
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;

function report(
  machine: string,
  costs: ReadonlyMap<string, { many: PageCost; few: PageCost }>,
  navigation: Record<"many" | "few", ReadonlyMap<string, Clicks>>,
): Section {
  const rows = [...costs].map(([name, { many, few }]) => [
    name,
    ms(many.firstByte),
    ms(many.full),
    `${ms(many.cpu)} + ${ms(many.postgresCpu)}`,
    `${kilobytes(many.bytes)} (${kilobytes(many.gzipped)})`,
    ms(few.full),
    ms(getCpu(few)),
    times(getCpu(many) / getCpu(few)),
  ]);
  const pages = table(
    `Pages of an account with ${formatInteger(OPEN)} open orders, ${formatInteger(ENDED)} ended ones and ${formatInteger(CALLS)} logged calls, medians of ${TRIES}; last, those of an account with ${FEW} open orders`,
    [
      "page",
      "first byte",
      "whole",
      "CPU: service + PostgreSQL",
      "size (gzip)",
      "whole, 20 orders",
      "CPU, 20 orders",
      "CPU of that",
    ],
    rows,
  );
  const clicks = table(
    `From the click on a link of the rail to the paint of the page, medians of ${TRIES}`,
    ["to", "loaded ahead", "of 20 orders", "not loaded ahead", "of 20 orders"],
    [...navigation.many].map(([path, many]) => {
      const few = navigation.few.get(path);
      return [path, ms(many.ahead), ms(few?.ahead ?? Number.NaN), ms(many.cold), ms(few?.cold ?? Number.NaN)];
    }),
  );
  const max = (values: readonly number[]) => Math.max(...values);
  const growth = [...costs.values()].map(({ many, few }) => many.full / few.full);
  const clickAhead = (of: ReadonlyMap<string, Clicks>) => max([...of.values()].map(({ ahead }) => ahead));
  const click = clickAhead(navigation.many);
  const open = `with ${formatInteger(OPEN)} open orders`;
  const bar = [
    toBarLine(
      `the slowest page ${open}`,
      toMeasure(max([...costs.values()].map(({ many }) => many.full)), "<", MAX_DURATION_MS, ms),
    ),
    toBarLine(`a page ${open}, of the same with ${FEW}`, toMeasure(max(growth), "≤", MAX_GROWTH, times)),
    toBarLine(
      `the slowest click from page to page ${open}, loaded ahead on intent`,
      toMeasure(click, "<", MAX_NAVIGATION_MS, ms),
      toMeasure(click / clickAhead(navigation.few), "≤", MAX_NAVIGATION_GROWTH, times, `of that with ${FEW}`),
    ),
  ];
  return { name: "pages", text: `${machine}\n\n${pages}\n\n${clicks}`, bar };
}
