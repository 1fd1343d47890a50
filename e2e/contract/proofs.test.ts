import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { fileUrl, readFileToken } from "@/lib/files/file-url";
import type { orderWithHistoryResource } from "@/lib/orders/resource";
import { USUAL_ADAPTERS } from "@/testing/adapters";
import { orderBodyWith } from "@/testing/api-client";
import { cameraPhoto } from "@/testing/photos";
import { startTestServer, type TestServer } from "@/testing/stage";

const SECRET = "a secret of thirty-two characters";

describe.each(USUAL_ADAPTERS)("photos from couriers (%s routes)", (adapter) => {
  const dataDir = mkdtempSync(join(tmpdir(), "proofs-"));
  let stage: TestServer;
  let path: string;
  let send: (
    id: string,
    body: Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ) => Promise<Response>;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true, adapter, env: { DATA_DIR: dataDir, AUTH_SECRET: SECRET } });
    const { api, couriers, db, server, shop } = stage;
    const { data } = await api.create(orderBodyWith(1));
    path = `/v1/partner/orders/${data.external_order_id}`;
    const courierId = await couriers.lead(shop.scope, data.external_order_id, "in_progress");
    const { id } = await db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
    const { link } = await issueCourierLink(db, courierId, server.baseUrl);
    const cookie = `courier=${link.slice(link.lastIndexOf("/") + 1)}`;
    send = (fileId, body, headers = {}) => {
      const query = new URLSearchParams({ id: fileId, order: String(id), position: "1", kind: "photo" });
      query.set("at", new Date().toISOString());
      return fetch(`${server.baseUrl}/courier/proofs?${query}`, {
        method: "POST",
        body,
        headers: { cookie, "sec-fetch-site": "same-origin", ...headers },
      });
    };
  });

  afterAll(async () => {
    await stage?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("arrive complete at any size, and open only at their signed URL until it expires", async () => {
    const [width, height] = [1_500, 1_200];
    const noise = randomBytes(width * height * 3);
    const png = await sharp(noise, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    expect(png.length).toBeGreaterThan(4_000_000);
    const id = randomUUID();
    expect((await send(id, new Uint8Array(png))).status).toBe(204);

    const { baseUrl } = stage.server;
    const addressAt = (instant: number) =>
      fileUrl({ publicUrl: baseUrl, fileSecret: SECRET }, id, new Date(instant));
    const shown = await fetch(addressAt(Date.now()));
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "cache-control": "private, max-age=300",
      "content-disposition": "inline",
      "content-security-policy": expect.stringContaining("sandbox"),
      "content-type": "image/webp",
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    const picture = await sharp(await shown.arrayBuffer()).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual(["webp", width, height]);

    for (const address of [addressAt(Date.now() - 6 * 60_000), `${baseUrl}/files/${"A".repeat(72)}`]) {
      const answer = await fetch(address);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(await answer.text()).toBe("There is no such file, or its address has ended.\n");
    }
  });

  it("have URLs in the order response for at most five minutes (PRF-4)", async () => {
    const photo = await cameraPhoto({ width: 60, height: 40 });
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) expect((await send(id, new Uint8Array(photo))).status).toBe(204);
    const { data } = await stage.api.get<ReturnType<typeof orderWithHistoryResource.parse>>(path);
    expect(data.stops[0]?.proof).toBeNull();
    const addresses = data.stops[1]?.proof?.photo_urls?.slice(-2) ?? [];
    expect(addresses).toHaveLength(2);
    for (const [index, address] of addresses.entries()) {
      const { pathname } = new URL(address);
      const shown = await fetch(stage.server.baseUrl + pathname);
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
      const token = pathname.slice("/files/".length);
      const opensIn = (minutes: number) =>
        readFileToken(SECRET, token, new Date(Date.now() + minutes * 60_000));
      expect([opensIn(3), opensIn(5)]).toEqual([ids[index], null]);
    }
  });

  it("are rejected above 10 MB, from another site and without a link", async () => {
    const id = randomUUID();
    expect((await send(id, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await send(id, new Uint8Array(9), { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await send(id, new Uint8Array(9), { cookie: "" })).status).toBe(401);
    expect((await send(id, new Uint8Array(9))).status).toBe(400);
    expect(await stage.db.models.proofFile.count({ where: { id } })).toBe(0);
  });
});
