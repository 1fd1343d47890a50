import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { residentMegabytes } from "@/bench/cpu";
import { LoadProcess } from "@/bench/generator/load-process";
import { formatInteger, mb, ms, type Section, table, toBarLine, toMeasure } from "@/bench/report";
import { MAX_BODY_BYTES } from "@/lib/http/request-body";
import { MAX_BATCH_BYTES } from "@/lib/imports/batches/batch";
import { MAX_CHECK_BYTES, MAX_FILE_BYTES } from "@/lib/imports/limits";
import { makeMember } from "@/testing/account-fixture";
import { COSTLY_JSON, type CostlyKind } from "@/testing/costly-json";
import { AUTH } from "@/testing/sign-in";

const AT_ONCE = 5;
const TOO_MUCH = 12 * 1024 * 1024;
const PINGS_PER_SECOND = 20;
const MIN_SECONDS = 2;
const WARM_UP_SECONDS = 1;
const SAMPLE_EVERY_MS = 50;
const MAX_PING_MS = 250;
const MAX_MORE_MB = 200;

interface LargeBody {
  readonly name: string;
  readonly path: string;
  readonly by: "key" | "staff";
  readonly body: string;
}

interface Outcome {
  readonly name: string;
  readonly statuses: string;
  readonly seconds: number;
  readonly pingMs: number;
  readonly moreMb: number;
}

const CHECK = "/dashboard/import/check?mode=live";

const DOORS = [
  { path: "/v1/partner/orders", by: "key", maxBytes: MAX_BODY_BYTES },
  { path: "/v1/partner/batches", by: "key", maxBytes: MAX_BATCH_BYTES },
  { path: "/mcp", by: "key", maxBytes: MAX_BODY_BYTES },
  { path: CHECK, by: "staff", maxBytes: MAX_CHECK_BYTES },
  { path: "/dashboard/import/orders?mode=live", by: "staff", maxBytes: MAX_FILE_BYTES },
] as const;

function* buildBodies(): Generator<LargeBody> {
  for (const { path, by, maxBytes } of DOORS) {
    for (const kind of Object.keys(COSTLY_JSON) as CostlyKind[]) {
      for (const [size, bytes] of [
        ["allowed size", maxBytes - 1_024],
        ["12 MB", TOO_MUCH],
      ] as const) {
        const extra = COSTLY_JSON[kind](bytes, kind);
        // An unknown field of an order is stored with a batch.
        const body = path.endsWith("/batches")
          ? `{"orders":[{"external_order_id":"b","x":${extra}}]}`
          : extra;
        yield { name: `${path.split("?")[0]}, ${kind}, ${size}`, path, by, body };
      }
    }
  }
  const rows = { columns: ["phone"], pickup: null, places: {}, groups: [Array(60_000).fill(["1"])] };
  const addresses = {
    ...{ columns: ["address"], pickup: null, places: {} },
    groups: Array.from({ length: 2_000 }, (_, index) => [[`Street ${index}`]]),
  };
  yield {
    name: "import check of 60,000 rows in one order",
    path: CHECK,
    by: "staff",
    body: JSON.stringify(rows),
  };
  yield {
    name: "import check of 2,000 addresses",
    path: CHECK,
    by: "staff",
    body: JSON.stringify(addresses),
  };
}

/** Sends the worst bodies to one process with pages, while another account pings it. */
export async function benchLargeBodies(clusterUrl: string, root: string | undefined): Promise<Section> {
  const program = { type: "ours", env: { ...AUTH, ROLE: "web", PRELOAD_PAGES: "1" } } as const;
  const contestant = await startContestant(
    clusterUrl,
    "web",
    root === undefined ? program : { ...program, root },
  );
  const pings = new LoadProcess();
  try {
    const { cookie } = await makeMember(contestant.db, contestant.accountId, "owner");
    const otherKey = await contestant.newKey();
    const send = (body: LargeBody) => sendBody(contestant, body, cookie);
    // Compiles the code and loads the pages.
    for (const { path, by } of DOORS) await send({ name: path, path, by, body: "{}" });
    const outcomes: Outcome[] = [];
    for (const body of buildBodies())
      outcomes.push(await measure(contestant, body.name, pings, otherKey, () => send(body)));
    return report(outcomes);
  } finally {
    pings.close();
    await contestant.close();
  }
}

async function sendBody({ port, key }: BenchmarkTarget, { path, by, body }: LargeBody, cookie: string) {
  const origin = `http://127.0.0.1:${port}`;
  const identity = by === "key" ? { Authorization: `Bearer ${key}` } : { Cookie: cookie };
  try {
    const response = await fetch(origin + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: origin, ...identity },
      // Without its length, so that it is refused only while it is read.
      body: new Blob([body]).stream(),
      duplex: "half",
    } as RequestInit);
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return "reset";
  }
}

async function measure(
  { port, pid }: BenchmarkTarget,
  name: string,
  load: LoadProcess,
  otherKey: string,
  send: () => Promise<string>,
): Promise<Outcome> {
  const before = residentMegabytes(pid);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, SAMPLE_EVERY_MS);
  const headers = { Authorization: `Bearer ${otherKey}` };
  const pinging = load.run(
    {
      ...{ port, headers, method: "GET", path: "/v1/partner/ping", clients: 4, perSecond: PINGS_PER_SECOND },
      ...{ seconds: MIN_SECONDS, warmUpSeconds: WARM_UP_SECONDS, warmUpCalls: 0 },
    },
    () => {},
    { mayBeRefused: true },
  );
  await sleep(WARM_UP_SECONDS * 1_000);
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, send));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { max } = await pinging;
  clearInterval(sampling);
  return { name, statuses: [...new Set(statuses)].join(", "), seconds, pingMs: max, moreMb: most - before };
}

function report(outcomes: readonly Outcome[]): Section {
  const text = table(
    `${AT_ONCE} bodies at once, while a second account pings`,
    ["body", "responses", "after", "slowest ping", "more memory"],
    outcomes.map(({ name, statuses, seconds, pingMs, moreMb }) => [
      name,
      statuses,
      `${seconds.toFixed(1)} s`,
      ms(pingMs),
      mb(moreMb),
    ]),
  );
  const slowest = Math.max(...outcomes.map(({ pingMs }) => pingMs));
  const largest = Math.max(...outcomes.map(({ moreMb }) => moreMb));
  const failed = outcomes.filter(({ statuses }) => /5\d\d/.test(statuses)).length;
  const bar = [
    toBarLine("large bodies: slowest ping of a second account", toMeasure(slowest, "<", MAX_PING_MS, ms)),
    toBarLine("large bodies: more memory", toMeasure(largest, "<", MAX_MORE_MB, mb)),
    toBarLine("large bodies: responses 5xx", toMeasure(failed, "=", 0, formatInteger)),
  ];
  return { name: "large-bodies", text, bar };
}
