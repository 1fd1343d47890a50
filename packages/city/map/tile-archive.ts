import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { PbfWriter } from "pbf";
import { zxyToTileId } from "pmtiles";
import type { Bounds } from "@/packages/city/extract/feature";

/** Size of the header; the header and root directory are read in one request of 16 KiB. */
const HEADER_BYTES = 127;
const MAX_ROOT_BYTES = 16 * 1024 - HEADER_BYTES;
const FIRST_LEAF_ENTRIES = 4096;
const COPIED_AT_ONCE = 4 * 1024 * 1024;

const pack = promisify(gzip);

interface StoredTile {
  readonly offset: number;
  readonly length: number;
}

interface Entry extends StoredTile {
  readonly tileId: number;
  /** Number of tiles from `tileId` on that have these bytes; 0 for a directory. */
  readonly runLength: number;
}

export interface ArchiveSummary {
  readonly bounds: Bounds;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface TileArchive {
  /** In any order; equal tiles are stored once. */
  add(z: number, x: number, y: number, tile: Uint8Array): Promise<void>;
  finish(summary: ArchiveSummary): Promise<{ tiles: number; bytes: number }>;
  abandon(): Promise<void>;
}

/** PMTiles version 3, clustered, gzip. Tiles wait in a temporary file, since they are ordered along a Hilbert curve. */
export async function createTileArchive(file: string): Promise<TileArchive> {
  const waitingFile = `${file}.tiles`;
  const waiting = await open(waitingFile, "w+");
  const places = new Map<number, StoredTile>();
  const byDigest = new Map<string, StoredTile>();
  let waitingBytes = 0;
  const removeWaiting = async (): Promise<void> => {
    await waiting.close();
    await rm(waitingFile, { force: true });
  };

  return {
    async add(z, x, y, tile) {
      const digest = createHash("sha1").update(tile).digest("base64");
      let stored = byDigest.get(digest);
      if (stored === undefined) {
        const bytes = await pack(tile);
        stored = { offset: waitingBytes, length: bytes.length };
        byDigest.set(digest, stored);
        await waiting.write(bytes, 0, bytes.length, waitingBytes);
        waitingBytes += bytes.length;
      }
      places.set(zxyToTileId(z, x, y), stored);
    },
    async finish(summary) {
      const order = inTileOrder(places);
      const { root, leaves } = await packDirectories(order.entries);
      const metadata = await pack(JSON.stringify(summary.metadata));
      const header = encodeHeader(summary, {
        rootBytes: root.length,
        metadataBytes: metadata.length,
        leafBytes: leaves.length,
        tileBytes: waitingBytes,
        tiles: places.size,
        entries: order.entries.length,
        contents: order.contents.length,
      });
      const target = await open(file, "w");
      try {
        await target.write(Buffer.concat([header, root, metadata, leaves]));
        await copyAll(waiting, target, order.contents);
        await target.sync();
        return { tiles: places.size, bytes: (await target.stat()).size };
      } finally {
        await target.close();
        await removeWaiting();
      }
    },
    async abandon() {
      await removeWaiting();
      await rm(file, { force: true });
    },
  };
}

/** The contents are in the order that entries first refer to them. */
function inTileOrder(places: ReadonlyMap<number, StoredTile>): { entries: Entry[]; contents: StoredTile[] } {
  const contents: StoredTile[] = [];
  const offsets = new Map<StoredTile, number>();
  const entries: Entry[] = [];
  let end = 0;
  for (const [tileId, stored] of [...places].sort(([a], [b]) => a - b)) {
    let offset = offsets.get(stored);
    if (offset === undefined) {
      offset = end;
      offsets.set(stored, offset);
      contents.push(stored);
      end += stored.length;
    }
    const before = entries.at(-1);
    if (before?.offset === offset && before.tileId + before.runLength === tileId)
      entries[entries.length - 1] = { ...before, runLength: before.runLength + 1 };
    else entries.push({ tileId, offset, length: stored.length, runLength: 1 });
  }
  return { entries, contents };
}

async function packDirectories(entries: readonly Entry[]): Promise<{ root: Buffer; leaves: Buffer }> {
  const only = await pack(encodeDirectory(entries));
  if (only.length <= MAX_ROOT_BYTES) return { root: only, leaves: Buffer.alloc(0) };
  for (let leafEntries = FIRST_LEAF_ENTRIES; ; leafEntries *= 2) {
    const leaves: Buffer[] = [];
    const rootEntries: Entry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += leafEntries) {
      const leaf = await pack(encodeDirectory(entries.slice(from, from + leafEntries)));
      rootEntries.push({ tileId: entries[from]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = await pack(encodeDirectory(rootEntries));
    if (root.length <= MAX_ROOT_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** Columns of numbers, ids as differences, and 0 for an offset right after the previous one. */
function encodeDirectory(entries: readonly Entry[]): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarint(entries.length);
  let before = 0;
  for (const { tileId } of entries) {
    pbf.writeVarint(tileId - before);
    before = tileId;
  }
  for (const { runLength } of entries) pbf.writeVarint(runLength);
  for (const { length } of entries) pbf.writeVarint(length);
  let end: number | null = null;
  for (const { offset, length } of entries) {
    pbf.writeVarint(offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return pbf.finish();
}

type Sizes = Readonly<
  Record<"rootBytes" | "metadataBytes" | "leafBytes" | "tileBytes" | "tiles" | "entries" | "contents", number>
>;

function encodeHeader({ bounds, minZoom, maxZoom }: ArchiveSummary, sizes: Sizes): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("PMTiles");
  header.writeUInt8(3, 7);
  const metadataAt = HEADER_BYTES + sizes.rootBytes;
  const leavesAt = metadataAt + sizes.metadataBytes;
  const tilesAt = leavesAt + sizes.leafBytes;
  const numbers = [
    ...[HEADER_BYTES, sizes.rootBytes, metadataAt, sizes.metadataBytes],
    ...[leavesAt, sizes.leafBytes, tilesAt, sizes.tileBytes],
    ...[sizes.tiles, sizes.entries, sizes.contents],
  ];
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  // Clustered; directories gzip; tiles gzip; vector tiles.
  for (const [index, value] of [1, 2, 2, 1, minZoom, maxZoom].entries()) header.writeUInt8(value, 96 + index);
  const place = (degrees: number, at: number): void =>
    void header.writeInt32LE(Math.round(degrees * 1e7), at);
  place(bounds.west, 102);
  place(bounds.south, 106);
  place(bounds.east, 110);
  place(bounds.north, 114);
  header.writeUInt8(Math.min(maxZoom, Math.max(minZoom, 12)), 118);
  place((bounds.west + bounds.east) / 2, 119);
  place((bounds.south + bounds.north) / 2, 123);
  return header;
}

async function copyAll(from: FileHandle, to: FileHandle, contents: readonly StoredTile[]): Promise<void> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for (const { offset, length } of contents) {
    const tile = Buffer.allocUnsafe(length);
    await from.read(tile, 0, length, offset);
    gathered.push(tile);
    bytes += length;
    if (bytes < COPIED_AT_ONCE) continue;
    await to.write(Buffer.concat(gathered));
    gathered = [];
    bytes = 0;
  }
  await to.write(Buffer.concat(gathered));
}
