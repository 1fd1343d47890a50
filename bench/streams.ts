import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { cpuBetween, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import { run } from "@/bench/database";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { formatInteger, mb, micros, ms, percent, type Section, table } from "@/bench/report";
import { percentile } from "@/bench/statistics";
import { MAX_STREAMS_PER_READER } from "@/lib/streams/stream-limiter";
import { ApiClient, orderBody } from "@/testing/api-client";

const STREAMS = 5_000;
const LINKS = STREAMS / MAX_STREAMS_PER_READER;
const CHANGED_LINKS = 1_000 / MAX_STREAMS_PER_READER;
const NEAR_STREAMS = 500;
const OPEN_AT_ONCE = 50;
const STAND_SECONDS = 20;
const PING_SECONDS = 5;
const PINGS_PER_SECOND = 100;
const FAN_OUT_WITHIN_MS = 60_000;
const MAX_ATTEMPTS = 20;

export async function benchStreams(clusterUrl: string): Promise<Section[]> {
  const sections = [await manyStreams(clusterUrl), await streamsBesidePings(clusterUrl)];
  return [{ name: "streams", text: sections.join("\n\n") }];
}

interface Stream {
  readonly socket: Socket;
  states: number;
  at: number;
}

async function manyStreams(clusterUrl: string): Promise<string> {
  const postmaster = await findPostmaster(clusterUrl);
  const contestant = await startWeb(clusterUrl);
  const streams: Stream[] = [];
  try {
    const { pid, port } = contestant;
    const { api, orders } = await placeOrders(contestant, LINKS);
    await sleep(2_000);
    const quietMb = residentMegabytes(pid);
    const cpuBefore = readCpu([pid], postmaster);
    const openedAt = performance.now();
    const expected = orders.flatMap(({ path }) => Array<string>(MAX_STREAMS_PER_READER).fill(path));
    for (let from = 0; from < expected.length; from += OPEN_AT_ONCE) {
      const batch = expected.slice(from, from + OPEN_AT_ONCE);
      streams.push(...(await Promise.all(batch.map((path) => openStream(port, path)))));
    }
    const opening = (performance.now() - openedAt) / 1000;
    const opened = cpuBetween(cpuBefore, readCpu([pid], postmaster));
    await sleep(3_000);
    const standingMb = residentMegabytes(pid);
    const standFrom = readCpu([pid], postmaster);
    await sleep(STAND_SECONDS * 1000);
    const stood = cpuBetween(standFrom, readCpu([pid], postmaster));

    const changed = streams.slice(0, CHANGED_LINKS * MAX_STREAMS_PER_READER);
    const seen = changed.map(({ states }) => states);
    const changedAt = performance.now();
    await Promise.all(orders.slice(0, CHANGED_LINKS).map(({ id }) => changeStreet(api, id)));
    const notified = () => changed.filter(({ states }, index) => states > (seen[index] ?? 0)).length;
    while (notified() < changed.length && performance.now() - changedAt < FAN_OUT_WITHIN_MS) await sleep(5);
    const delays = changed.map(({ at }) => at - changedAt);
    return table(
      `${formatInteger(streams.length)} tracking streams of ${formatInteger(LINKS)} links on one process (ROLE=web)`,
      ["what", "measured"],
      [
        ["opened in", `${opening.toFixed(1)} s`],
        [
          "processor time to open one, service + PostgreSQL",
          `${micros(opened.process / streams.length)} + ${micros(opened.postgres / streams.length)} µs`,
        ],
        ["memory of one stream", `${formatInteger(((standingMb - quietMb) * 1024) / streams.length)} KB`],
        ["memory of the process, before and with them", `${mb(quietMb)}, ${mb(standingMb)}`],
        [
          "while they stand: service, PostgreSQL",
          `${percent(stood.process / STAND_SECONDS)}, ${percent(stood.postgres / STAND_SECONDS)} of a core`,
        ],
        [
          `${CHANGED_LINKS} orders changed at once: the ${formatInteger(changed.length)} readers have it within`,
          notified() === changed.length
            ? `${ms(percentile(delays, 0.5))} (half of them), ${ms(Math.max(...delays))} (all)`
            : `${formatInteger(notified())} of them within ${FAN_OUT_WITHIN_MS / 1000} s`,
        ],
      ],
    );
  } finally {
    for (const { socket } of streams) socket.destroy();
    await contestant.close();
  }
}

async function streamsBesidePings(clusterUrl: string): Promise<string> {
  const contestant = await startWeb(clusterUrl);
  const load = new LoadProcess();
  const streams: Stream[] = [];
  try {
    const { api, orders } = await placeOrders(contestant, NEAR_STREAMS / MAX_STREAMS_PER_READER);
    const ping = () =>
      load.run({
        port: contestant.port,
        clients: 16,
        seconds: PING_SECONDS,
        warmUpSeconds: 0.5,
        warmUpCalls: 0,
        perSecond: PINGS_PER_SECOND,
        method: "GET",
        path: "/v1/partner/ping",
        headers: { Authorization: `Bearer ${contestant.key}` },
      });
    await ping();
    const quiet = await ping();
    const paths = orders.flatMap(({ path }) => Array<string>(MAX_STREAMS_PER_READER).fill(path));
    const [opening, opened] = await Promise.all([
      ping(),
      Promise.all(paths.map((path) => openStream(contestant.port, path))),
    ]);
    streams.push(...opened);
    const standing = await ping();
    let isChanging = true;
    const change = async () => {
      for (let index = 0; isChanging; index += 1) {
        await changeStreet(api, orders[index % orders.length]?.id ?? "");
        await sleep(100);
      }
    };
    const [changing] = await Promise.all([ping().finally(() => (isChanging = false)), change()]);
    const row = (name: string, { p50, p95, p99 }: LoadResult) => [name, ms(p50), ms(p95), ms(p99)];
    return table(
      `Pings next to ${streams.length} streams of ${orders.length} links`,
      ["answer to a ping", "p50", "p95", "p99"],
      [
        row("in quiet", quiet),
        row("while the streams open, all at once", opening),
        row("while they stand", standing),
        row("while their orders change, one after another", changing),
      ],
    );
  } finally {
    load.close();
    for (const { socket } of streams) socket.destroy();
    await contestant.close();
  }
}

function startWeb(clusterUrl: string): Promise<BenchmarkTarget> {
  const env = { ROLE: "web", MAX_STREAMS: String(2 * STREAMS) };
  return startContestant(clusterUrl, "web", { type: "ours", env });
}

async function placeOrders({ port, key, databaseUrl }: BenchmarkTarget, count: number) {
  const api = new ApiClient(`http://127.0.0.1:${port}`, key);
  const orders: { id: string; path: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = orderBody();
    const { data } = await api.create(body);
    orders.push({ id: body.external_order_id, path: new URL(data.tracking_url ?? "").pathname });
  }
  await run(databaseUrl, "ANALYZE");
  return { api, orders };
}

let changes = 0;

async function changeStreet(api: ApiClient, id: string): Promise<void> {
  changes += 1;
  // Differs from every building that an order starts with.
  const building = `${changes}B`;
  const body = { dropoffs: [{ index: 0, address: { building } }] };
  for (let tries = 1; ; tries += 1) {
    const { status } = await api.send("PATCH", `/v1/partner/orders/${id}`, body);
    if (status === 200) return;
    if (status !== 503 || tries === MAX_ATTEMPTS) throw new Error(`A change was answered with ${status}.`);
  }
}

function openStream(port: number, path: string): Promise<Stream> {
  return new Promise((settle, fail) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const stream: Stream = { socket, states: 0, at: 0 };
    socket.on("error", fail);
    socket.on("connect", () =>
      socket.write(`GET ${path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`),
    );
    socket.on("data", (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      if (text.startsWith("HTTP/1.1 ") && !text.startsWith("HTTP/1.1 200")) {
        fail(new Error(`A stream was refused: ${text.slice(0, 200)}`));
        return;
      }
      const states = text.split("event: state").length - 1;
      if (states === 0) return;
      stream.states += states;
      stream.at = performance.now();
      settle(stream);
    });
  });
}
