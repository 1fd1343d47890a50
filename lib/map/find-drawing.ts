import sharp from "sharp";
import type { MapTheme } from "@/lib/map/colors";
import type { DrawInTurn } from "@/lib/map/draw-in-turn";
import { drawPicture } from "@/lib/map/draw-picture";
import { type Frame, LEVELS, PICTURE, squareOf } from "@/lib/map/frame";
import { Kept } from "@/lib/map/kept";
import { SCENE, SCENE_LEVELS } from "@/lib/map/scene";
import type { ServedMap } from "@/lib/map/served-map";

const KINDS = {
  // Drawn at twice the resolution of its box. All that are kept take about 7 MB.
  picture: {
    size: PICTURE,
    levels: LEVELS,
    fine: 2,
    quality: 45,
    kept: new Kept<Uint8Array<ArrayBuffer>>(300),
  },
  // Sharp enough for a screen with two pixels to a point, behind text and markers. All take about 4 MB.
  scene: {
    size: SCENE,
    levels: SCENE_LEVELS,
    fine: 1.5,
    quality: 72,
    kept: new Kept<Uint8Array<ArrayBuffer>>(24),
  },
} as const;

/**
 * Returns a WebP of the streets behind a frame's markers (`picture`), or of its wider surroundings (`scene`), without
 * text; null for a frame that nobody is ever shown.
 *
 * @throws DrawingRefused for one that is not kept, when too much is being drawn
 */
export async function findDrawing(
  map: ServedMap,
  kind: keyof typeof KINDS,
  frame: Frame,
  theme: MapTheme,
  inTurn: DrawInTurn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { size, levels, fine, quality, kept } = KINDS[kind];
  const { level, column, row } = frame;
  const { x, y, width } = squareOf(frame);
  if (level < levels.least || level > levels.most || x > 1 || y > 1) return null;
  const units = { width: size.width * fine, height: size.height * fine };
  const area = { x, y, width: (width * size.width) / PICTURE.width, units, pixels: size.width };
  return kept.find(`${map.version} ${theme} ${level} ${column} ${row}`, () =>
    inTurn(async () => {
      const svg = await drawPicture(map, area, theme);
      return new Uint8Array(await sharp(Buffer.from(svg)).webp({ quality }).toBuffer());
    }),
  );
}
