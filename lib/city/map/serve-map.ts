import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { MAP_THEMES, type MapTheme } from "@/lib/city/map/colors";
import { type DrawInTurn, type DrawingQueue, drawFor, RenderLimitError } from "@/lib/city/map/draw-in-turn";
import { drawPicture } from "@/lib/city/map/draw-picture";
import { type Frame, LEVELS, PICTURE, toSquareArea } from "@/lib/city/map/frame";
import { LruCache } from "@/lib/city/map/lru-cache";
import { mapStyle } from "@/lib/city/map/map-style";
import { SCENE, SCENE_LEVELS } from "@/lib/city/map/scene";
import { getTilesets, type ServedMap, type TilesetRegistry } from "@/lib/city/map/served-map";
import { loadSharp } from "@/lib/files/load-sharp";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { LOCALES } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { buildUrl, findUrl, MAP_IMAGE, MAP_STYLE, MAP_TILE, type UrlParams } from "@/lib/urls";

/** The content of a URL with a version never changes. */
const FOREVER = "public, max-age=31536000, immutable";
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,8})$/;
const MAX_ZOOM = 24;

/** Anyone may cache the responses. 204 without a tile or its file; 429 or 503 with Retry-After for a picture. */
export async function serveMap(
  request: Request,
  drawings: DrawingQueue,
  shelf: TilesetRegistry = getTilesets(),
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  const answer = await answerTo(request, shelf, drawings);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

function answerTo(request: Request, shelf: TilesetRegistry, drawings: DrawingQueue): Promise<Response> {
  const { url, params } = findUrl(new URL(request.url).pathname);
  if (url.pattern === MAP_STYLE) return serveStyle(request, shelf, params);
  if (url.pattern === MAP_IMAGE) return serveDrawn(request, shelf, drawings, params);
  return url.pattern === MAP_TILE ? serveTile(request, shelf, params) : Promise.resolve(bare(404));
}

const bare = (status: number, cacheControl = "no-store"): Response =>
  new Response(null, { status, headers: { "Cache-Control": cacheControl } });

function gzipped(
  request: Request,
  { type, etag, cacheControl }: { type: string; etag: string; cacheControl: string },
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const headers = { ETag: etag, "Cache-Control": cacheControl };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, {
    headers: {
      ...headers,
      "Content-Type": type,
      "Content-Encoding": "gzip",
      "Content-Length": String(bytes.length),
    },
  });
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match") ?? "";
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*");
}

const broken = new Set<string>();

function giveUp(version: string, error: unknown): undefined {
  if (!broken.has(version)) logFailure("a map's tile cannot be read", error, { version });
  broken.add(version);
}

const wholeNumbers = (...texts: (string | undefined)[]): number[] | null =>
  texts.every((text) => text !== undefined && WHOLE_NUMBER.test(text)) ? texts.map(Number) : null;

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

async function serveTile(request: Request, shelf: TilesetRegistry, params: UrlParams): Promise<Response> {
  const { version = "" } = params;
  const map = await shelf.find(version);
  if (map === null) return bare(404);
  const numbers = wholeNumbers(params.z, params.x, params.y);
  if (numbers === null) return bare(400);
  const [z = 0, x = 0, y = 0] = numbers;
  if (z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z) return bare(400);
  if (map === "unreadable") return bare(204);
  const bytes = await map.tile(z, x, y).catch((error: unknown) => giveUp(version, error));
  if (bytes === undefined) return bare(204);
  if (bytes === null) return bare(204, FOREVER);
  const type = "application/vnd.mapbox-vector-tile";
  return gzipped(request, { type, etag: `"${digest(bytes)}"`, cacheControl: FOREVER }, bytes);
}

async function serveDrawn(
  request: Request,
  shelf: TilesetRegistry,
  drawings: DrawingQueue,
  params: UrlParams,
): Promise<Response> {
  const { version = "", kind } = params;
  const theme = MAP_THEMES.find((one) => one === params.theme);
  const map = await shelf.find(version);
  if (map === null || theme === undefined) return bare(404);
  const numbers = wholeNumbers(params.level, params.column, params.row);
  if (numbers === null) return bare(400);
  const [level = 0, column = 0, row = 0] = numbers;
  if (map === "unreadable") return bare(204);
  const drawn = kind === "scene" ? kind : "picture";
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const bytes = await findDrawing(
    map,
    drawn,
    { level, column, row },
    theme,
    drawFor(drawings, address),
  ).catch((error: unknown) => (error instanceof RenderLimitError ? error : giveUp(version, error)));
  if (bytes instanceof RenderLimitError) return bytes.toResponse();
  if (bytes === undefined) return bare(204);
  if (bytes === null) return bare(404);
  const headers = { ETag: `"${digest(bytes)}"`, "Cache-Control": FOREVER };
  if (isKnown(request, headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, {
    headers: { ...headers, "Content-Type": "image/webp", "Content-Length": String(bytes.length) },
  });
}

const KINDS = {
  // Drawn at twice the resolution of its box. All that are kept take about 7 MB.
  picture: {
    size: PICTURE,
    levels: LEVELS,
    fine: 2,
    quality: 45,
    kept: new LruCache<Uint8Array<ArrayBuffer>>(300),
  },
  // Sharp enough for a screen with two pixels to a point, behind text and markers. All take about 4 MB.
  scene: {
    size: SCENE,
    levels: SCENE_LEVELS,
    fine: 1.5,
    quality: 72,
    kept: new LruCache<Uint8Array<ArrayBuffer>>(24),
  },
} as const;

/** A WebP without text; null for a frame that is never shown. @throws RenderLimitError */
async function findDrawing(
  map: ServedMap,
  kind: keyof typeof KINDS,
  frame: Frame,
  theme: MapTheme,
  inTurn: DrawInTurn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { size, levels, fine, quality, kept } = KINDS[kind];
  const { level, column, row } = frame;
  const { x, y, width } = toSquareArea(frame);
  if (level < levels.least || level > levels.most || x > 1 || y > 1) return null;
  const units = { width: size.width * fine, height: size.height * fine };
  const area = { x, y, width: (width * size.width) / PICTURE.width, units, pixels: size.width };
  return kept.find(`${map.version} ${theme} ${level} ${column} ${row}`, () =>
    inTurn(async () => {
      const svg = await drawPicture(map, area, theme);
      const sharp = await loadSharp();
      return new Uint8Array(await sharp(Buffer.from(svg)).webp({ quality }).toBuffer());
    }),
  );
}

async function serveStyle(request: Request, shelf: TilesetRegistry, params: UrlParams): Promise<Response> {
  const theme = MAP_THEMES.find((one) => one === params.theme);
  const locale = LOCALES.find((one) => one === params.locale);
  if (theme === undefined || locale === undefined) return bare(404);
  const map = await shelf.current();
  const tiles = map && {
    ...map,
    address: buildUrl(MAP_TILE, { version: map.version, z: "{z}", x: "{x}", y: "{y}" }),
  };
  const bytes = gzipSync(JSON.stringify(mapStyle(theme, locale, tiles)));
  // The same URL returns the next city's style.
  return gzipped(
    request,
    { type: "application/json", etag: `"${digest(bytes)}"`, cacheControl: "no-cache" },
    bytes,
  );
}
