import { open } from "node:fs/promises";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";

/** Opens a PMTiles file with the package of that name. */
export async function openMapFile(path: string): Promise<{
  archive: PMTiles;
  /** Returns a decoded tile; null if there is none. */
  tileAt(z: number, x: number, y: number): Promise<VectorTile | null>;
  close(): Promise<void>;
}> {
  const file = await open(path);
  const archive = new PMTiles({
    getKey: () => path,
    async getBytes(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, bytesRead) };
    },
  });
  return {
    archive,
    async tileAt(z, x, y) {
      const tile = await archive.getZxy(z, x, y);
      return tile === undefined ? null : new VectorTile(new PbfReader(new Uint8Array(tile.data)));
    },
    close: () => file.close(),
  };
}
