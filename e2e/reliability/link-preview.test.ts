import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureAddress } from "@/lib/city/map/frame";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import { isLongRun } from "@/testing/amount";
import { address, orderBody } from "@/testing/api-client";
import { CENTER, makeMapCity } from "@/testing/map-city";
import { startTestServer, type TestServer } from "@/testing/stage";

describe("a messenger's preview of a tracking link", () => {
  let stage: TestServer;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "dropline-map-"));
    await makeMapCity(dataDir, "aaaaaaaaaaaa");
    stage = await startTestServer({ pages: true, env: { DATA_DIR: dataDir, MAP_STYLE_URL: "" } });
  });

  afterAll(async () => {
    await stage?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const order = async (dropoff: { latitude: number; longitude: number }, pickup = CENTER) => {
    const body = orderBody();
    body.pickup.address = address(pickup.latitude, pickup.longitude);
    for (const one of body.dropoffs) one.address = address(dropoff.latitude, dropoff.longitude);
    const { data } = await stage.api.create(body);
    return { id: body.external_order_id, path: new URL(data.tracking_url ?? "").pathname };
  };
  const get = (path: string) => fetch(stage.server.baseUrl + path);
  const readBytes = async (path: string) =>
    Buffer.from(await (await get(`${path}/preview.png`)).arrayBuffer());
  const readImage = async (path: string) =>
    /<meta property="og:image" content="([^"]+)"/.exec(await (await get(path)).text())?.[1];

  it("is a map of the quarter, with the same bytes whatever the door, the shop's position and the courier", async () => {
    const one = await order({ latitude: 47.0301, longitude: 28.8411 });
    const other = await order(
      { latitude: 47.0552, longitude: 28.8802 },
      { latitude: 47.0251, longitude: 28.8337 },
    );
    const image = await readImage(one.path);
    expect(image).toMatch(new RegExp(`${one.path}/preview\\.png$`));
    const answer = await get(`${one.path}/preview.png`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/png",
      "private, max-age=3600",
    ]);
    const before = await readBytes(one.path);
    expect(before.readUInt32BE(16)).toBe(1200);
    expect(before.readUInt32BE(20)).toBe(630);
    expect((await readBytes(other.path)).equals(before)).toBe(true);
    const courierId = await stage.couriers.makeCourier({ type: "car" });
    await assignCourier(stage.couriers.context, stage.shop.scope, { externalOrderId: one.id, courierId });
    await stage.couriers.place(courierId);
    expect((await readBytes(one.path)).equals(before)).toBe(true);
  });

  it("names the shop and the order, and nothing that changes, because messengers keep it for days", async () => {
    const { id, path } = await order({ latitude: 47.0301, longitude: 28.8411 });
    const courierId = await stage.couriers.lead(stage.shop.scope, id, "assigned");
    await stage.couriers.accept(stage.shop.scope, id, courierId);
    await stage.couriers.place(courierId);
    await stage.couriers.showArrivals();
    const html = await (await get(`${path}?lang=en`)).text();
    const { orderCode, account } = await stage.db.models.order.findFirstOrThrow({
      where: { externalOrderId: id },
      include: { account: true },
    });
    expect(/<title>([^<]+)/.exec(html)?.[1]).toMatch(/^\d/);
    for (const name of ["og:title", "twitter:title"]) {
      expect(new RegExp(`="${name}" content="([^"]+)"`).exec(html)?.[1]).toBe(
        `${account.name} · Order ${orderCode}`,
      );
    }
  });

  it("belongs to a page that preloads no font and requests no icon file", async () => {
    const { path } = await order(CENTER);
    const response = await get(path);
    const html = await response.text();
    const links = [...html.matchAll(/<link [^>]+>/g)].map(([link]) => link);
    // Next.js sends early preloads as a header.
    const preloads = [...links, ...(response.headers.get("link") ?? "").split(", ")];
    const fonts = preloads.filter((link) => /rel="?preload/.test(link) && /as="font"/.test(link));
    expect(fonts).toEqual([]);
    const icons = links.filter((link) => /rel="icon"/.test(link));
    expect(icons).toEqual([expect.stringContaining('href="data:image/svg+xml,')]);
  });

  it("exists only for a working link to an order in the city whose delivery has not ended", async () => {
    const far = await order({ latitude: 59.93, longitude: 30.36 }, { latitude: 59.93, longitude: 30.33 });
    expect([await readImage(far.path), (await get(`${far.path}/preview.png`)).status]).toEqual([
      undefined,
      404,
    ]);
    const revoked = await order(CENTER);
    await revokeTrackingLinks(stage.couriers.context, stage.shop.scope, revoked.id);
    expect((await get(`${revoked.path}/preview.png`)).status).toBe(404);
    const over = await order(CENTER);
    await stage.api.post(`/v1/partner/orders/${over.id}/cancel`);
    expect([await readImage(over.path), (await get(`${over.path}/preview.png`)).status]).toEqual([
      undefined,
      404,
    ]);
    expect((await get("/t/AAAAAAAAAAAAAAAAAAAAAA/preview.png")).status).toBe(404);
  });

  it.runIf(isLongRun)(
    "returns 429 beyond the service's limit for drawn pictures, and is still returned from the cache",
    async () => {
      const drawn = await order(CENTER);
      expect((await get(`${drawn.path}/preview.png`)).status).toBe(200);
      // A quarter without a cached picture.
      const other = await order(CENTER, { latitude: 47.02, longitude: 28.88 });
      const frame = (column: number) => ({ level: 20, column, row: 1 });
      let column = 0;
      while ((await get(pictureAddress("aaaaaaaaaaaa", frame(column), "light"))).status !== 429) column += 1;
      const refused = await get(`${other.path}/preview.png`);
      expect([refused.status, refused.headers.get("cache-control")]).toEqual([429, "no-store"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await get(`${drawn.path}/preview.png`)).status).toBe(200);
    },
  );
});
