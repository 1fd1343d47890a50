import { gzipSync } from "node:zlib";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { cpuBetween, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import { run } from "@/bench/database";
import { measurePaint, openBrowser } from "@/bench/first-paint";
import { type BarLine, mb, ms, type Section, table, toBarLine, toMeasure } from "@/bench/report";
import { mintScope } from "@/lib/account-scope";
import { COURIER_COOKIE } from "@/lib/courier-app/serve-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { makeMember } from "@/testing/account-fixture";
import { ApiClient, orderBody } from "@/testing/api-client";
import { CourierSide } from "@/testing/shop";
import { AUTH } from "@/testing/sign-in";

const ORDERS = 80;
const VIEWS = 100;
/** Enough that a background job does not matter. */
const KEPT_VIEWS = 500;
const WARM_UPS = 20;
/** Until Node has optimized the code that renders a tracking page. */
const RENDER_WARM_UPS = 200;
const VIEWS_PER_CHANGE = 10;
const CLIENTS = 8;
const SECONDS_PER_PAGE = 4;
const MAX_KEPT_MS = 1.5;
/** Largest paint of a tracking page on a slow phone. */
const MAX_PAINT_MS = 1_800;
const MAX_MEMORY_MB = 600;
/** Of a public page, gzipped. */
const MAX_SCRIPT_KB = 120;

/** Requests of one page, in this order. */
interface Page {
  readonly name: string;
  readonly paths: readonly string[];
  /** Loaded before; by default some of the paths. */
  readonly warmUps?: readonly string[];
  readonly cookie?: string;
  readonly maxCpuMs?: number;
  readonly maxScriptKb?: number;
  /** Runs before each warm-up and every tenth path, outside the service. */
  readonly change?: () => Promise<unknown>;
}

/** Cost of a view of each kind of page, and the memory of the process after many of each. */
export async function benchViews(clusterUrl: string): Promise<Section> {
  const env = { ROLE: "all", ...AUTH };
  const contestant = await startContestant(clusterUrl, "all", { type: "ours", env });
  try {
    return await measureViews(contestant, await findPostmaster(clusterUrl));
  } finally {
    await contestant.close();
  }
}

async function measureViews(contestant: BenchmarkTarget, postmaster: number): Promise<Section> {
  const { pid, port } = contestant;
  const baseUrl = `http://127.0.0.1:${port}`;
  const rows: string[][] = [];
  const bar: BarLine[] = [];
  const pages = await listPages(contestant);
  for (const {
    name,
    paths,
    warmUps = paths.slice(0, WARM_UPS),
    cookie = "",
    maxCpuMs,
    maxScriptKb,
    change,
  } of pages) {
    let html = Buffer.alloc(0);
    for (const path of warmUps) {
      await change?.();
      html = await load(baseUrl + path, cookie);
    }
    const before = readCpu([pid], postmaster);
    for (const [index, path] of paths.entries()) {
      if (index % VIEWS_PER_CHANGE === 0) await change?.();
      html = await load(baseUrl + path, cookie);
    }
    const spent = cpuBetween(before, readCpu([pid], postmaster));
    const cpu = (spent.process / paths.length) * 1000;
    const script = await measureScripts(baseUrl, html.toString());
    const sizes = [html.length, gzipSync(html).length, script];
    const shown = sizes.map((bytes) => kilobytes(bytes / 1024));
    rows.push([name, ms(cpu), ms((spent.postgres / paths.length) * 1000), ...shown]);
    if (maxScriptKb !== undefined) {
      bar.push(toBarLine(`script: ${name}`, toMeasure(script / 1024, "≤", maxScriptKb, kilobytes)));
    }
    if (maxCpuMs === undefined) continue;
    bar.push(toBarLine(`CPU for a view: ${name}`, toMeasure(cpu, "≤", maxCpuMs, ms)));
  }
  for (const { paths, cookie = "" } of pages) {
    const until = performance.now() + SECONDS_PER_PAGE * 1000;
    let views = 0;
    const client = async () => {
      while (performance.now() < until) await load(baseUrl + paths[views++ % paths.length], cookie);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
  const memory = residentMegabytes(pid);
  const kinds = `memory after ${SECONDS_PER_PAGE} s of each kind of page at ${CLIENTS} clients`;
  bar.push(toBarLine(kinds, toMeasure(memory, "≤", MAX_MEMORY_MB, mb)));
  // The browser also loads maps and pictures, so it comes after the memory.
  const browser = await openBrowser();
  for (const [index, { name, paths, cookie = "" }] of pages.entries()) {
    const paint = await measurePaint(browser, baseUrl + paths[0], cookie);
    rows[index]?.push(ms(paint.first), `${ms(paint.largest)} ${paint.element}`);
    if (!name.startsWith("tracking")) continue;
    bar.push(toBarLine(`largest paint: ${name}`, toMeasure(paint.largest, "≤", MAX_PAINT_MS, ms)));
  }
  await browser.close();
  const columns = ["page", "CPU: service", "PostgreSQL", "HTML", "gzip", "script, gzip", "first paint"];
  const title = `Cost of one view (ROLE=all; ${mb(memory)} after ${SECONDS_PER_PAGE} s of each at ${CLIENTS} clients)`;
  return { name: "views", text: table(title, [...columns, "largest paint"], rows), bar };
}

const kilobytes = (value: number) => `${value.toFixed(0)} KB`;

async function listPages({ databaseUrl, db, port, key, accountId }: BenchmarkTarget): Promise<Page[]> {
  const api = new ApiClient(`http://127.0.0.1:${port}`, key);
  const couriers = new CourierSide(db);
  const orders: { code: string; link: string }[] = [];
  let courierId = "";
  for (let index = 0; index < ORDERS; index += 1) {
    const body = orderBody();
    const { data } = await api.create(body);
    courierId = await couriers.lead(mintScope(accountId, "live"), body.external_order_id, "in_progress");
    await couriers.place(courierId);
    orders.push({ code: data.order_code, link: new URL(data.tracking_url ?? "").pathname });
  }
  await run(databaseUrl, "ANALYZE");
  const { link } = await issueCourierLink(db, courierId, "");
  const courier = `${COURIER_COOKIE}=${link.slice(link.lastIndexOf("/") + 1)}`;
  const owner = (await makeMember(db, accountId, "owner")).cookie;
  const operator = (await makeMember(db, null, "owner")).cookie;
  const links = orders.map((order) => order.link);
  const [{ code, link: tracked } = { code: "", link: "" }] = orders;
  const times = (path: string, views = VIEWS) => Array.from({ length: views }, () => path);
  const change = () => run(databaseUrl, "UPDATE orders SET updated_at = now() WHERE order_code = $1", [code]);
  const cachedPage = (name: string, path: string): Page => ({
    name,
    paths: times(path, KEPT_VIEWS),
    maxCpuMs: MAX_KEPT_MS,
  });
  const publicPage = (name: string, path: string): Page => ({
    ...cachedPage(name, path),
    maxScriptKb: MAX_SCRIPT_KB,
  });
  return [
    publicPage("landing", "/"),
    publicPage("pricing", "/pricing"),
    publicPage("docs", "/docs"),
    publicPage("operation", "/docs/createOrder"),
    publicPage("changelog", "/changelog"),
    publicPage("sign-in", "/sign-in"),
    {
      name: "tracking, first view",
      paths: links.slice(1),
      warmUps: times(tracked, RENDER_WARM_UPS),
      maxCpuMs: 14,
      change,
    },
    cachedPage("tracking, repeated view", tracked),
    { name: "tracking, ten views per change", paths: times(tracked, KEPT_VIEWS), maxCpuMs: 3, change },
    { name: "orders list", paths: times("/dashboard/orders"), cookie: owner, maxScriptKb: 230 },
    { name: "order page", paths: times(`/dashboard/orders/${code}`), cookie: owner, maxScriptKb: 230 },
    { name: "courier", paths: times("/courier"), cookie: courier },
    { name: "operators", paths: times("/ops"), cookie: operator },
  ];
}

async function load(url: string, cookie: string): Promise<Buffer<ArrayBuffer>> {
  const headers = { Cookie: cookie, "Accept-Language": "en-GB,en;q=0.9", Accept: "text/html" };
  const response = await fetch(url, { headers, redirect: "manual" });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

const scripts = new Map<string, number>();

/** Scripts that the page loads by itself, gzipped. */
async function measureScripts(baseUrl: string, html: string): Promise<number> {
  const legacy = new Set([...html.matchAll(/<script src="([^"]+)"[^>]* nomodule/gi)].map(([, path]) => path));
  const loaded = [...html.matchAll(/ (?:src|href)="(\/_next\/static\/[\w./~-]+\.js)"/g)];
  const paths = new Set(loaded.flatMap(([, path]) => (path === undefined || legacy.has(path) ? [] : [path])));
  let bytes = 0;
  for (const path of paths) {
    const known = scripts.get(path) ?? gzipSync(await load(baseUrl + path, "")).length;
    scripts.set(path, known);
    bytes += known;
  }
  return bytes;
}
