import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "@/testing/amount";
import { newId, orderBody } from "@/testing/api-client";
import { type Door, openDoor, type Passing } from "@/testing/door";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { bundleProgram } from "@/testing/program";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { until } from "@/testing/until";
import { SECRET_TEXT, WebhookSide } from "@/testing/webhook-side";

const ORDERS = amount(12, 60);
const CHANGES = 4;
/** How many of the two processes are killed, and what is on its way then; one that dies leaves its work to the other. */
const ROUNDS: readonly (readonly [killed: number, kept: Passing])[] = [
  [2, "requests"],
  [1, "answers"],
  [2, "answers"],
  [1, "requests"],
];
const EVENTS = ROUNDS.length * ORDERS * CHANGES;
/** So many are. */
const ON_THE_WAY = 6;
const LEASE_MS = 1_000;

describe("processes that send webhooks, killed while requests or answers are on their way", () => {
  let local: LocalApi;
  let receiver: Receiver;
  let door: Door;
  let sender: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    sender = await bundleProgram("testing/webhook-sender.ts");
    local = await openLocalApi();
    const tried = new Map<string, number>();
    receiver = await startReceiver((response, { id }, count) => {
      const tries = (tried.get(id) ?? 0) + 1;
      tried.set(id, tries);
      // Every 7th comes to nothing at first and every 11th is cut off, either before or after the receiver has it.
      if (tries === 1 && count % 11 === 0) response.destroy();
      else response.writeHead(tries === 1 && count % 7 === 0 ? 500 : 200).end();
    });
    door = await openDoor(receiver.port);
  });

  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await door?.close();
    await receiver?.close();
    await local?.close();
  });

  const start = async (): Promise<void> => {
    const words = [sender, local.databaseUrl, SECRET_TEXT, String(LEASE_MS)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
    children.push(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
  };

  const kill = async (count: number): Promise<void> => {
    const victims = children.splice(Math.floor(Math.random() * (3 - count)), count);
    for (const victim of victims) victim.kill("SIGKILL");
    await Promise.all(victims.map((victim) => once(victim, "exit")));
  };

  it(`deliver each of ${EVENTS} events, and of every order the whole row (HOOK-4)`, async () => {
    const { shop, api } = await local.newShop();
    const hooks = new WebhookSide(local.db, local.databaseUrl);
    const { secret, endpoint } = await hooks.add(shop.scope, door.url);
    await Promise.all([start(), start()]);
    const refused: string[] = [];
    // A client that is told to come back later does, and changes nothing twice by it.
    const surely = async (call: () => Promise<{ status: number; text: string }>): Promise<void> => {
      for (;;) {
        const { status, text } = await call();
        if (status < 300) return;
        if (status === 503) continue;
        refused.push(text);
        return;
      }
    };
    const change = async () => {
      const id = newId();
      const path = `/v1/partner/orders/${id}`;
      const body = orderBody({ external_order_id: id });
      await surely(() => api.create(body));
      await surely(() => api.send("PATCH", path, { comment: "first" }));
      await surely(() => api.send("PATCH", path, { comment: "second" }));
      await surely(() => api.post(`${path}/cancel`));
    };
    for (const [count, kept] of ROUNDS) {
      door.shut(kept);
      const changing = Promise.all(Array.from({ length: ORDERS }, change));
      await until(async () => door.waiting() >= ON_THE_WAY);
      await kill(count);
      await Promise.all(Array.from({ length: count }, start));
      door.open();
      await changing;
    }
    expect(refused).toEqual([]);
    const open = () =>
      local.db.webhookDelivery.count({ where: { endpointId: endpoint.id, state: { not: "succeeded" } } });
    await until(async () => {
      // What has failed once is due again at once; when it would be is of another test.
      await hooks.hurry(endpoint.id);
      return (await open()) === 0;
    }, 120_000);

    const events = await local.db.event.findMany({ select: { id: true, body: true } });
    expect(events).toHaveLength(EVENTS);
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
    // The same bytes at every try, and those of the journal.
    for (const { id, body } of events) expect([...(arrived.get(id) ?? [])]).toEqual([body]);
    expect(rows.size).toBe(ROUNDS.length * ORDERS);
    for (const row of rows.values()) expect([...row].sort()).toEqual([1, 2, 3, 4]);
  }, 240_000);
});
