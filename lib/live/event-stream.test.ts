import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { LIVE_CHANNEL } from "@/lib/live/announce";
import { eventStream } from "@/lib/live/event-stream";
import { Hub } from "@/lib/live/hub";
import { PLACES_OF_A_READER } from "@/lib/live/places";
import type { Snapshot } from "@/lib/live/snapshot";
import { execute } from "@/testing/cluster";

const MOST_STREAMS = 60;

describe("a stream", () => {
  let hub: Hub;
  const readers: AbortController[] = [];

  const open = (
    read: () => Promise<Snapshot | null>,
    {
      lastEventId,
      isAllowed = async () => true,
      key = `subject ${readers.length}`,
      reader: name = "somebody",
    }: { lastEventId?: string; isAllowed?: () => Promise<boolean>; key?: string; reader?: string } = {},
  ) => {
    const reader = new AbortController();
    readers.push(reader);
    const headers: Record<string, string> = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
    const request = new Request("http://localhost/", { headers, signal: reader.signal });
    const watch = { key, topics: ["order:7" as const], read, reader: name, isAllowed };
    const response = eventStream(request, watch, hub);
    const lines: string[] = [];
    const done = (async () => {
      const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const part = await body?.read().catch(() => undefined);
        if (part === undefined || part.done) return;
        lines.push(part.value);
      }
    })();
    const text = () => lines.join("");
    const has = async (piece: string) => {
      await expect.poll(text, { timeout: 10_000 }).toContain(piece);
    };
    return { response, text, has, done, reader };
  };
  const announce = () =>
    execute(inject("clusterUrl"), `SELECT pg_notify('${LIVE_CHANNEL}', 'order 7 account live')`);

  beforeEach(() => {
    hub = new Hub(inject("clusterUrl"), MOST_STREAMS);
  });

  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.abort();
    await hub.close();
  });

  it("begins with the current state, and sends each change once", async () => {
    let count = 1;
    const stream = open(async () => ({ id: String(count), data: `{"n":${count}}`, isFinal: false }));
    await stream.has('id: 1\nevent: state\ndata: {"n":1}\n\n');
    await announce();
    count = 2;
    await announce();
    await stream.has("id: 2\n");
    for (let index = 0; index < 5; index += 1) await announce();
    expect(stream.text().match(/event: state/g)).toHaveLength(2);
    expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
    expect(stream.response.headers.get("cache-control")).toContain("no-transform");
  });

  it("sends a returning reader nothing they already have", async () => {
    let id = "same";
    const stream = open(async () => ({ id, data: "{}", isFinal: false }), { lastEventId: "same" });
    await stream.has("retry: ");
    await announce();
    id = "other";
    await announce();
    await stream.has("id: other");
    expect(stream.text()).not.toContain("id: same");
    // Nor does it leave in doubt whether the stream is alive.
    expect(stream.text()).toMatch(/event: heartbeat\ndata: \d{4}-\d\d-\d\dT[\d:.]+Z\n\n/);
  });

  it("ends after the last state, when its subject is gone, and when the process stops", async () => {
    const last = open(async () => ({ id: "1", data: "{}", isFinal: true }));
    await last.done;
    expect(last.text()).toMatch(/event: state[\s\S]*event: end/);
    const gone = open(async () => null);
    await gone.done;
    const open3 = open(async () => ({ id: "1", data: "{}", isFinal: false }));
    await open3.has("id: 1");
    await hub.close();
    await open3.done;
    // Readers return to another process, each after a different time.
    expect(open3.text()).toMatch(/retry: \d+\n\n$/);
    expect(open(async () => null).response.status).toBe(503);
  });

  it("shares what it reads: fifty readers and a change cost two reads", async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return { id: String(reads), data: "{}", isFinal: false };
    };
    const streams = Array.from({ length: 50 }, (_, index) =>
      open(read, { key: "shared", reader: `reader ${index}` }),
    );
    await Promise.all(streams.map((stream) => stream.has("id: 1\n")));
    await announce();
    await Promise.all(streams.map((stream) => stream.has("id: 2\n")));
    expect(reads).toBe(2);
    // A reader who leaves takes nothing from the others; after the last, the subject is forgotten.
    for (const { reader } of streams) reader.abort();
    await open(read, { key: "shared" }).has("id: 3\n");
  });

  it("counts against its reader's and the process's limits until it ends", async () => {
    const read = async () => ({ id: "1", data: "{}", isFinal: false });
    const take = (reader: string, count: number) =>
      Array.from({ length: count }, () => open(read, { key: "one", reader }));
    const own = take("anna", PLACES_OF_A_READER);
    const [refused] = take("anna", 1);
    expect([refused?.response.status, refused?.response.headers.get("retry-after")]).toEqual([503, "20"]);
    own[0]?.reader.abort();
    await own[0]?.done;
    expect(take("anna", 2).map(({ response }) => response.status)).toEqual([200, 503]);
    for (let others = PLACES_OF_A_READER; others < MOST_STREAMS; others += 1) take(`reader ${others}`, 1);
    expect(take("last", 1)[0]?.response.status).toBe(503);
    for (const reader of readers) reader.abort();
    expect(take("last", 1)[0]?.response.status).toBe(200);
  });

  it("sends nothing newer than the moment that shut its reader out", async () => {
    let isIn = true;
    let id = "before";
    const read = async () => {
      // The reader is shut out while their state is being read, and then something happens.
      if (id === "after") isIn = false;
      return { id, data: "{}", isFinal: false };
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
      return { id: "1", data: "{}", isFinal: false };
    });
    await stream.has("retry: ");
    isAway = false;
    await announce();
    await stream.has("id: 1");
  });

  it("recovers after its database connection was cut, and reads once", async () => {
    let id = "before";
    const stream = open(async () => ({ id, data: "{}", isFinal: false }));
    await stream.has("id: before");
    await announce();
    id = "after";
    await execute(
      inject("clusterUrl"),
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')",
    );
    await stream.has("id: after");
  });
});
