import type { MapTheme } from "@/lib/city/map/colors";
import { type Frame, frameAround, PICTURE, toSquare, toSquareArea } from "@/lib/city/map/frame";
import type { Point } from "@/lib/point";
import { buildUrl, MAP_IMAGE } from "@/lib/urls";

export const SCENE = { width: 1440, height: 840 } as const;
export const SCENE_LEVELS = { least: 18, most: 26 } as const;

/** Box of a scene in which the points are centered. Text and controls cover the rest. */
const STAGE = { x: 790, y: 345, width: 270, height: 340 } as const;

export function toScene(places: readonly Point[]): Frame {
  const points = places.map(toSquare);
  const range = (values: readonly number[]) => ({ least: Math.min(...values), most: Math.max(...values) });
  const [x, y] = [range(points.map((point) => point.x)), range(points.map((point) => point.y))];
  const frameAt = (level: number): Frame => {
    const width = 2 ** (-level / 2);
    const unit = width / PICTURE.width;
    return frameAround(
      (x.least + x.most) / 2 - (STAGE.x - SCENE.width / 2) * unit,
      (y.least + y.most) / 2 - (STAGE.y - SCENE.height / 2) * unit,
      level,
    );
  };
  for (let level: number = SCENE_LEVELS.most; level > SCENE_LEVELS.least; level -= 1) {
    const unit = 2 ** (-level / 2) / PICTURE.width;
    if (x.most - x.least <= STAGE.width * unit && y.most - y.least <= STAGE.height * unit)
      return frameAt(level);
  }
  return frameAt(SCENE_LEVELS.least);
}

export function sceneProjection(frame: Frame): (place: Point) => readonly [x: number, y: number] {
  const middle = toSquareArea(frame);
  const scale = PICTURE.width / middle.width;
  const tenth = (pixels: number) => Math.round(pixels * 10) / 10;
  return (place) => {
    const { x, y } = toSquare(place);
    return [
      tenth(SCENE.width / 2 + (x - middle.x) * scale),
      tenth(SCENE.height / 2 + (y - middle.y) * scale),
    ];
  };
}

export const sceneAddress = (version: string, { level, column, row }: Frame, theme: MapTheme): string =>
  buildUrl(MAP_IMAGE, { version, kind: "scene", theme, level, column, row });
