import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { Compression, PMTiles, SharedPromiseCache, type Source, TileType } from "pmtiles";

export type TileFile = Awaited<ReturnType<typeof openTileFile>>;

const HEAD_BYTES = 16_384;

/** @throws Error if it is not a PMTiles file of vector tiles */
export async function openTileFile(path: string) {
  const file = await open(path, "r");
  try {
    return await readHead(file, path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHead(file: FileHandle, path: string) {
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => ({ data: await bytesAt(file, offset, length) }),
  };
  // Directories are decompressed; tiles stay as they are, since browsers decompress them.
  const archive = new PMTiles(source, new SharedPromiseCache(), async (bytes) => bytes);
  const header = await archive.getHeader();
  if (header.tileType !== TileType.Mvt) throw new Error("its tiles are not vector tiles");
  const isGzip = header.tileCompression === Compression.Gzip;
  if (!isGzip && header.tileCompression !== Compression.None)
    throw new Error("its tiles are neither gzipped nor plain");
  const { size } = await file.stat();
  if (header.tileDataOffset + (header.tileDataLength ?? 0) > size) throw new Error("it is cut off");
  const head = new Uint8Array(await bytesAt(file, 0, HEAD_BYTES));
  return {
    bounds: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    /** Hash of the file's head, which lists its tiles: 12 hexadecimal digits. */
    digest: createHash("sha256").update(head).digest("hex").slice(0, 12),
    /** Gzipped bytes; null if there is none. */
    tile: async (z: number, x: number, y: number) => {
      const found = await archive.getZxy(z, x, y);
      if (found === undefined) return null;
      const bytes = new Uint8Array(found.data);
      return isGzip ? bytes : gzipSync(bytes);
    },
    close: () => file.close(),
  };
}

async function bytesAt(file: FileHandle, offset: number, length: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  // The head of a small file is shorter than the requested bytes.
  if (bytesRead < length && offset > 0) throw new Error("it ends too early");
  return bytes.buffer.slice(0, bytesRead);
}
