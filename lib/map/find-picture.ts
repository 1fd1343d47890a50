import sharp from "sharp";
import type { MapTheme } from "@/lib/map/colors";
import { drawPicture } from "@/lib/map/draw-picture";
import { type Frame, LEVELS, PICTURE, squareOf } from "@/lib/map/frame";
import { Kept } from "@/lib/map/kept";
import type { ServedMap } from "@/lib/map/served-map";

/** Drawn at twice the resolution of its box. */
const FINE = 2;
/** About 7 MB. */
const MOST_PICTURES = 300;

const pictures = new Kept<Uint8Array<ArrayBuffer>>(MOST_PICTURES);

/** Returns the WebP behind a frame's markers; null for a frame that nobody is ever shown. */
export async function findPicture(
  map: ServedMap,
  frame: Frame,
  theme: MapTheme,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { level, column, row } = frame;
  const { x, y, width } = squareOf(frame);
  if (level < LEVELS.least || level > LEVELS.most || x > 1 || y > 1) return null;
  const units = { width: PICTURE.width * FINE, height: PICTURE.height * FINE };
  return pictures.find(`${map.version} ${theme} ${level} ${column} ${row}`, async () => {
    const svg = await drawPicture(map, { x, y, width, units, pixels: PICTURE.width }, theme);
    return new Uint8Array(await sharp(Buffer.from(svg)).webp({ quality: 45 }).toBuffer());
  });
}
