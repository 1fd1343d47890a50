import type { MapFeature } from "@/packages/city/map/map-feature";
import { boxAround, tilesIn } from "@/packages/city/map/world";

/** Lower zooms are cut for the whole map at once; from this zoom on, each tile by itself. */
export const CHUNK_ZOOM = 11;

/** How far beyond its edge a tile's content reaches, so that strokes and labels do not end at the border. */
export const BUFFER_SHARE = 1 / 64;

export interface Chunk {
  readonly x: number;
  readonly y: number;
  readonly features: readonly MapFeature[];
}

export type FeatureStore = ReturnType<typeof createShelf>;

export function createShelf() {
  const overview: MapFeature[] = [];
  const chunks = new Map<string, Chunk & { features: MapFeature[] }>();
  const roadBox = boxAround([]);
  return {
    overview,
    roadBox,
    /** Yields each chunk once and then releases it, so that memory is freed while tiles are cut. */
    *takeChunks(): Iterable<Chunk> {
      for (const [key, chunk] of chunks) {
        chunks.delete(key);
        yield chunk;
      }
    },
    add(feature: MapFeature) {
      if (feature.minZoom < CHUNK_ZOOM) overview.push(feature);
      const box = boxAround(feature.paths);
      if (feature.layer === "road") {
        roadBox.minX = Math.min(roadBox.minX, box.minX);
        roadBox.minY = Math.min(roadBox.minY, box.minY);
        roadBox.maxX = Math.max(roadBox.maxX, box.maxX);
        roadBox.maxY = Math.max(roadBox.maxY, box.maxY);
      }
      for (const [x, y] of tilesIn(box, CHUNK_ZOOM, BUFFER_SHARE)) {
        const key = `${x} ${y}`;
        const chunk = chunks.get(key) ?? { x, y, features: [] };
        chunk.features.push(feature);
        chunks.set(key, chunk);
      }
    },
  };
}
