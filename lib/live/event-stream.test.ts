import { afterEach, describe, expect, inject, it } from "vitest";
import { execute } from "@/e2e/harness/cluster";
import { LIVE_CHANNEL } from "@/lib/live/announce";
import { eventStream, type Snapshot } from "@/lib/live/event-stream";
import { Hub } from "@/lib/live/hub";

describe("a stream", () => {
  let hub: Hub;
  const readers: AbortController[] = [];

  const open = (
    read: () => Promise<Snapshot | null>,
    {
      lastEventId,
      isAllowed = async () => true,
    }: { lastEventId?: string; isAllowed?: () => Promise<boolean> } = {},
  ) => {
    hub ??= new Hub(inject("clusterUrl"));
    const reader = new AbortController();
    readers.push(reader);
    const headers: Record<string, string> = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
    const request = new Request("http://localhost/", { headers, signal: reader.signal });
    const response = eventStream(request, ["order:7"], read, { isAllowed, source: hub });
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

  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.abort();
    await hub.close();
  });

  it("begins with what is, and tells each change once", async () => {
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

  it("sends nothing again that a reader who comes back has", async () => {
    let id = "same";
    const stream = open(async () => ({ id, data: "{}", isFinal: false }), { lastEventId: "same" });
    await stream.has("retry: ");
    await announce();
    id = "other";
    await announce();
    await stream.has("id: other");
    expect(stream.text()).not.toContain("id: same");
    // Nor is it left in doubt whether the stream is alive.
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
  });

  it("tells nothing that is newer than the moment which shut its reader out", async () => {
    let isIn = true;
    let id = "before";
    const read = async () => {
      // Somebody is shut out while their state is being read, and then something happens.
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

  it("keeps its reader while the database is away", async () => {
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

  it("hears again after its connection to the database was cut, and looks once", async () => {
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
