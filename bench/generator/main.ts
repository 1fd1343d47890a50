// Calls a server over raw sockets, to keep the client's CPU time low.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { LoadJob, LoadMessage, LoadResult } from "@/bench/generator/job";
import { findPair } from "@/bench/generator/places";

const DIGITS = 9;
const RECONNECT_MS = 200;
const OVERTIME_SECONDS = 5;
const CONNECTIONS_PER_MS = 4;
const END_OF_HEADERS = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

const PLACE_DIGITS = 9;
const ESTIMATE = Buffer.from('"routing":"estimate"');

const WIDTHS = {
  id: DIGITS,
  n: DIGITS,
  t: 13,
  s: 4,
  pickupLatitude: PLACE_DIGITS,
  pickupLongitude: PLACE_DIGITS,
  dropoffLatitude: PLACE_DIGITS,
  dropoffLongitude: PLACE_DIGITS,
};
type Slot = keyof typeof WIDTHS;
const SLOT = /\{(id|n|t|s|(?:pickup|dropoff)(?:Latitude|Longitude))\}/g;

function buildRequest(job: LoadJob): { bytes: Buffer; slots: readonly (readonly [Slot, number])[] } {
  const fill = (text: string) => text.replaceAll(SLOT, (_, slot: Slot) => "#".repeat(WIDTHS[slot]));
  const body = job.body ?? "";
  const headers = Object.entries({
    Host: "127.0.0.1",
    Connection: "keep-alive",
    ...job.headers,
    ...(job.method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(fill(body))) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${job.method} ${job.path} HTTP/1.1\r\n${headers.join("")}\r\n${body}`;
  const slots = [...text.matchAll(SLOT)].map(
    (match) => [match[1] as Slot, Buffer.byteLength(fill(text.slice(0, match.index)))] as const,
  );
  return { bytes: Buffer.from(fill(text)), slots };
}

/** The length of the first response; -1 while it is incomplete. */
function answerLength(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEADERS);
  if (end === -1) return -1;
  const head = bytes.toString("latin1", 0, end);
  const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const total = end + 4 + Number(length);
    return bytes.length >= total ? total : -1;
  }
  if (head.startsWith("HTTP/1.1 204")) return end + 4;
  const last = bytes.length - LAST_CHUNK.length;
  return last >= end && bytes.indexOf(LAST_CHUNK, last) === last ? bytes.length : -1;
}

async function run(job: LoadJob, onBegin: () => void): Promise<LoadResult> {
  const { bytes, slots } = buildRequest(job);
  const times: number[] = [];
  let [counter, called] = [job.counter, 0];
  let [failures, estimates, retryLater, resets, finished] = [0, 0, 0, 0, 0];
  let firstEstimateAt: number | null = null;
  let lastEstimateAt: number | null = null;
  let failure: string | null = null;
  const startedAt = performance.now();
  const isPaced = job.perSecond !== undefined;
  const sockets = new Set<Socket>();
  let unanswered = 0;
  const warmUpMs = job.warmUpSeconds * 1000;
  let answered = 0;
  let [begin, end] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let last = 0;
  const beginIfWarm = (now: number) => {
    const took = now - startedAt;
    if (took < warmUpMs || (answered < job.warmUpCalls && took < 5 * warmUpMs)) return;
    measureFrom(now);
  };
  const measureFrom = (now: number) => {
    begin = now;
    end = now + job.seconds * 1000;
    last = now;
    onBegin();
  };

  // Due calls without a free client, and idle clients without a due call.
  const due: number[] = [];
  const idle: ((dueAt: number) => void)[] = [];
  let paced = 0;
  const pace = () => {
    const now = performance.now();
    if (now >= end) {
      for (const send of idle.splice(0)) send(now);
      return;
    }
    const expected = ((now - startedAt) * (job.perSecond ?? 0)) / 1000;
    for (; paced < expected; paced += 1) {
      const dueAt = startedAt + (paced * 1000) / (job.perSecond ?? 1);
      const send = idle.pop();
      if (send === undefined) due.push(dueAt);
      else send(dueAt);
    }
    setTimeout(pace, 2);
  };

  const client = (index: number) =>
    new Promise<void>((settle) => {
      const own = Buffer.from(bytes);
      let socket: Socket;
      let [sentAt, isWaiting, isOver] = [0, false, false];
      let broken: string | null = null;
      let rest: Buffer | null = null;
      const finish = () => {
        isOver = true;
        socket.destroy();
        settle();
      };
      const send = (at: number) => {
        if (at >= end || (job.ids?.once && called >= job.ids.count)) return finish();
        const numbers = {
          id: (job.ids?.from ?? 0) + (called % (job.ids?.count ?? 1)),
          n: counter,
          t: Date.now(),
          s: Math.floor((performance.now() - startedAt) / 1000) % 10_000,
          ...getPlaces(job, counter),
        };
        for (const [slot, place] of slots) {
          own.write(String(numbers[slot]).padStart(WIDTHS[slot], "0"), place, "latin1");
        }
        called += 1;
        counter += 1;
        sentAt = at;
        isWaiting = true;
        unanswered += 1;
        // A copy, because the socket keeps the buffer that it cannot write at once.
        socket.write(slots.length > 0 ? Buffer.from(own) : own);
      };
      const next = (now: number) => {
        isWaiting = false;
        if (now >= end) return finish();
        if (!isPaced) return send(now);
        const dueAt = due.shift();
        if (dueAt === undefined) idle.push(send);
        else send(dueAt);
      };
      const fail = (why: string) => {
        failures += 1;
        failure ??= why;
      };
      const receive = (chunk: Buffer) => {
        const all = rest === null ? chunk : Buffer.concat([rest, chunk]);
        const length = answerLength(all);
        if (length === -1) {
          rest = all;
          return;
        }
        rest = null;
        const now = performance.now();
        answered += 1;
        unanswered -= 1;
        const isSuccess = all[9] === 0x32;
        if (begin === Number.POSITIVE_INFINITY) {
          if (!isPaced) beginIfWarm(now);
        } else if (isSuccess) {
          finished += 1;
          if (now <= end) times.push(now - sentAt);
          last = Math.min(now, end);
        }
        if (all.includes(ESTIMATE)) {
          estimates += 1;
          lastEstimateAt = Date.now();
          firstEstimateAt ??= lastEstimateAt;
        }
        if (!isSuccess) {
          const text = all.toString("utf8");
          if (/^HTTP\/1\.1 503 .*?\nretry-after: *\d/is.test(text)) retryLater += 1;
          fail(text.slice(0, 600));
        }
        next(now);
      };
      const open = () => {
        if (performance.now() >= end) return settle();
        socket = connect({ port: job.port, host: "127.0.0.1", noDelay: true });
        sockets.add(socket);
        socket.on("data", receive);
        socket.on("connect", () => next(performance.now()));
        socket.on("error", (error) => {
          broken = error.message;
        });
        socket.on("close", () => {
          sockets.delete(socket);
          if (isOver || performance.now() > end) return settle();
          if (isWaiting || broken !== null) {
            resets += 1;
            fail(broken ?? "The server closed the connection before its answer.");
          }
          if (isWaiting) unanswered -= 1;
          [isWaiting, broken] = [false, null];
          const place = idle.indexOf(send);
          if (place !== -1) idle.splice(place, 1);
          rest = null;
          setTimeout(open, RECONNECT_MS);
        });
      };
      // Spread out, because a burst overflows the server's accept queue, unless the burst is what is measured.
      setTimeout(open, job.ids?.once ? 0 : index / CONNECTIONS_PER_MS);
    });

  if (isPaced) {
    pace();
    setTimeout(() => measureFrom(performance.now()), warmUpMs);
  } else if (warmUpMs === 0) measureFrom(startedAt);
  const all = Promise.all(Array.from({ length: job.clients }, (_, index) => client(index)));
  // A response that has not arrived by this time counts as missing.
  const overtime = sleep(((isPaced ? 1 : 5) * job.warmUpSeconds + job.seconds + OVERTIME_SECONDS) * 1000);
  await Promise.race([all, overtime]);
  for (const socket of sockets) socket.destroy();
  if (begin === Number.POSITIVE_INFINITY) onBegin();
  failures += unanswered;
  if (unanswered > 0) failure ??= `${unanswered} calls were never answered.`;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const seconds = job.ids?.once ? Math.max(0.001, (last - begin) / 1000) : job.seconds;
  return {
    count: times.length,
    answered: finished,
    seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: times.at(-1) ?? Number.NaN,
    estimates,
    firstEstimateAt,
    lastEstimateAt,
    retryLater,
    resets,
    failures,
    failure,
    counter,
  };
}

function getPlaces(
  { places }: LoadJob,
  number: number,
): { pickupLatitude: string; pickupLongitude: string; dropoffLatitude: string; dropoffLongitude: string } {
  if (places === undefined)
    return { pickupLatitude: "", pickupLongitude: "", dropoffLatitude: "", dropoffLongitude: "" };
  const texts = findPair(places, number, places.areNew).flatMap((point) =>
    point.map((degrees) => degrees.toFixed(6)),
  );
  const [pickupLatitude = "", pickupLongitude = "", dropoffLatitude = "", dropoffLongitude = ""] = texts;
  return { pickupLatitude, pickupLongitude, dropoffLatitude, dropoffLongitude };
}

const tell = (message: LoadMessage) => process.send?.(message);
process.on("message", (job: LoadJob) => {
  run(job, () => tell({ type: "begin" })).then(
    (result) => tell({ type: "end", result }),
    (error: unknown) => {
      process.stderr.write(`load: ${error}\n`);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
