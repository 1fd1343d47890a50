import type { MapFeature } from "@/lib/city/map/map-feature";
import { type Box, boxAround, tilesIn } from "@/lib/city/map/world";

/** Zooms before this one are cut for the whole map at once; from it on, each of its tiles is cut by itself. */
export const CHUNK_ZOOM = 11;

/** How far outside a tile things are in it as well, so that strokes and labels do not end at its border. */
export const BUFFER_SHARE = 1 / 64;

/** A tile of CHUNK_ZOOM, and what reaches into it and its surroundings. */
export interface Chunk {
  readonly x: number;
  readonly y: number;
  readonly features: readonly MapFeature[];
}

/** All that a map will show, kept by where it is. */
export interface FeatureShelf {
  add(feature: MapFeature): void;
  /** What is there before CHUNK_ZOOM. */
  readonly overview: readonly MapFeature[];
  /** Hands each chunk over once and keeps it no longer, so that memory is given back while tiles are cut. */
  takeChunks(): Iterable<Chunk>;
  /** The box around all roads. */
  readonly roadBox: Box;
}

export function createShelf(): FeatureShelf {
  const overview: MapFeature[] = [];
  const chunks = new Map<string, Chunk & { features: MapFeature[] }>();
  const roadBox = boxAround([]);
  return {
    overview,
    roadBox,
    *takeChunks() {
      for (const [key, chunk] of chunks) {
        chunks.delete(key);
        yield chunk;
      }
    },
    add(feature) {
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
