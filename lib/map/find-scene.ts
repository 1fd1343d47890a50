import sharp from "sharp";
import type { MapTheme } from "@/lib/map/colors";
import { drawPicture } from "@/lib/map/draw-picture";
import { type Frame, PICTURE, squareOf } from "@/lib/map/frame";
import { Kept } from "@/lib/map/kept";
import { SCENE, SCENE_LEVELS } from "@/lib/map/scene";
import type { ServedMap } from "@/lib/map/served-map";

/** Sharp enough for a screen with two pixels to a point, behind text and markers. */
const FINE = 1.5;
/** About 4 MB. */
const MOST_SCENES = 24;

const scenes = new Kept<Uint8Array<ArrayBuffer>>(MOST_SCENES);

/** Returns a WebP of a frame's wider surroundings, without text; null for a frame that no scene has. */
export async function findScene(
  map: ServedMap,
  frame: Frame,
  theme: MapTheme,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { level, column, row } = frame;
  const { x, y, width } = squareOf(frame);
  if (level < SCENE_LEVELS.least || level > SCENE_LEVELS.most || x > 1 || y > 1) return null;
  const units = { width: SCENE.width * FINE, height: SCENE.height * FINE };
  const area = { x, y, width: (width * SCENE.width) / PICTURE.width, units, pixels: SCENE.width };
  return scenes.find(`${map.version} ${theme} ${level} ${column} ${row}`, async () => {
    const svg = await drawPicture(map, area, theme);
    return new Uint8Array(await sharp(Buffer.from(svg)).webp({ quality: 72 }).toBuffer());
  });
}
