import type { OverlayOptions } from "sharp";
import { MAP_COLORS } from "@/lib/city/map/colors";
import type { DrawInTurn } from "@/lib/city/map/draw-in-turn";
import { drawPicture } from "@/lib/city/map/draw-picture";
import { pointFromUnitSquare, toSquare } from "@/lib/city/map/frame";
import { LruCache } from "@/lib/city/map/lru-cache";
import type { ServedMap } from "@/lib/city/map/served-map";
import { loadSharp } from "@/lib/files/load-sharp";
import type { Point } from "@/lib/point";

export const PREVIEW = { width: 1200, height: 630 } as const;
/** Side of a preview on the Web Mercator square: about 6 km. */
const WIDTH = 2 ** -12;
/** Previews are aligned to a grid of half their width, so that they reveal a neighborhood but no point in it. */
const STEP = WIDTH / 2;
const MAX_PREVIEWS = 40;
const TILE = { side: 132, edge: 8, radius: 28, offset: 40 } as const;

const previews = new LruCache<Uint8Array<ArrayBuffer>>(MAX_PREVIEWS);

export interface PreviewLogo {
  readonly name: string;
  readonly read: () => Promise<Uint8Array | null>;
}

/** The same for every place in a neighborhood; null outside the city. @throws RenderLimitError */
export async function findPreview(
  map: ServedMap,
  place: Point,
  logo: PreviewLogo | null,
  inTurn: DrawInTurn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!hasPreview(map, place)) return null;
  const [x, y] = toCell(place);
  return previews.find(`${map.version} ${x} ${y} ${logo?.name ?? ""}`, () =>
    inTurn(async () => {
      const area = { x, y, width: WIDTH, units: PREVIEW, pixels: PREVIEW.width };
      const svg = await drawPicture(map, area, "light");
      const sharp = await loadSharp();
      const drawn = sharp(Buffer.from(svg.replace("</svg>", `${credit()}</svg>`)));
      const picture = (await logo?.read()) ?? null;
      if (picture !== null) drawn.composite(await loadTile(picture));
      // Few colors keep the file small, as messengers require.
      const colors = picture === null ? 32 : 96;
      return new Uint8Array(await drawn.png({ palette: true, colors }).toBuffer());
    }),
  );
}

export function hasPreview({ bounds }: Pick<ServedMap, "bounds">, place: Point): boolean {
  const [x, y] = toCell(place);
  const { latitude, longitude } = pointFromUnitSquare({ x, y });
  const { west, south, east, north } = bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

function toCell(place: Point): readonly [x: number, y: number] {
  const { x, y } = toSquare(place);
  return [Math.round(x / STEP) * STEP, Math.round(y / STEP) * STEP];
}

async function loadTile(logo: Uint8Array): Promise<OverlayOptions[]> {
  const { side, edge, radius, offset } = TILE;
  const square = (size: number, corner: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${corner}" fill="white"/></svg>`,
    );
  const sharp = await loadSharp();
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

/** "© OpenStreetMap contributors" in Geist (SIL Open Font License), 48 units an em, for machines without fonts. */
const CREDIT_OUTLINE = {
  width: 696,
  path: "M20 1Q16 1 13 -1Q10 -2 7 -5Q5 -7 4 -10Q2 -13 2 -17Q2 -21 4 -24Q5 -27 7 -30Q10 -32 13 -33Q16 -35 20 -35Q24 -35 27 -33Q30 -32 32 -30Q35 -27 36 -24Q38 -21 38 -17Q38 -13 36 -10Q35 -7 32 -5Q30 -2 27 -1Q24 1 20 1ZM20 -3Q23 -3 25 -4Q28 -5 30 -7Q31 -9 33 -12Q34 -14 34 -17Q34 -20 33 -23Q31 -25 30 -27Q28 -29 25 -30Q23 -31 20 -31Q17 -31 15 -30Q12 -29 10 -27Q8 -25 7 -23Q6 -20 6 -17Q6 -14 7 -12Q8 -9 10 -7Q12 -5 15 -4Q17 -3 20 -3ZM20 -7Q17 -7 15 -8Q13 -10 12 -12Q10 -14 10 -17Q10 -20 12 -22Q13 -25 15 -26Q17 -27 20 -27Q22 -27 24 -26Q26 -25 27 -24Q29 -22 29 -20L25 -20Q25 -21 23 -23Q22 -24 20 -24Q17 -24 16 -22Q14 -20 14 -17Q14 -14 16 -12Q17 -10 20 -10Q22 -10 24 -12Q25 -13 25 -15L29 -15Q29 -12 28 -11Q26 -9 24 -8Q22 -7 20 -7ZM69 1Q65 1 61 -1Q58 -4 56 -7Q54 -11 54 -17Q54 -23 56 -27Q58 -31 61 -33Q65 -35 69 -35Q74 -35 78 -33Q81 -31 83 -27Q85 -23 85 -17Q85 -11 83 -7Q81 -4 78 -1Q74 1 69 1ZM69 -3Q75 -3 78 -7Q81 -11 81 -17Q81 -23 78 -27Q75 -31 69 -31Q64 -31 61 -27Q58 -23 58 -17Q58 -11 61 -7Q64 -3 69 -3ZM91 7L91 -25L95 -25L95 -22Q96 -24 98 -25Q100 -26 103 -26Q106 -26 109 -24Q111 -22 112 -19Q114 -16 114 -13Q114 -9 112 -6Q111 -3 109 -1Q106 1 103 1Q100 1 98 0Q96 -2 95 -3L95 7ZM102 -3Q106 -3 108 -6Q109 -8 109 -13Q109 -17 108 -20Q106 -22 102 -22Q99 -22 97 -20Q95 -17 95 -13Q95 -8 97 -6Q99 -3 102 -3ZM130 1Q126 1 123 -1Q121 -3 119 -6Q118 -9 118 -13Q118 -17 119 -20Q121 -23 123 -24Q126 -26 129 -26Q133 -26 135 -24Q138 -23 139 -20Q141 -17 141 -13L141 -11L122 -11Q122 -7 124 -5Q126 -3 130 -3Q132 -3 134 -4Q135 -6 136 -8L140 -7Q139 -4 136 -2Q134 1 130 1ZM122 -15L136 -15Q136 -19 134 -20Q132 -22 129 -22Q126 -22 125 -20Q123 -19 122 -15ZM147 0L147 -25L150 -25L150 -21Q151 -24 153 -25Q156 -26 158 -26Q161 -26 163 -25Q165 -23 166 -21Q167 -19 167 -16L167 0L163 0L163 -15Q163 -19 161 -21Q160 -22 157 -22Q154 -22 152 -21Q151 -19 151 -15L151 0ZM187 1Q183 1 180 -1Q177 -2 175 -5Q174 -7 173 -11L178 -11Q178 -7 180 -5Q183 -3 187 -3Q190 -3 192 -5Q194 -6 194 -9Q194 -10 194 -11Q193 -13 191 -14Q189 -15 185 -16Q181 -17 178 -18Q176 -19 175 -21Q174 -23 174 -25Q174 -28 175 -30Q177 -32 179 -34Q182 -35 185 -35Q189 -35 192 -33Q194 -32 196 -30Q198 -27 198 -24L194 -24Q193 -27 191 -29Q189 -31 185 -31Q182 -31 180 -29Q178 -28 178 -25Q178 -24 179 -23Q180 -22 182 -21Q184 -20 187 -19Q191 -18 194 -17Q197 -15 198 -13Q199 -11 199 -9Q199 -6 197 -4Q196 -2 193 0Q190 1 187 1ZM214 0Q211 0 209 -2Q208 -3 208 -7L208 -22L204 -22L204 -25L208 -25L208 -31L212 -31L212 -25L218 -25L218 -22L212 -22L212 -7Q212 -5 212 -4Q213 -4 215 -4L218 -4L218 0ZM224 0L224 -25L228 -25L228 -21Q229 -25 234 -25L236 -25L236 -22L234 -22Q228 -22 228 -15L228 0ZM252 1Q248 1 246 -1Q243 -3 242 -6Q240 -9 240 -13Q240 -17 242 -20Q243 -23 246 -24Q248 -26 252 -26Q255 -26 258 -24Q260 -23 262 -20Q263 -17 263 -13L263 -11L245 -11Q245 -7 247 -5Q249 -3 252 -3Q255 -3 256 -4Q258 -6 258 -8L263 -7Q262 -4 259 -2Q256 1 252 1ZM245 -15L259 -15Q258 -19 257 -20Q255 -22 252 -22Q249 -22 247 -20Q245 -19 245 -15ZM279 1Q275 1 273 -1Q270 -3 269 -6Q267 -9 267 -13Q267 -17 269 -20Q270 -23 273 -24Q275 -26 279 -26Q282 -26 285 -24Q287 -23 289 -20Q290 -17 290 -13L290 -11L272 -11Q272 -7 274 -5Q276 -3 279 -3Q282 -3 283 -4Q285 -6 285 -8L290 -7Q289 -4 286 -2Q283 1 279 1ZM272 -15L286 -15Q285 -19 284 -20Q282 -22 279 -22Q276 -22 274 -20Q272 -19 272 -15ZM305 0Q302 0 300 -2Q299 -3 299 -7L299 -22L295 -22L295 -25L299 -25L299 -31L303 -31L303 -25L309 -25L309 -22L303 -22L303 -7Q303 -5 303 -4Q304 -4 306 -4L309 -4L309 0ZM315 0L315 -34L321 -34L332 -5L343 -34L349 -34L349 0L345 0L345 -26L335 0L329 0L320 -26L320 0ZM364 1Q360 1 358 -1Q355 -3 355 -6Q355 -10 357 -11Q359 -13 363 -14L372 -16Q372 -22 366 -22Q364 -22 362 -21Q360 -20 360 -18L356 -18Q356 -22 359 -24Q362 -26 366 -26Q371 -26 374 -23Q376 -20 376 -16L376 -5Q376 -4 378 -4L379 -4L379 0Q378 0 377 0Q375 0 374 -1Q373 -2 372 -4L372 -4Q371 -2 369 -1Q367 1 364 1ZM364 -3Q368 -3 370 -5Q372 -7 372 -10L372 -12L364 -11Q361 -10 360 -9Q359 -8 359 -7Q359 -5 361 -4Q362 -3 364 -3ZM383 7L383 -25L387 -25L387 -22Q388 -24 390 -25Q392 -26 395 -26Q399 -26 401 -24Q404 -22 405 -19Q406 -16 406 -13Q406 -9 405 -6Q404 -3 401 -1Q399 1 395 1Q392 1 390 0Q388 -2 387 -3L387 7ZM395 -3Q398 -3 400 -6Q402 -8 402 -13Q402 -17 400 -20Q398 -22 395 -22Q391 -22 389 -20Q387 -17 387 -13Q387 -8 389 -6Q391 -3 395 -3ZM434 1Q430 1 428 -1Q425 -3 424 -6Q422 -9 422 -13Q422 -17 424 -20Q425 -23 428 -24Q430 -26 434 -26Q438 -26 441 -24Q444 -21 445 -17L440 -17Q440 -19 438 -21Q436 -22 434 -22Q430 -22 428 -20Q426 -17 426 -13Q426 -8 428 -6Q430 -3 434 -3Q436 -3 438 -5Q440 -6 440 -9L445 -9Q444 -5 441 -2Q438 1 434 1ZM460 1Q457 1 454 -1Q451 -3 450 -6Q448 -9 448 -13Q448 -17 450 -20Q451 -23 454 -24Q457 -26 460 -26Q464 -26 466 -24Q469 -23 470 -20Q472 -17 472 -13Q472 -9 470 -6Q469 -3 466 -1Q464 1 460 1ZM460 -3Q464 -3 466 -6Q467 -8 467 -13Q467 -17 466 -20Q464 -22 460 -22Q457 -22 455 -20Q453 -17 453 -13Q453 -8 455 -6Q457 -3 460 -3ZM478 0L478 -25L481 -25L481 -21Q482 -24 485 -25Q487 -26 489 -26Q492 -26 494 -25Q496 -23 497 -21Q498 -19 498 -16L498 0L494 0L494 -15Q494 -19 493 -21Q491 -22 488 -22Q485 -22 484 -21Q482 -19 482 -15L482 0ZM515 0Q511 0 510 -2Q508 -3 508 -7L508 -22L504 -22L504 -25L508 -25L508 -31L512 -31L512 -25L519 -25L519 -22L512 -22L512 -7Q512 -5 513 -4Q514 -4 515 -4L519 -4L519 0ZM524 0L524 -25L528 -25L528 -21Q529 -25 534 -25L537 -25L537 -22L534 -22Q528 -22 528 -15L528 0ZM543 0L543 -25L547 -25L547 0ZM542 -29L542 -34L547 -34L547 -29ZM566 1Q563 1 561 -1Q559 -2 558 -4L558 0L554 0L554 -34L558 -34L558 -22Q559 -23 561 -25Q563 -26 566 -26Q569 -26 572 -24Q574 -23 576 -20Q577 -17 577 -13Q577 -9 576 -6Q574 -3 572 -1Q569 1 566 1ZM566 -3Q569 -3 571 -6Q573 -8 573 -13Q573 -17 571 -20Q569 -22 566 -22Q562 -22 560 -20Q558 -17 558 -13Q558 -8 560 -6Q562 -3 566 -3ZM591 1Q587 1 585 -2Q583 -5 583 -9L583 -25L587 -25L587 -10Q587 -6 588 -5Q589 -3 592 -3Q595 -3 597 -5Q599 -7 599 -10L599 -25L603 -25L603 0L599 0L599 -4Q597 1 591 1ZM620 0Q616 0 615 -2Q613 -3 613 -7L613 -22L609 -22L609 -25L613 -25L613 -31L617 -31L617 -25L624 -25L624 -22L617 -22L617 -7Q617 -5 618 -4Q619 -4 620 -4L624 -4L624 0ZM639 1Q636 1 633 -1Q630 -3 629 -6Q628 -9 628 -13Q628 -17 629 -20Q630 -23 633 -24Q636 -26 639 -26Q643 -26 645 -24Q648 -23 649 -20Q651 -17 651 -13Q651 -9 649 -6Q648 -3 645 -1Q643 1 639 1ZM639 -3Q643 -3 645 -6Q647 -8 647 -13Q647 -17 645 -20Q643 -22 639 -22Q636 -22 634 -20Q632 -17 632 -13Q632 -8 634 -6Q636 -3 639 -3ZM657 0L657 -25L660 -25L660 -21Q662 -25 666 -25L669 -25L669 -22L667 -22Q661 -22 661 -15L661 0ZM684 1Q679 1 676 -2Q673 -4 673 -8L677 -8Q678 -6 679 -5Q681 -3 684 -3Q687 -3 688 -4Q690 -5 690 -7Q690 -8 689 -8Q689 -9 687 -10Q686 -10 683 -11Q680 -11 678 -12Q676 -13 675 -15Q674 -16 674 -18Q674 -22 677 -24Q679 -26 684 -26Q687 -26 689 -25Q691 -24 693 -22Q694 -20 694 -18L690 -18Q690 -19 688 -21Q687 -22 684 -22Q681 -22 680 -21Q678 -20 678 -18Q678 -17 680 -16Q681 -15 684 -14Q688 -14 690 -13Q692 -12 693 -10Q694 -9 694 -7Q694 -3 691 -1Q688 1 684 1Z",
} as const;
