import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBody } from "@/lib/events/event-body";
import { amount } from "@/testing/amount";
import { newId, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { pollUntil } from "@/testing/until";
import { SECRET_TEXT, WebhookSide } from "@/testing/webhook-side";

const ORDERS = amount(40, 250);
const CHANGES = 4;
const KILLS = amount(2, 8);
const LEASE_MS = 2_000;

describe("processes that send webhooks, killed at random", () => {
  let local: LocalApi;
  let receiver: Receiver;
  let sender: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    sender = await bundleProgram("testing/webhook-sender.ts");
    local = await openLocalApi();
    const tried = new Map<string, number>();
    receiver = await startReceiver((response, { id }, count) => {
      const tries = (tried.get(id) ?? 0) + 1;
      tried.set(id, tries);
      // On its first try, every 11th request is cut off without an answer, and every 7th gets a 500.
      if (tries === 1 && count % 11 === 0) response.destroy();
      else response.writeHead(tries === 1 && count % 7 === 0 ? 500 : 200).end();
    });
  });

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await receiver?.close();
    await local?.close();
  });

  const start = async (): Promise<void> => {
    const words = [...NODE_FLAGS, sender, local.databaseUrl, SECRET_TEXT, String(LEASE_MS)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
    children.push(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
  };

  it(`deliver each of ${ORDERS * CHANGES} events, and every order's whole sequence (HOOK-4)`, async () => {
    const { shop, api } = await local.newShop();
    const hooks = new WebhookSide(local.db, local.databaseUrl);
    const { secret, endpoint } = await hooks.add(shop.scope, receiver.url);
    await Promise.all([start(), start()]);
    let isOver = false;
    const killer = async () => {
      for (let kill = 0; kill < KILLS && !isOver; kill += 1) {
        await sleep(200 + Math.random() * 600);
        const [victim] = children.splice(Math.floor(Math.random() * children.length), 1);
        victim?.kill("SIGKILL");
        await start();
      }
    };
    const refused: string[] = [];
    // A client retries after a 503, and its retries are idempotent.
    const surely = async (call: () => Promise<{ status: number; text: string }>): Promise<void> => {
      for (;;) {
        const { status, text } = await call();
        if (status < 300) return;
        if (status === 503) continue;
        refused.push(text);
        return;
      }
    };
    const change = async (part: number) => {
      for (let order = part; order < ORDERS; order += 8) {
        const id = newId();
        const path = `/v1/partner/orders/${id}`;
        const body = orderBody({ external_order_id: id });
        await surely(() => api.create(body));
        await surely(() => api.send("PATCH", path, { comment: "first" }));
        await surely(() => api.send("PATCH", path, { comment: "second" }));
        await surely(() => api.post(`${path}/cancel`));
      }
    };
    const killing = killer();
    await Promise.all(Array.from({ length: 8 }, (_, part) => change(part)));
    isOver = true;
    await killing;
    expect(refused).toEqual([]);
    const open = () =>
      local.db.models.webhookDelivery.count({
        where: { endpointId: endpoint.id, state: { not: "succeeded" } },
      });
    await pollUntil(async () => (await open()) === 0);

    const events = await local.db.models.event.findMany({ select: { id: true, body: true, packed: true } });
    expect(events).toHaveLength(ORDERS * CHANGES);
    const arrived = new Map<string, Set<string>>();
    const rows = new Map<string, Set<number>>();
    const webhook = new Webhook(secret);
    for (const { id, body, headers } of receiver.received) {
      const sent = webhook.verify(body, headers as Record<string, string>) as {
        id: string;
        external_order_id: string;
        sequence: number;
      };
      expect(sent.id).toBe(id);
      arrived.set(id, (arrived.get(id) ?? new Set()).add(body));
      const row = rows.get(sent.external_order_id) ?? new Set();
      rows.set(sent.external_order_id, row.add(sent.sequence));
    }
    expect(events.filter(({ id }) => !arrived.has(id))).toEqual([]);
    // Every try has the same bytes, which are those of the journal.
    for (const event of events) expect([...(arrived.get(event.id) ?? [])]).toEqual([readBody(event)]);
    expect(rows.size).toBe(ORDERS);
    for (const row of rows.values()) expect([...row].sort()).toEqual([1, 2, 3, 4]);
  });
});
