import sharp, { type OverlayOptions } from "sharp";
import { MAP_COLORS } from "@/lib/map/colors";
import { CREDIT_OUTLINE } from "@/lib/map/credit-outline";
import type { DrawInTurn } from "@/lib/map/draw-in-turn";
import { drawPicture } from "@/lib/map/draw-picture";
import { fromSquare, type Place, toSquare } from "@/lib/map/frame";
import { Kept } from "@/lib/map/kept";
import type { ServedMap } from "@/lib/map/served-map";

/** Size of the picture that messengers show beside a link. */
export const PREVIEW = { width: 1200, height: 630 } as const;
/** Width of a preview on the projection's square: about 6 km. */
const WIDTH = 2 ** -12;
/** Previews lie on a grid of half their width, so that one reveals a neighbourhood and nothing inside it. */
const STEP = WIDTH / 2;
const MOST_PREVIEWS = 40;
/** A shop's logo on the upper left corner, and the white edge around it. */
const TILE = { side: 132, edge: 8, radius: 28, offset: 40 } as const;

const previews = new Kept<Uint8Array<ArrayBuffer>>(MOST_PREVIEWS);

/** A square picture that lies on a preview. */
export interface PreviewLogo {
  /** Equal for equal pictures. */
  readonly name: string;
  readonly read: () => Promise<Uint8Array | null>;
}

/**
 * Returns a PNG of the neighbourhood of a place, the same for every place in it; null outside the city.
 *
 * @throws DrawingRefused for one that is not kept, when too much is being drawn
 */
export async function findPreview(
  map: ServedMap,
  place: Place,
  logo: PreviewLogo | null,
  inTurn: DrawInTurn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!hasPreview(map, place)) return null;
  const [x, y] = cellOf(place);
  return previews.find(`${map.version} ${x} ${y} ${logo?.name ?? ""}`, () =>
    inTurn(async () => {
      const area = { x, y, width: WIDTH, units: PREVIEW, pixels: PREVIEW.width };
      const svg = await drawPicture(map, area, "light");
      const drawn = sharp(Buffer.from(svg.replace("</svg>", `${credit()}</svg>`)));
      const picture = (await logo?.read()) ?? null;
      if (picture !== null) drawn.composite(await tileOf(picture));
      // Few colours keep the file small, as messengers require.
      const colours = picture === null ? 32 : 96;
      return new Uint8Array(await drawn.png({ palette: true, colours }).toBuffer());
    }),
  );
}

/** Returns whether there is a preview for a place. */
export function hasPreview({ bounds }: Pick<ServedMap, "bounds">, place: Place): boolean {
  const [x, y] = cellOf(place);
  const { latitude, longitude } = fromSquare({ x, y });
  const { west, south, east, north } = bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function cellOf(place: Place): readonly [x: number, y: number] {
  const { x, y } = toSquare(place);
  return [Math.round(x / STEP) * STEP, Math.round(y / STEP) * STEP];
}

async function tileOf(logo: Uint8Array): Promise<OverlayOptions[]> {
  const { side, edge, radius, offset } = TILE;
  const square = (size: number, corner: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${corner}" fill="white"/></svg>`,
    );
  const input = await sharp(logo)
    .resize(side, side, { fit: "cover" })
    .composite([{ input: square(side, radius), blend: "dest-in" }])
    .png()
    .toBuffer();
  return [
    { input: square(side + 2 * edge, radius + edge), left: offset - edge, top: offset - edge },
    { input, left: offset, top: offset },
  ];
}

function credit(): string {
  const { halo, label } = MAP_COLORS.light;
  const [scale, padding, height] = [0.42, 12, 36];
  const width = CREDIT_OUTLINE.width * scale + 2 * padding;
  const [left, top] = [PREVIEW.width - width, PREVIEW.height - height];
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${halo}" fill-opacity=".85"/>`,
    `<g transform="translate(${left + padding} ${top + 25}) scale(${scale})">`,
    `<path d="${CREDIT_OUTLINE.path}" style="fill:${label}"/></g>`,
  ].join("");
}
