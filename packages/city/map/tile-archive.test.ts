import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { tileIdToZxy } from "pmtiles";
import { afterAll, describe, expect, it } from "vitest";
import { createTileArchive } from "@/packages/city/map/tile-archive";
import { amount, isLongRun } from "@/testing/amount";
import { openMapFile } from "@/testing/map-file";

const folder = mkdtempSync(join(tmpdir(), "archive-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "some.pmtiles");

const SUMMARY = {
  bounds: { west: -10.5, south: -33.25, east: 28.75, north: 47 },
  minZoom: 0,
  maxZoom: 14,
  metadata: { attribution: "© OpenStreetMap contributors" },
};

async function write(
  tiles: Iterable<readonly [id: number, text: string]>,
): Promise<{ tiles: number; bytes: number }> {
  const archive = await createTileArchive(file);
  for (const [id, text] of tiles) await archive.add(...tileIdToZxy(id), Buffer.from(text));
  return archive.finish(SUMMARY);
}

describe("a tile archive", () => {
  it("returns each tile unchanged, whatever the order of writing, and no other tile", async () => {
    const tileId = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 357_913_940 }));
    // Few distinct texts, so that many tiles are equal and some of these are adjacent.
    const tiles = fc.uniqueArray(
      fc.tuple(tileId, fc.constantFrom("sea", "wood", "a", "b", "c".repeat(9_000))),
      {
        selector: ([id]) => id,
        maxLength: 300,
      },
    );
    await fc.assert(
      fc.asyncProperty(tiles, fc.array(tileId), async (written, others) => {
        const result = await write(written);
        const { archive, close } = await openMapFile(file);
        try {
          const texts = new Map(written);
          for (const id of new Set([...texts.keys(), ...others])) {
            const found = await archive.getZxy(...tileIdToZxy(id));
            expect(found && Buffer.from(found.data).toString()).toBe(texts.get(id));
          }
          const header = await archive.getHeader();
          expect(header).toMatchObject({
            specVersion: 3,
            clustered: true,
            numAddressedTiles: texts.size,
            numTileContents: new Set(texts.values()).size,
            minZoom: 0,
            maxZoom: 14,
            minLon: -10.5,
            minLat: -33.25,
            maxLon: 28.75,
            maxLat: 47,
          });
          expect(await archive.getMetadata()).toEqual(SUMMARY.metadata);
          expect(result).toEqual({
            tiles: texts.size,
            bytes: header.tileDataOffset + (header.tileDataLength ?? 0),
          });
          expect(readdirSync(folder)).toEqual(["some.pmtiles"]);
        } finally {
          await close();
        }
      }),
      { numRuns: amount(10, 30) },
    );
  });

  it.runIf(isLongRun)("uses leaf directories for tens of thousands of tiles", async () => {
    // Gaps and sizes of all kinds, so that they hardly compress; no two neighbors share an entry.
    let id = 1_000_000;
    const ids = Array.from({ length: 25_000 }, (_, index) => {
      id += 2 + ((index * 7_919) % 8_191);
      return id;
    });
    const toText = (id: number): string => `tile ${id} ${"·".repeat((id * 31) % 97)}`;
    await write(ids.map((id) => [id, toText(id)]));
    const { archive, close } = await openMapFile(file);
    try {
      const header = await archive.getHeader();
      expect(header.leafDirectoryLength).toBeGreaterThan(0);
      expect(header.numTileEntries).toBe(25_000);
      expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384);
      for (const id of ids.filter((_, index) => index % 97 === 0 || index > 24_990)) {
        const found = await archive.getZxy(...tileIdToZxy(id));
        expect(found && Buffer.from(found.data).toString()).toBe(toText(id));
        expect(await archive.getZxy(...tileIdToZxy(id + 1))).toBeUndefined();
      }
    } finally {
      await close();
    }
  });

  it("leaves no file on disk when it is abandoned", async () => {
    rmSync(file, { force: true });
    const archive = await createTileArchive(file);
    await archive.add(0, 0, 0, Buffer.from("world"));
    await archive.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });
});
