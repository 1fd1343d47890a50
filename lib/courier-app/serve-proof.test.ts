import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_PROOF_BYTES, serveProof } from "@/lib/courier-app/serve-proof";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { createS3Files } from "@/lib/files/create-s3-files";
import { fileUrl } from "@/lib/files/file-url";
import { loadOrder } from "@/lib/orders/load-order";
import { discardFile } from "@/lib/orders/proof/discard-file";
import { listProofFiles } from "@/lib/orders/proof/find-proof-file";
import { MAX_FILES_PER_STOP } from "@/lib/orders/proof/proof-file";
import { serveFile } from "@/lib/orders/proof/serve-file";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { cameraPhoto, signatureSheet } from "@/testing/photos";
import { refuse, type S3Server, startS3Server } from "@/testing/s3-server";

const TAKEN_AT = "2026-11-21T11:58:00.000Z";

let s3: S3Server;
let local: LocalApi;
let photo: Buffer;

beforeAll(async () => {
  s3 = await startS3Server();
  local = await openLocalApi(undefined, { files: createS3Files(s3.settings) });
  photo = await cameraPhoto({ width: 400, height: 300 });
});

afterAll(async () => {
  await local?.close();
  await s3?.close();
});

beforeEach(() => s3.disturb());

/** An order in the hands of a courier, whose phone has a link. */
async function onTheWay() {
  const { shop, api } = await local.newShop();
  const { data } = await api.create(orderBodyWith(2));
  const courierId = await local.couriers.lead(shop.scope, data.external_order_id, "in_progress");
  const order = await loadOrder(local.db, { code: data.order_code });
  if (order === null) throw new Error("The created order was not found");
  const { link } = await issueCourierLink(local.db, courierId, local.runtime.publicUrl);
  const cookie = `courier=${link.slice(link.lastIndexOf("/") + 1)}`;
  const files = () => listProofFiles(local.db, [order]);
  const send = (
    change: Record<string, string> = {},
    body: BodyInit = new Uint8Array(photo),
    headers = {},
    served = local.runtime,
  ) => {
    const query = { id: randomUUID(), order: String(order.id), position: "1", kind: "photo", at: TAKEN_AT };
    const address = `http://localhost:3000/courier/proofs?${new URLSearchParams({ ...query, ...change })}`;
    const sent = { cookie, "sec-fetch-site": "same-origin", ...headers };
    const request = new Request(address, {
      method: "POST",
      body,
      headers: sent,
      duplex: "half",
    } as RequestInit);
    return serveProof(request, served);
  };
  return { order, courierId, files, send };
}

const open = (fileId: string, at = local.clock.now()) => {
  const token = fileUrl(local.runtime, fileId, at).split("/").at(-1) ?? "";
  return serveFile(local.runtime, token);
};

const getKeys = (fileId: string) => s3.keys().filter((key) => key.includes(fileId));

/** Runs the jobs that delete what no row names, as if their time had come. */
async function discardUnclaimed(fileId: string) {
  const jobs = await local.db.models.job.findMany({
    where: { kind: "discard_file", key: { contains: fileId } },
  });
  const discard = discardFile(local.runtime.files);
  return Promise.all(jobs.map(({ key }) => discard(local.couriers.context, key)));
}

const readRefusal = async (response: Response) => {
  const { error } = (await response.json()) as { error: { id: string; message: string; details: object[] } };
  return { status: response.status, ...error };
};

describe("an upload from a courier's phone", () => {
  it("is stored without metadata, with the times of capture and receipt, and served at its URL", async () => {
    const { order, courierId, files, send } = await onTheWay();
    const [id, signatureId] = [randomUUID(), randomUUID()];
    expect((await send({ id })).status).toBe(204);
    const sheet = new Uint8Array(await signatureSheet({ width: 600, height: 300 }));
    expect((await send({ id: signatureId, kind: "signature", position: "2" }, sheet)).status).toBe(204);
    const [first, second, ...others] = await files();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id, orderId: order.id, position: 1, courierId, kind: "photo" });
    expect(first).toMatchObject({ takenAt: new Date(TAKEN_AT), receivedAt: local.clock.now() });
    expect(second).toMatchObject({ id: signatureId, position: 2, kind: "signature" });

    const shown = await open(id);
    expect(shown.status).toBe(200);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.length).toBe(first?.bytes);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 300, height: 400 });
    expect(bytes.includes("GPS secret")).toBe(false);
  });

  it("is stored once when repeated, whatever the bytes of the repeat", async () => {
    const { files, send } = await onTheWay();
    const id = randomUUID();
    expect((await send({ id })).status).toBe(204);
    const before = await files();
    local.clock.advance(60_000);
    expect((await send({ id })).status).toBe(204);
    expect((await send({ id: id.toUpperCase() }, "no picture at all")).status).toBe(204);
    expect(await files()).toEqual(before);
    expect(getKeys(id)).toHaveLength(1);
  });

  it("is stored once for concurrent repeats, and the other bytes are deleted", async () => {
    const { files, send } = await onTheWay();
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ id })));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const [file, ...others] = await files();
    expect(others).toEqual([]);
    await discardUnclaimed(id);
    expect(getKeys(id)).toEqual([file?.objectKey]);
    expect((await open(id)).status).toBe(200);
  });

  it("is rejected with 409 and changes nothing when its id is another file's", async () => {
    const [mine, theirs] = [await onTheWay(), await onTheWay()];
    const id = randomUUID();
    expect((await mine.send({ id })).status).toBe(204);
    const before = await mine.files();
    for (const answer of [
      await mine.send({ id, position: "2" }),
      await mine.send({ id, kind: "signature" }),
      await theirs.send({ id }),
      await theirs.send({ id, order: String(mine.order.id) }),
    ]) {
      expect(await readRefusal(answer)).toMatchObject({ status: 409, id: "order.step_not_possible" });
    }
    expect(await mine.files()).toEqual(before);
    expect(await theirs.files()).toEqual([]);
  });

  it("is rejected with 409 before its body is read for another courier's order, no order or a missing stop", async () => {
    const [mine, theirs] = [await onTheWay(), await onTheWay()];
    for (const change of [{ order: String(theirs.order.id) }, { order: "999999999" }, { position: "9" }]) {
      let isRead = false;
      const body = new ReadableStream(
        {
          pull(controller) {
            isRead = true;
            controller.enqueue(new Uint8Array(photo));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      expect([(await mine.send(change, body)).status, isRead]).toEqual([409, false]);
    }
  });

  it("leaves no bytes behind when its order is reassigned meanwhile", async () => {
    const { order, files, send } = await onTheWay();
    const courierId = await local.couriers.makeCourier();
    const id = randomUUID();
    const { files: store } = local.runtime;
    const put = async (key: string, bytes: Uint8Array<ArrayBuffer>) => {
      await store.put(key, bytes);
      await local.db.models.order.update({ where: { id: order.id }, data: { courierId } });
    };
    const served = { ...local.runtime, files: { ...store, put } };
    const answer = await send({ id }, undefined, {}, served);
    expect(await readRefusal(answer)).toMatchObject({ status: 409 });
    expect(getKeys(id)).toEqual([]);
    expect(await files()).toEqual([]);
  });

  it("is rejected with 503 while 12 pictures of the courier are being processed", async () => {
    const { courierId, files, send } = await onTheWay();
    let end = () => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    const others = Array.from({ length: 12 }, () => local.runtime.pictures.run(courierId, () => isOver));
    const answer = await send();
    expect(await readRefusal(answer)).toMatchObject({ status: 503, id: "service.overloaded" });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await files()).toEqual([]);
    end();
    await Promise.all(others);
    expect((await send()).status).toBe(204);
  });

  it("is rejected with 429 beyond 20 a minute, without limiting other couriers", async () => {
    const [mine, theirs] = [await onTheWay(), await onTheWay()];
    for (let count = 0; count < 20; count += 1) {
      expect((await mine.send({ position: "9" })).status).toBe(409);
    }
    const answer = await mine.send();
    expect(await readRefusal(answer)).toMatchObject({ status: 429, id: "rate_limit.exceeded" });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await theirs.send()).status).toBe(204);
  });

  it("is rejected with every invalid parameter listed", async () => {
    const { files, send } = await onTheWay();
    const wrong = { id: "1", order: "x", position: "11", kind: "video", at: "yesterday" };
    const { status, details } = await readRefusal(await send(wrong));
    expect([status, details.map((one) => (one as { field: string }).field)]).toEqual([
      400,
      ["id", "order", "position", "kind", "at"],
    ]);
    expect(await readRefusal(await send({ position: "" }))).toMatchObject({ status: 400 });
    expect(await readRefusal(await send({}, "<svg xmlns='http://www.w3.org/2000/svg'/>"))).toMatchObject({
      status: 400,
      details: [{ field: "photo", message: "must be a JPEG, PNG or WebP picture" }],
    });
    expect(await files()).toEqual([]);
  });

  it("is rejected with 413 above exactly 10 MB, with or without a Content-Length", async () => {
    const { files, send } = await onTheWay();
    const large = new Uint8Array(MAX_PROOF_BYTES + 1);
    const streamed = (bytes: Uint8Array) =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 65_536)
            controller.enqueue(bytes.subarray(at, at + 65_536));
          controller.close();
        },
      });
    for (const body of [large, streamed(large)]) {
      expect(await readRefusal(await send({}, body))).toMatchObject({
        status: 413,
        id: "payload.too_large",
        message: "The picture is larger than 10 MB.",
      });
    }
    const claimed = { "content-length": String(MAX_PROOF_BYTES + 1) };
    expect((await send({}, "short", claimed)).status).toBe(413);
    expect((await send({}, streamed(large.subarray(1)))).status).toBe(400);
    expect(await files()).toEqual([]);
  });

  it("requires a valid courier link and a same-origin request", async () => {
    const { files, send } = await onTheWay();
    expect(await readRefusal(await send({}, new Uint8Array(photo), { cookie: "" }))).toMatchObject({
      status: 401,
      id: "courier.link_invalid",
    });
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await send({}, new Uint8Array(photo), foreign)).status).toBe(403);
    expect(await files()).toEqual([]);
  });

  it("returns 503 without storing a row while the file store is down, and succeeds on a retry", async () => {
    const { files, send } = await onTheWay();
    const id = randomUUID();
    const down = (response: Parameters<typeof refuse>[0]) => refuse(response, 503, "ServiceUnavailable");
    s3.disturb(down, down, down);
    const answer = await send({ id });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await files()).toEqual([]);
    expect((await send({ id })).status).toBe(204);
    expect((await open(id)).status).toBe(200);
  });

  it("is rejected with 409 beyond the file limit of a stop", async () => {
    const { courierId, order, files, send } = await onTheWay();
    const { accountId, mode } = order.scope;
    await local.db.models.proofFile.createMany({
      data: Array.from({ length: MAX_FILES_PER_STOP - 1 }, () => ({
        id: randomUUID(),
        orderId: order.id,
        position: 1,
        accountId,
        mode,
        courierId,
        kind: "photo" as const,
        objectKey: "proofs/none.webp",
        bytes: 1,
        takenAt: local.clock.now(),
        receivedAt: local.clock.now(),
      })),
    });
    const last = randomUUID();
    expect((await send({ id: last })).status).toBe(204);
    expect((await send()).status).toBe(409);
    expect((await send({ id: last })).status).toBe(204);
    expect((await send({ position: "2" })).status).toBe(204);
    expect(await files()).toHaveLength(MAX_FILES_PER_STOP + 1);
  });
});

describe("stored bytes without a database row", () => {
  it("are deleted once the file store is available, unlike the bytes of a stored file", async () => {
    const { send } = await onTheWay();
    const id = randomUUID();
    await send({ id });
    const [claimed] = getKeys(id);
    const unclaimed = claimed?.replace(/.{8}\.webp$/, "00000000.webp") ?? "";
    await local.runtime.files.put(unclaimed, new Uint8Array([1]));
    const discard = (key: string) => discardFile(local.runtime.files)(local.couriers.context, key);
    const down = (response: Parameters<typeof refuse>[0]) => refuse(response, 503, "ServiceUnavailable");
    s3.disturb(down, down, down);
    expect(await discard(unclaimed)).toMatchObject({ type: "again" });
    expect(getKeys(id)).toHaveLength(2);
    expect(await discard(unclaimed)).toEqual({ type: "done" });
    expect(await discard(claimed ?? "")).toEqual({ type: "done" });
    expect(getKeys(id)).toEqual([claimed]);
  });

  it("are checked one hour after their upload", async () => {
    const { send } = await onTheWay();
    const id = randomUUID();
    await send({ id });
    const [job, ...others] = await local.db.models.job.findMany({ where: { key: { contains: id } } });
    expect(others).toEqual([]);
    expect(job).toMatchObject({ kind: "discard_file", key: getKeys(id)[0] });
    expect(job?.runAt.getTime()).toBe(local.clock.now().getTime() + 3_600_000);
  });
});

describe("a proof file's URL", () => {
  it("serves the picture to any client that has the URL, and allows only a private cache", async () => {
    const { send } = await onTheWay();
    const id = randomUUID();
    await send({ id });
    const { headers } = await open(id);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, max-age=300",
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
  });

  it("returns 404 after it expires and for a deleted or unknown file", async () => {
    const { send } = await onTheWay();
    const id = randomUUID();
    await send({ id });
    const { clock } = local;
    const issuedAt = clock.now();
    expect((await open(id)).status).toBe(200);
    clock.advance(5 * 60_000);
    const ended = await open(id, issuedAt);
    expect([ended.status, ended.headers.get("cache-control")]).toEqual([404, "no-store"]);
    expect((await serveFile(local.runtime, "../../etc/passwd")).status).toBe(404);
    expect((await open(randomUUID())).status).toBe(404);
    for (const key of getKeys(id)) await local.runtime.files.delete(key);
    expect((await open(id)).status).toBe(404);
  });
});
