import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cityFolder, currentFile } from "@/lib/city/city";
import { MAP_COLORS, MAP_THEMES } from "@/lib/city/map/colors";
import { DrawingQueue, drawFor } from "@/lib/city/map/draw-in-turn";
import { findPreview } from "@/lib/city/map/find-preview";
import { LEVELS, pictureAddress, toFrame, toSquare, toSquareArea } from "@/lib/city/map/frame";
import { SCENE, sceneAddress, toScene } from "@/lib/city/map/scene";
import { serveMap } from "@/lib/city/map/serve-map";
import { TilesetRegistry } from "@/lib/city/map/served-map";
import { PictureQueue } from "@/lib/files/picture-queue";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { COUNTED_SECONDS } from "@/lib/http/rate-limit";
import { CENTER, makeMapCity, switchMapCity } from "@/testing/map-city";

const VERSION = "aaaaaaaaaaaa";
const NEXT = "bbbbbbbbbbbb";
const KIB = 1024;

const drawings = new DrawingQueue(new PictureQueue());
let folder: string;
let dataDir: string;
let seconds = 0;
let shelf: TilesetRegistry;
const opened: TilesetRegistry[] = [];

const buildFile = (version: string) => join(cityFolder(dataDir, version), "map.pmtiles");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dropline-map-"));
  await makeMapCity(join(folder, "built"), VERSION);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = mkdtempSync(join(folder, "data-"));
  addCity(VERSION);
  shelf = open();
});

afterEach(() => {
  for (const registry of opened.splice(0)) registry.close();
});

function addCity(version: string): void {
  mkdirSync(cityFolder(dataDir, version), { recursive: true });
  copyFileSync(join(cityFolder(join(folder, "built"), VERSION), "map.pmtiles"), buildFile(version));
  switchMapCity(dataDir, version);
}

/** The clock stands still until a test moves it. */
function open(mapFile: string | null = null): TilesetRegistry {
  const registry = new TilesetRegistry({ dataDir, mapFile }, () => seconds * 1_000);
  opened.push(registry);
  return registry;
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return serveMap(new Request(`http://localhost${path}`, init), drawings, shelf);
}

/** Returns the URL path of the tile that contains the center. */
function tileAt(zoom: number, version = VERSION): string {
  const { x, y } = toSquare(CENTER);
  return `/map/${version}/${zoom}/${Math.floor(x * 2 ** zoom)}/${Math.floor(y * 2 ** zoom)}`;
}

describe("a map tile", () => {
  it("is sent gzipped, cacheable forever, with its ETag and no cookie", async () => {
    const answer = await ask(tileAt(14));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "gzip",
      "content-length": expect.stringMatching(/^\d+$/),
      "content-type": "application/vnd.mapbox-vector-tile",
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    });
    const tile = new VectorTile(new PbfReader(gunzipSync(await answer.bytes())));
    expect(tile.layers.road?.length).toBeGreaterThan(50);
    expect(tile.layers.house?.length).toBeGreaterThan(50);
  });

  it("returns 304 when the client's ETag matches, and no body for HEAD", async () => {
    const first = await ask(tileAt(14));
    const etag = first.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask(tileAt(14), { headers: { "If-None-Match": known } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    }
    expect((await ask(tileAt(14), { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    const head = await ask(tileAt(14), { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      first.headers.get("content-length"),
      "",
    ]);
  });

  it.each([
    ["14/0/0", 204],
    ["15/1/1", 204],
    ["0/1/0", 400],
    ["2/0/4", 400],
    ["-1/0/0", 400],
    ["14/1.5/3", 400],
    ["14/01/3", 400],
    ["1e1/0/0", 400],
    ["99/0/0", 400],
    ["14/9999999999/0", 400],
    ["14/x/y", 400],
  ])("at %s returns %d", async (numbers, status) => {
    const answer = await ask(`/map/${VERSION}/${numbers}`);
    expect([answer.status, await answer.text()]).toEqual([status, ""]);
  });

  it.each([
    `/map/${NEXT}/14/9500/5756`,
    "/map/../14/9500/5756",
    "/map/%2e%2e%2fcurrent/14/1/1",
    "/map/",
    "/map/style/blue/ru",
    "/map/style/light/de",
    `/map/${VERSION}/picture/light/99/1/1.webp`,
    `/map/${VERSION}/scene/light/27/1/1.webp`,
    `/map/${VERSION}/scene/pink/24/1/1.webp`,
    `/map/${VERSION}/picture/pink/24/1/1.webp`,
    `/map/${VERSION}/picture/dark/28/999999999/1.webp`,
  ])("at %s returns 404", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it("can only be requested with GET or HEAD", async () => {
    const answer = await ask(tileAt(14), { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("a switch of the city", () => {
  it("serves the next city to new pages, and the previous one to open pages while it is kept", async () => {
    const readTiles = async () =>
      JSON.stringify(await (await ask("/map/style/light/ru")).bytes().then(unpack));
    expect(await readTiles()).toContain(`/map/${VERSION}/{z}/{x}/{y}`);
    addCity(NEXT);
    seconds += 2;
    expect(await readTiles()).toContain(`/map/${NEXT}/{z}/{x}/{y}`);
    expect((await ask(tileAt(14, NEXT))).status).toBe(200);
    expect((await ask(tileAt(14))).status).toBe(200);
    rmSync(cityFolder(dataDir, VERSION), { recursive: true });
    seconds += 2;
    expect((await ask(tileAt(14))).status).toBe(404);
  });

  const unpack = (bytes: Uint8Array) => JSON.parse(gunzipSync(bytes).toString());
});

describe("a map file", () => {
  it.each([
    ["gone", () => rmSync(buildFile(VERSION))],
    ["cut off", () => truncateSync(buildFile(VERSION), 40_000)],
    ["empty", () => truncateSync(buildFile(VERSION), 0)],
    ["no file of tiles", () => writeFileSync(buildFile(VERSION), "JFIF".repeat(20_000))],
  ])("that is %s disables the map without a failing request", async (_, harm) => {
    expect(await shelf.current()).not.toBeNull();
    harm();
    seconds += 2;
    expect(await shelf.current()).toBeNull();
    for (const path of [tileAt(14), pictureAddress(VERSION, toFrame([CENTER]), "light")]) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 204, "no-store"]);
    }
    const style = await ask("/map/style/dark/en");
    expect(JSON.parse(gunzipSync(await style.bytes()).toString()).layers).toHaveLength(1);
    addCity(VERSION);
    seconds += 2;
    expect((await ask(tileAt(14))).status).toBe(200);
  });

  it("is not served without a city", async () => {
    rmSync(currentFile(dataDir));
    seconds += 2;
    expect(await shelf.current()).toBeNull();
  });
});

describe("MAP_FILE", () => {
  it("is served instead of the city, under a separate version", async () => {
    shelf = open(buildFile(VERSION));
    const map = await shelf.current();
    expect(map?.version).toMatch(/^[0-9a-f]{12}$/);
    expect((await ask(tileAt(14, map?.version))).status).toBe(200);
    expect((await ask(tileAt(14))).status).toBe(404);
    rmSync(buildFile(VERSION));
    seconds += 2;
    expect((await ask(tileAt(14, map?.version))).status).toBe(204);
  });
});

/** Returns how light a WebP is on the whole, from 0 to 255. */
const measureLightness = async (bytes: Uint8Array) =>
  (await sharp(bytes).grayscale().stats()).channels[0]?.mean ?? Number.NaN;

describe("a map picture", () => {
  // 1.7, 3.3 and 6.7 km across, in the densest part: 2, 4 and 8 km fall between these and the next.
  it.each(Array.from({ length: 8 }, (_, index) => LEVELS.most - index))(
    "of level %d is at most 25 KiB in either theme and cacheable forever",
    async (level) => {
      const { x, y } = toSquare(CENTER);
      const { width } = toSquareArea({ level, column: 0, row: 0 });
      const frame = { level, column: Math.round((x / width) * 8), row: Math.round((y / width) * 8) };
      const lightness: number[] = [];
      for (const theme of MAP_THEMES) {
        const answer = await ask(pictureAddress(VERSION, frame, theme));
        expect(answer.headers.get("content-type")).toBe("image/webp");
        expect(answer.headers.get("cache-control")).toContain("immutable");
        const bytes = await answer.bytes();
        expect(bytes.length).toBeLessThan(25 * KIB);
        expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 800 });
        lightness.push(await measureLightness(bytes));
      }
      expect(lightness[0]).toBeGreaterThan(180);
      expect(lightness[1]).toBeLessThan(80);
    },
  );

  it("shows water, parks and streets in its middle", async () => {
    const frame = toFrame([CENTER, { latitude: 47.035, longitude: 28.86 }]);
    const answer = await ask(pictureAddress(VERSION, frame, "light"));
    const pixels = await sharp(await answer.bytes())
      .removeAlpha()
      .raw()
      .toBuffer();
    const { water, park, road } = MAP_COLORS.light;
    for (const color of [water, park, road]) {
      const [red = 0, green = 0, blue = 0] = Buffer.from(color.slice(1), "hex");
      const isThere = Array.from({ length: pixels.length / 3 }, (_, index) => 3 * index).some(
        (at) =>
          Math.abs((pixels[at] ?? 0) - red) < 6 &&
          Math.abs((pixels[at + 1] ?? 0) - green) < 6 &&
          Math.abs((pixels[at + 2] ?? 0) - blue) < 6,
      );
      expect([color, isThere]).toEqual([color, true]);
    }
  });
});

/** Requests a separate picture, far from the city, from this address. */
const askFar = (column: number, address: string) =>
  ask(pictureAddress(VERSION, { level: 20, column, row: 1 }, "light"), {
    headers: { [CLIENT_ADDRESS_HEADER]: address },
  });

describe("map drawing", () => {
  it("is limited to 60 pictures a minute per IP address, without affecting cached pictures and other addresses", async () => {
    const draw = drawFor(drawings, "192.0.2.7");
    // A few pictures are drawn; the rest only take their turn.
    for (let drawn = 0; drawn < 55; drawn += 1) await draw(async () => {});
    const last = await untilRefused("192.0.2.7", 55);
    expect([last.column, last.answer.headers.get("cache-control")]).toEqual([60, "no-store"]);
    const seconds = Number(last.answer.headers.get("retry-after"));
    expect([seconds > 0, seconds <= COUNTED_SECONDS]).toEqual([true, true]);
    expect((await askFar(59, "192.0.2.7")).status).toBe(200);
    expect((await askFar(60, "192.0.2.8")).status).toBe(200);
    const map = await shelf.current();
    if (map === null) throw new Error("The test map was not found");
    const preview = (address: string) =>
      findPreview(map, CENTER, { name: "of a shop", read: async () => null }, drawFor(drawings, address));
    await expect(preview("192.0.2.7")).rejects.toMatchObject({ status: 429 });
    expect(await preview("192.0.2.8")).not.toBeNull();
  });

  async function untilRefused(address: string, from: number) {
    for (let column = from; ; column += 1) {
      const answer = await askFar(column, address);
      if (answer.status !== 200) return { column, answer };
    }
  }

  it("queues at most twenty requests and rejects the rest", async () => {
    const requested = Array.from({ length: 60 }, (_, index) => askFar(100 + index, `192.0.2.${100 + index}`));
    const answers = await Promise.all(requested);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.map(({ headers }) => headers.get("retry-after"))).toEqual(refused.map(() => "3"));
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(60);
    expect(refused.length).toBeGreaterThan(0);
    expect((await askFar(200, "192.0.2.9")).status).toBe(200);
  });
});

describe("a link preview", () => {
  it("is the same picture for all doors of a neighborhood, and another picture elsewhere", async () => {
    const map = await shelf.current();
    if (map === null) throw new Error("The test map was not found");
    const one = await findPreview(map, CENTER, null, drawFor(drawings, "preview"));
    const other = await findPreview(
      { ...map, version: NEXT },
      { latitude: 47.0212, longitude: 28.8401 },
      null,
      drawFor(drawings, "preview"),
    );
    const far = await findPreview(
      map,
      { latitude: 47.02, longitude: 28.88 },
      null,
      drawFor(drawings, "preview"),
    );
    expect(one?.subarray(1, 4)).toEqual(new Uint8Array(Buffer.from("PNG")));
    expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(true);
    expect(far).not.toBeNull();
    expect(Buffer.from(one ?? []).equals(Buffer.from(far ?? []))).toBe(false);
    expect(
      await findPreview(map, { latitude: 59.93, longitude: 30.33 }, null, drawFor(drawings, "preview")),
    ).toBeNull();
  });

  it("shows the shop's logo in its corner, and is drawn without a missing logo", async () => {
    const map = await shelf.current();
    if (map === null) throw new Error("The test map was not found");
    const create = { width: 64, height: 64, channels: 3, background: "#8c2b4a" } as const;
    const logo = await sharp({ create }).webp().toBuffer();
    const shown = await findPreview(
      map,
      CENTER,
      { name: "one", read: async () => logo },
      drawFor(drawings, "preview"),
    );
    const gone = await findPreview(
      map,
      CENTER,
      { name: "gone", read: async () => null },
      drawFor(drawings, "preview"),
    );
    const colorAt = async (left: number, top: number) => {
      const spot = { left, top, width: 1, height: 1 };
      const { data } = await sharp(shown ?? undefined)
        .extract(spot)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data];
    };
    const [red = 0, green = 255] = await colorAt(106, 106);
    expect(red - green).toBeGreaterThan(60);
    expect(await colorAt(36, 106)).toEqual([255, 255, 255]);
    expect(
      Buffer.from(gone ?? []).equals(
        Buffer.from((await findPreview(map, CENTER, null, drawFor(drawings, "preview"))) ?? []),
      ),
    ).toBe(true);
    expect(shown?.length).toBeLessThan(200_000);
  });
});

describe("a map scene", () => {
  it("shows the streets around a frame in the requested theme and is cacheable forever", async () => {
    const frame = toScene([CENTER]);
    const lightness = async (theme: "light" | "dark") => {
      const answer = await ask(sceneAddress(VERSION, frame, theme));
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("cache-control")).toContain("immutable");
      const bytes = await answer.bytes();
      expect(bytes.length).toBeLessThan(400 * KIB);
      const { width, height } = await sharp(bytes).metadata();
      expect(width / height).toBeCloseTo(SCENE.width / SCENE.height, 2);
      return measureLightness(bytes);
    };
    expect(await lightness("light")).toBeGreaterThan(180);
    expect(await lightness("dark")).toBeLessThan(80);
  });
});
