import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import { createS3Files } from "@/lib/files/create-s3-files";
import type { FileStore } from "@/lib/files/stored-file";
import { loadOrder } from "@/lib/orders/load-order";
import { deleteProofFiles } from "@/lib/orders/proof/delete-proof-files";
import { keepObject } from "@/lib/orders/proof/keep-object";
import { recordProofFile } from "@/lib/orders/proof/record-proof-file";
import { deleteExpiredData } from "@/lib/process/delete-expired-data";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { filesBelow, refuse, type S3Server, startS3Server } from "@/testing/s3-server";

const DAY_MS = 24 * 60 * 60_000;

let s3: S3Server;
let folder: string;
let local: LocalApi;

beforeAll(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), "proofs-"));
  local = await openLocalApi();
});

afterAll(async () => {
  await local?.close();
  await s3?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => local.db.models.proofFile.deleteMany());

/** Creates an account with this file retention in days, and a courier who uploads files. */
async function keeping(proofDays: number) {
  const { shop, api } = await local.newShop();
  await local.db.models.account.update({ where: { id: shop.accountId }, data: { proofDays } });
  const { data } = await api.create(orderBodyWith(1));
  const courierId = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
  const order = await loadOrder(local.db, { code: data.order_code });
  if (order === null) throw new Error("The query for a created order returned no row");
  const { db, clock } = local;
  return async (files: FileStore, position = 1): Promise<string> => {
    const id = randomUUID();
    const objectKey = await keepObject({ db, clock, files }, id, new Uint8Array([1, 2, 3]));
    const [takenAt, receivedAt] = [clock.now(), clock.now()];
    const file = {
      id,
      position,
      courierId,
      kind: "photo",
      objectKey,
      bytes: 3,
      takenAt,
      receivedAt,
    } as const;
    await db.transaction((tx) => recordProofFile(tx, order, file));
    return id;
  };
}

const rows = async () => (await local.db.models.proofFile.findMany()).map(({ id }) => id).sort();

describe.each(["disk", "s3"] as const)("proof files past their account's retention (%s)", (kind) => {
  let files: FileStore;
  let saved: () => string[];
  /** Contents of the store and of the table by file id. */
  const left = async () => {
    const inStore = saved().map((key) => key.split("/").at(-1)?.slice(0, 36) ?? "");
    expect(inStore.sort()).toEqual(await rows());
    return rows();
  };
  const run = () => deleteExpiredData(files, { requestLogDays: 30 })(local.couriers.context, "");

  beforeAll(() => {
    const place = join(folder, randomUUID());
    files = kind === "disk" ? createDiskFiles(place) : createS3Files(s3.settings);
    saved = kind === "disk" ? () => filesBelow(place) : () => s3.keys();
  });

  it("are deleted from store and table at 90 days by default, and not a moment before", async () => {
    const { shop } = await local.newShop();
    const { proofDays } = await local.db.models.account.findUniqueOrThrow({ where: { id: shop.accountId } });
    expect(proofDays).toBe(90);
    const send = await keeping(proofDays);
    const first = await send(files);
    local.clock.advance(DAY_MS);
    const second = await send(files);
    local.clock.advance(89 * DAY_MS - 1);
    expect(await run()).toEqual({ type: "done" });
    expect(await left()).toEqual([first, second].sort());
    local.clock.advance(1);
    expect(await run()).toEqual({ type: "done" });
    expect(await left()).toEqual([second]);
    local.clock.advance(DAY_MS - 1);
    await run();
    expect(await left()).toEqual([second]);
    local.clock.advance(1);
    await run();
    expect(await left()).toEqual([]);
  });

  it("are deleted after each account's own retention", async () => {
    const [short, long] = [await keeping(1), await keeping(3)];
    await short(files);
    const saved = await long(files);
    local.clock.advance(DAY_MS);
    await run();
    expect(await left()).toEqual([saved]);
    local.clock.advance(2 * DAY_MS);
    await run();
    expect(await left()).toEqual([]);
  });

  it("are deleted in batches until time is up or none are left", async () => {
    const send = await keeping(1);
    for (let index = 0; index < 70; index += 1) await send(files, index % 5);
    const { db, clock } = local;
    clock.advance(DAY_MS);
    const now = clock.now();
    expect(await deleteProofFiles({ db, files, now }, () => true)).toBe(false);
    expect(await left()).toHaveLength(70);
    let batches = 0;
    expect(await deleteProofFiles({ db, files, now }, () => ++batches > 1)).toBe(false);
    expect(await left()).toHaveLength(70 - 32);
    expect(await deleteProofFiles({ db, files, now }, () => false)).toBe(true);
    expect(await left()).toEqual([]);
  });
});

describe("an unavailable file store", () => {
  it("leaves the rows of files that were not deleted, and the next run deletes them", async () => {
    const files = createS3Files(s3.settings);
    const send = await keeping(1);
    const sent = [await send(files), await send(files)];
    local.clock.advance(DAY_MS);
    const down = (response: Parameters<typeof refuse>[0]) => refuse(response, 503, "ServiceUnavailable");
    s3.disturb(...Array(6).fill(down));
    const run = () => deleteExpiredData(files, { requestLogDays: 30 })(local.couriers.context, "");
    await expect(run()).rejects.toThrow("S3 DELETE: 503 ServiceUnavailable");
    expect(await rows()).toEqual(sent.sort());
    expect(s3.keys()).toHaveLength(2);
    s3.disturb();
    expect(await run()).toEqual({ type: "done" });
    expect([await rows(), s3.keys()]).toEqual([[], []]);
  });

  it("leaves the rows of exactly those files whose deletion failed", async () => {
    const files = createS3Files(s3.settings);
    const send = await keeping(1);
    const [first, second] = [await send(files), await send(files)];
    const broken: FileStore = {
      ...files,
      delete: (key) => (key.includes(first) ? Promise.reject(new Error("away")) : files.delete(key)),
    };
    local.clock.advance(DAY_MS);
    const { db, clock } = local;
    const remove = (store: FileStore) =>
      deleteProofFiles({ db, files: store, now: clock.now() }, () => false);
    await expect(remove(broken)).rejects.toThrow("away");
    expect([await rows(), s3.keys().length]).toEqual([[first], 1]);
    expect(s3.keys()[0]).toContain(first);
    expect(second).not.toBe(first);
    expect(await remove(files)).toBe(true);
    expect([await rows(), s3.keys()]).toEqual([[], []]);
  });
});
