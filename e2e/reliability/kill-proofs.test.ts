import { randomInt, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { preparePhoto } from "@/lib/files/photo";
import { loadOrder } from "@/lib/orders/load-order";
import { discardFile } from "@/lib/orders/proof/discard-file";
import { listProofFiles } from "@/lib/orders/proof/find-proof-file";
import { amount } from "@/testing/amount";
import { orderBodyWith } from "@/testing/api-client";
import { CourierReceivers } from "@/testing/courier-receivers";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { filesBelow } from "@/testing/s3-server";
import { pollUntil } from "@/testing/until";

const ROUNDS = amount(2, 12);
const PHOTOS = 6;

/** A photo, and what is kept of it. */
interface UploadResult {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kept: Uint8Array;
}

describe("a process that is killed while couriers' photos arrive", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-proofs-"));
  const folder = join(dataDir, "files");
  const store = createDiskFiles(folder);
  let local: LocalApi;
  let receivers: CourierReceivers;

  beforeAll(async () => {
    local = await openLocalApi();
    receivers = await CourierReceivers.start(ROUNDS + 1, { databaseUrl: local.databaseUrl, dataDir });
  });

  afterAll(async () => {
    receivers?.close();
    await local?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function newPhoto(): Promise<UploadResult> {
    const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
    const picture = sharp({ create: { width: 1_200, height: 900, channels: 3, background } });
    const bytes = new Uint8Array(await picture.jpeg().toBuffer());
    return { id: randomUUID(), bytes, kept: await preparePhoto(bytes) };
  }

  async function newOrder() {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBodyWith(1));
    const courierId = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
    const { link } = await issueCourierLink(local.db, courierId, local.runtime.publicUrl);
    const order = await loadOrder(local.db, { code: data.order_code });
    if (order === null) throw new Error("The created order was not found");
    return { order, cookie: `courier=${link.slice(link.lastIndexOf("/") + 1)}` };
  }

  it("loses no acknowledged photo, and stores each exactly once when phones resend", async () => {
    const { db } = local;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { order, cookie } = await newOrder();
      const photos = await Promise.all(Array.from({ length: PHOTOS }, newPhoto));
      const acknowledged = new Set<string>();
      // Retries as a phone does until the response is not a 5xx.
      const sending = photos.map(async ({ id, bytes }) => {
        const query = new URLSearchParams({ id, order: String(order.id), position: "1", kind: "photo" });
        query.set("at", new Date().toISOString());
        for (;;) {
          const answer = await fetch(`${receivers.url}/courier/proofs?${query}`, {
            method: "POST",
            body: bytes,
            headers: { cookie, "sec-fetch-site": "same-origin" },
          }).catch(() => null);
          if (answer?.status === 204) break;
          expect([null, 503]).toContain(answer?.status ?? null);
          await sleep(20);
        }
        acknowledged.add(id);
      });

      const enough = randomInt(PHOTOS);
      await pollUntil(() => acknowledged.size >= enough);
      await receivers.kill();
      const rows = await listProofFiles(db, [order]);
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged]));
      for (const { objectKey, bytes } of rows) {
        expect((await store.get(objectKey))?.bytes.length).toBe(bytes);
      }
      receivers.moveOn();
      await Promise.all(sending);

      const files = await listProofFiles(db, [order]);
      expect(files.map(({ id }) => id).sort()).toEqual(photos.map(({ id }) => id).sort());
      for (const { id, objectKey } of files) {
        expect((await store.get(objectKey))?.bytes).toEqual(photos.find((photo) => photo.id === id)?.kept);
      }
    }

    const jobs = await db.models.job.findMany({ where: { kind: "discard_file" } });
    for (const { key } of jobs) await discardFile(store)(local.couriers.context, key);
    const named = await db.models.proofFile.findMany();
    expect(filesBelow(folder)).toEqual(named.map(({ objectKey }) => objectKey).sort());
    expect(named).toHaveLength(ROUNDS * PHOTOS);
  });
});
