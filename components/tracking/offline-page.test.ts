import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { buildOfflinePage } from "@/components/tracking/offline-page";
import type { TrackingState } from "@/components/tracking/tracking-state";
import { MESSAGES } from "@/messages/messages";

const { tracking } = MESSAGES.en;
const PATH = "/t/AAAAAAAAAAAAAAAAAAAAAA";
const HOUR_MS = 60 * 60_000;
const words = {
  noConnection: tracking.noConnection,
  offline: tracking.offline,
  codeTitle: tracking.code.title,
};
const page = buildOfflinePage(
  {
    locale: "en",
    tag: "en-US",
    zone: { name: "Europe/Chisinau", text: "" },
    orderLabel: "Order 7KQ2-M4XR",
    headline: "Arrives 2:05–2:20 PM",
    details: ["<b>Анна</b> is 300 m away."],
    code: "904217",
    courier: { call: { href: "tel:+79115550001", label: "Call Анна", number: "+7 911 555-00-01" } },
  } as unknown as TrackingState,
  words,
  new Date("2026-11-21T12:00:00Z"),
);

/** Runs the worker with a fake cache, clock and network. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>();
  const stored = new Map<string, Response>();
  const cache = {
    put: async (path: string, response: Response) => void stored.set(path, response),
    match: async (path: string) => stored.get(path)?.clone(),
    delete: async (path: string) => stored.delete(path),
    keys: async () => [...stored.keys()],
  };
  const self = {
    location: { origin: "https://go.example" },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: () => {},
    clients: { claim: async () => {} },
  };
  const network = vi.fn<() => Promise<Response>>();
  const clock = { now: 0 };
  const source = readFileSync("public/tracking-worker.js", "utf8");
  new Function("self", "caches", "fetch", "Date", source)(self, { open: async () => cache }, network, {
    now: () => clock.now,
  });
  const happen = async (type: string, event: object) => {
    const work: unknown[] = [];
    const wait = (promise: unknown) => void work.push(promise);
    listeners.get(type)?.({ ...event, waitUntil: wait, respondWith: wait });
    return (await Promise.all(work))[0];
  };
  return {
    kept: stored,
    network,
    clock,
    tell: (type: "keep" | "drop", path = PATH) => happen("message", { data: { type, path, page } }),
    open: (path = PATH, mode = "navigate") =>
      happen("fetch", { request: { mode, url: `https://go.example${path}?lang=en` } }) as Promise<
        Response | undefined
      >,
  };
}

describe("a tracking page without a network (TRK-10)", () => {
  let worker: ReturnType<typeof startWorker>;
  beforeEach(async () => {
    worker = startWorker();
    worker.network.mockRejectedValue(new TypeError("offline"));
    await worker.tell("keep");
  });

  it("shows its last state, the code and a phone number as text", async () => {
    const response = await worker.open();
    const text = (await response?.text()) ?? "";
    for (const part of [
      "No connection. Showing data from 2:00 PM.",
      "Arrives 2:05–2:20 PM",
      "904 217",
      'href="tel:+79115550001"',
      "&#60;b&#62;Анна",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("<b>");
    expect(response?.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it("is the service's response while there is a network", async () => {
    worker.network.mockResolvedValue(new Response("from the service"));
    expect(await (await worker.open())?.text()).toBe("from the service");
    expect(worker.kept.size).toBe(1);
  });

  it("is served for tracking links only", async () => {
    expect(await worker.open("/t/AAAAAAAAAAAAAAAAAAAAAA/state", "cors")).toBeUndefined();
    expect(await worker.open("/courier")).toBeUndefined();
    await worker.tell("keep", "/dashboard");
    expect([...worker.kept.keys()]).toEqual([PATH]);
  });

  it("is deleted once its delivery is over", async () => {
    await worker.tell("drop");
    await expect(worker.open()).rejects.toThrow("offline");
  });

  it.each([404, 410])("is deleted once the service has responded with %d", async (status) => {
    worker.network.mockResolvedValueOnce(new Response(null, { status }));
    expect((await worker.open())?.status).toBe(status);
    await expect(worker.open()).rejects.toThrow("offline");
  });

  it("is deleted after 24 hours", async () => {
    worker.clock.now = 24 * HOUR_MS - 1;
    expect((await worker.open())?.status).toBe(200);
    worker.clock.now = 24 * HOUR_MS;
    await expect(worker.open()).rejects.toThrow("offline");
    expect(worker.kept.size).toBe(0);
  });
});
