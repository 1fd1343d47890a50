import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { amount } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { NODE_FLAGS } from "@/testing/node-flags.mjs";
import { bundleProgram } from "@/testing/program";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { pollUntil } from "@/testing/until";

const ORDERS = amount(20, 80);
const KILLS = amount(1, 3);
const SENDERS = 2;
const SLOTS = 2;
const LEASE_MS = 10_000;

describe("processes that send messages, killed while they send", () => {
  let local: LocalApi;
  let receiver: Receiver;
  let sender: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    sender = await bundleProgram("testing/message-sender.ts");
    local = await openLocalApi();
    receiver = await startReceiver((response, _, count) => {
      // Kills the senders while this request is unanswered.
      if (count % Math.floor(ORDERS / (KILLS + 1)) === 0 && kills < KILLS) void replaceSenders();
      else response.writeHead(200).end("ok");
    });
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await receiver?.close();
    await local?.close();
  });

  const start = async (): Promise<void> => {
    const words = [...NODE_FLAGS, sender, local.databaseUrl, receiver.url, String(SLOTS), String(LEASE_MS)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
    children.push(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
  };
  let kills = 0;
  const replaceSenders = async (): Promise<void> => {
    kills += 1;
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await Promise.all(Array.from({ length: SENDERS }, start));
  };

  it(`lose none of ${ORDERS}, and repeat only those in flight, with the same key (MSG-3)`, async () => {
    const { shop, api } = await local.newShop();
    await updateAccount(local.db, shop.accountId, { messageKinds: ["accepted"], messageCap: 50 });
    const bodies = Array.from({ length: ORDERS }, (_, index) => {
      const body = orderBody();
      const phone = `+7921555${String(index).padStart(4, "0")}`;
      const dropoffs = body.dropoffs.map((dropoff) => ({ ...dropoff, contact: { value: phone } }));
      return { ...body, dropoffs };
    });
    await Promise.all(Array.from({ length: SENDERS }, start));
    for (const body of bodies) expect((await api.create(body)).status).toBe(201);
    const where = { accountId: shop.accountId };
    const open = () =>
      local.db.models.recipientMessage.count({ where: { ...where, state: { not: "sent" } } });
    await pollUntil(async () => (await open()) === 0);

    expect(kills).toBe(KILLS);
    const messages = await local.db.models.recipientMessage.findMany({ where });
    expect(messages).toHaveLength(ORDERS);
    const sent = new Set(
      receiver.received.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`),
    );
    const stored = messages.map(({ key, phone: to, text }) => `${key} ${JSON.stringify({ to, text })}`);
    expect([...sent].sort()).toEqual(stored.sort());
    const repeats = receiver.received.length - ORDERS;
    expect(repeats).toBeGreaterThanOrEqual(KILLS);
    expect(repeats).toBeLessThanOrEqual(KILLS * SENDERS * SLOTS);
  });
});
