import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureAddress, toFrame, toSquare } from "@/lib/city/map/frame";
import { USUAL_ADAPTERS } from "@/testing/adapters";
import { CENTER, makeMapCity } from "@/testing/map-city";
import { startTestServer, type TestServer } from "@/testing/stage";

const VERSION = "aaaaaaaaaaaa";
const { x, y } = toSquare(CENTER);
const TILE = `/map/${VERSION}/14/${Math.floor(x * 2 ** 14)}/${Math.floor(y * 2 ** 14)}`;

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "dropline-map-"));
  await makeMapCity(dataDir, VERSION);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe.each(USUAL_ADAPTERS)("the city's map (%s routes)", (adapter) => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true, adapter, env: { DATA_DIR: dataDir, MAP_STYLE_URL: "" } });
  });

  afterAll(() => stage?.close());

  /** Returns the bytes as sent. */
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((settle, fail) => {
      const sent = request(stage.server.baseUrl + path, { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          settle({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", fail);
      sent.end();
    });

  it("sends a tile with its content headers, gzipped by the server, immutable and without a cookie", async () => {
    const answer = await get(TILE, { "Accept-Encoding": "gzip" });
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([200, undefined]);
    const { "content-encoding": encoding } = answer.headers;
    if (adapter === "server") expect(encoding).toBe("gzip");
    const bytes = encoding === "gzip" ? gunzipSync(answer.body) : answer.body;
    expect(new VectorTile(new PbfReader(bytes)).layers.road?.length).toBeGreaterThan(50);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const etag = String(answer.headers.etag);
    expect((await get(TILE, { "If-None-Match": etag })).status).toBe(304);
    const head = await get(TILE, {}, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it.each([
    [`/map/${VERSION}/14/0/0`, 204],
    [`/map/${VERSION}/14/x/0`, 400],
    ["/map/bbbbbbbbbbbb/14/0/0", 404],
    ["/map/style/light/ru", 200],
    ["/map/style/dark/en", 200],
    [pictureAddress(VERSION, toFrame([CENTER]), "light"), 200],
    ["/map/style/light/fr", 404],
  ])("responds to %s with the status %d", async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });
});
