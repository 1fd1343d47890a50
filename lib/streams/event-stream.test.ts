import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { ResponseHead } from "@/lib/http/reply";
import { LIVE_CHANNEL } from "@/lib/streams/announce";
import { openStream, type StreamRequest } from "@/lib/streams/event-stream";
import { Hub } from "@/lib/streams/hub";
import type { Snapshot } from "@/lib/streams/snapshot";
import { MAX_STREAMS_PER_READER, type ReaderRole } from "@/lib/streams/stream-limiter";
import { execute } from "@/testing/cluster";

const MAX_STREAMS = 60;

const announce = () =>
  execute(inject("clusterUrl"), `SELECT pg_notify('${LIVE_CHANNEL}', 'order 7 account live')`);
const cutListeners = () =>
  execute(
    inject("clusterUrl"),
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ 'LISTEN|dropline_beats|pg_notify' AND pid <> pg_backend_pid()",
  );

describe("an event stream", () => {
  let hub: Hub;
  let streams = 0;
  const readers: PassThrough[] = [];

  const getWatch = (
    read: () => Promise<Snapshot | null>,
    terms: Partial<StreamRequest> = {},
  ): StreamRequest => ({
    key: `subject ${streams++}`,
    topics: ["order:7"],
    read,
    role: "recipient",
    reader: "reader",
    lastEventId: null,
    ...terms,
  });
  const open = (read: () => Promise<Snapshot | null>, terms: Partial<StreamRequest> = {}) => {
    const reader = new PassThrough({ encoding: "utf8" });
    readers.push(reader);
    let head: ResponseHead = { status: 0, headers: {} };
    let output = "";
    reader.on("data", (part) => {
      output += part;
    });
    const done = new Promise((settle) => reader.once("close", settle));
    openStream(
      getWatch(read, terms),
      (given) => {
        head = given;
        return reader;
      },
      hub,
    );
    const text = () => output;
    const has = async (piece: string) => {
      await expect.poll(text).toContain(piece);
    };
    return { status: head.status, headers: head.headers, text, has, done, reader };
  };
  const of = (id: string): Snapshot => ({ id, data: "{}", isFinal: false });

  beforeEach(() => {
    hub = new Hub(inject("clusterUrl"), MAX_STREAMS);
  });

  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.destroy();
    await hub.close();
  });

  it("begins with the current state and the service's time, and sends each change once", async () => {
    let count = 1;
    const stream = open(async () => ({ id: String(count), data: `{"n":${count}}`, isFinal: false }));
    await stream.has('id: 1\nevent: state\ndata: {"n":1}\n\n');
    await announce();
    count = 2;
    await announce();
    await stream.has("id: 2\n");
    expect(stream.text()).toMatch(/id: 1\n[\s\S]*event: heartbeat\n[\s\S]*id: 2\n/);
    for (let index = 0; index < 5; index += 1) await announce();
    expect(stream.text().match(/event: state/g)).toHaveLength(2);
    expect(stream.headers["X-Accel-Buffering"]).toBe("no");
    expect(stream.headers["Cache-Control"]).toContain("no-transform");
  });

  it("sends a reconnecting reader nothing they already have", async () => {
    let id = "same";
    const stream = open(async () => of(id), { lastEventId: "same" });
    // Nor does it leave in doubt whether the stream is alive.
    await stream.has("event: heartbeat");
    expect(stream.text()).toMatch(/event: heartbeat\ndata: \d{4}-\d\d-\d\dT[\d:.]+Z\n\n/);
    id = "other";
    await announce();
    await stream.has("id: other");
    expect(stream.text()).not.toContain("id: same");
  });

  it("ends after the last state, when its subject is gone, and when the process stops", async () => {
    const last = open(async () => ({ id: "1", data: "{}", isFinal: true }));
    await last.done;
    expect(last.text()).toMatch(/event: state[\s\S]*event: end/);
    const gone = open(async () => null);
    await gone.done;
    const open3 = open(async () => of("1"));
    await open3.has("id: 1");
    await hub.close();
    await open3.done;
    // Readers return to another process, each after a different time.
    expect(open3.text()).toMatch(/retry: \d+\n\n$/);
    expect(open(async () => null).status).toBe(503);
  });

  it("shares its reads: 250 readers and a change cost two reads", async () => {
    await hub.close();
    hub = new Hub(inject("clusterUrl"), 300);
    let reads = 0;
    const read = async () => {
      reads += 1;
      return of(String(reads));
    };
    const shown = Array.from({ length: 250 }, (_, index) =>
      open(read, { key: "shared", reader: `reader ${index}` }),
    );
    await Promise.all(shown.map((stream) => stream.has("id: 1\n")));
    await announce();
    await Promise.all(shown.map((stream) => stream.has("id: 2\n")));
    expect(reads).toBe(2);
    // A reader who leaves takes nothing from the others; after the last, the subject is forgotten.
    for (const { reader } of shown) reader.destroy();
    await Promise.all(shown.map(({ done }) => done));
    await open(read, { key: "shared" }).has("id: 3\n");
  });

  it("counts toward the limits of its reader and role until it ends", async () => {
    const read = async () => of("1");
    const take = (reader: string, count: number, role: ReaderRole = "recipient") =>
      Array.from({ length: count }, () => open(read, { key: "one", reader, role }));
    const own = take("anna", MAX_STREAMS_PER_READER);
    const [refused] = take("anna", 1);
    expect([refused?.status, refused?.headers["Retry-After"]]).toEqual([503, "20"]);
    own[0]?.reader.destroy();
    await own[0]?.done;
    expect(take("anna", 2).map(({ status }) => status)).toEqual([200, 503]);
    for (let others = MAX_STREAMS_PER_READER; others < MAX_STREAMS; others += 1) take(`reader ${others}`, 1);
    expect(take("last", 1)[0]?.status).toBe(503);
    // Strangers with links leave couriers their places.
    expect(take("last", 1, "courier")[0]?.status).toBe(200);
    for (const reader of readers) reader.destroy();
    await own[1]?.done;
    expect(take("last", 1)[0]?.status).toBe(200);
  });

  it("sends nothing newer than the moment when its reader lost access", async () => {
    let isIn = true;
    let id = "before";
    const read = async () => {
      // The reader is shut out while their state is being read, and then something happens.
      if (id === "after") isIn = false;
      return of(id);
    };
    const stream = open(read, { isAllowed: async () => isIn });
    await stream.has("id: before");
    id = "after";
    await announce();
    await stream.done;
    expect(stream.text()).not.toContain("after");
  });

  it("stays open while the database is down", async () => {
    let isAway = true;
    const stream = open(async () => {
      if (isAway) throw new Error("away");
      return of("1");
    });
    await stream.has("retry: ");
    isAway = false;
    await announce();
    await stream.has("id: 1");
  });

  it("reads again after its database connection was cut, since it may have missed a change", async () => {
    let id = "before";
    const stream = open(async () => of(id));
    await stream.has("id: before");
    id = "between";
    await announce();
    await stream.has("id: between");
    // The state that the connection announced is read by now.
    await new Promise((passed) => setTimeout(passed, 2_000));
    id = "after";
    await cutListeners();
    await stream.has("id: after");
  });

  it("reads again when its state expires", async () => {
    let reads = 0;
    const stream = open(async () => {
      reads += 1;
      return { id: String(reads), data: "{}", isFinal: false, lastsMs: 900 };
    });
    // One more is due to the connection.
    await stream.has("id: 4\n");
  });

  it("sends heartbeats without reading, and only while the state is known to be current", async () => {
    // A heartbeat every 1.5 instead of 15 seconds.
    await hub.close();
    hub = new Hub(inject("clusterUrl"), MAX_STREAMS, 10);
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads > 2) throw new Error("away");
      return { ...of("same"), lastsMs: 600_000 };
    };
    const stream = open(read, { lastEventId: "same" });
    const beats = () => stream.text().match(/event: heartbeat/g)?.length ?? 0;
    await expect.poll(beats).toBeGreaterThanOrEqual(2);
    // The second came when the connection stood, since a change may have been missed before.
    expect(reads).toBeLessThanOrEqual(2);
    reads = 2;
    await announce();
    await expect.poll(() => reads).toBeGreaterThanOrEqual(3);
    const sent = beats();
    await new Promise((passed) => setTimeout(passed, 2_000));
    expect(beats()).toBe(sent);
  });
});

describe("a reader that does not read", () => {
  let hub: Hub;
  const responses: ServerResponse[] = [];
  let take: (response: ServerResponse) => void = () => {};
  const server = createServer((_, response) => {
    responses.push(response);
    take(response);
  });
  let reader: Socket;

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    hub = new Hub(inject("clusterUrl"), MAX_STREAMS);
  });

  afterAll(async () => {
    reader?.destroy();
    await hub.close();
    server.close();
  });

  it("uses bounded memory, and then receives only the newest state", async () => {
    const size = 1_000_000;
    let count = 0;
    let lastRead = -1;
    const read = async () => {
      lastRead = count;
      return { id: String(count), data: `"${"x".repeat(size)}"`, isFinal: false };
    };
    take = (response) => {
      openStream(
        { key: "large", topics: ["order:7"], read, role: "recipient", reader: "slow", lastEventId: null },
        ({ status, headers }) => response.writeHead(status, headers),
        hub,
      );
    };
    reader = connect((server.address() as AddressInfo).port, "127.0.0.1");
    reader.pause();
    reader.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(() => responses.length).toBe(1);
    const [response] = responses;
    // The system's own buffers take some megabytes first.
    for (count = 1; count < 15; count += 1) {
      const before = count;
      await announce();
      await expect.poll(() => lastRead).toBe(count);
      expect(response?.writableLength ?? 0, `after ${before}`).toBeLessThan(size * 2);
    }
    let text = "";
    reader.on("data", (part) => {
      text += part.toString("latin1");
    });
    reader.resume();
    await expect.poll(() => /id: 15\n/.test(text) || /id: 14\n/.test(text)).toBe(true);
    const states = text.match(/id: \d+\n/g) ?? [];
    expect(states.length).toBeLessThan(15);
  });
});
