import type {
  AreaFeature,
  Feature,
  LineFeature,
  Position,
  Ring,
  Tags,
} from "@/packages/city/extract/feature";
import { classifyArea, classifyLine, isBuilding, type MapClass, PLACES } from "@/packages/city/map/legend";
import type { Layer, MapFeature, Path, Properties } from "@/packages/city/map/map-feature";
import { findNames } from "@/packages/city/map/name";
import { pointWithin } from "@/packages/city/map/point-within";
import { projectAll } from "@/packages/city/map/world";

const BUILDING_ZOOM = 13;
const HOUSE_ZOOM = 14;
const SIDE_RAIL_ZOOM = 13;

/** An area is shown once it covers as much as a square whose sides are this share of a tile. */
const MIN_SIDE = 1.5 / 256;

/** Equal features share one properties object. */
export function featurePicker(): (feature: Feature) => MapFeature[] {
  const known = new Map<string, Properties>();
  const share = (properties: Properties): Properties => {
    const key = JSON.stringify(properties);
    const shared = known.get(key) ?? properties;
    known.set(key, shared);
    return shared;
  };
  return (feature) => {
    const found = feature.kind === "point" ? pickPoint(feature.tags, feature.position) : pickShape(feature);
    return found.map((picked) => ({
      ...picked,
      properties: share(picked.properties),
      ...(picked.early && { early: { ...picked.early, properties: share(picked.early.properties) } }),
    }));
  };
}

function pickPoint(tags: Tags, position: Position): MapFeature[] {
  const paths = [projectAll([position])];
  const picked: MapFeature[] = [];
  const place = PLACES[tags.place ?? ""];
  const names = findNames(tags);
  if (place !== undefined && names !== null) {
    const properties = { kind: tags.place ?? "", ...names, rank: place.rank };
    picked.push({ layer: "place", minZoom: place.minZoom, properties, type: "point", paths });
  }
  return [...picked, ...pickHouse(tags, () => paths)];
}

function pickHouse(tags: Tags, paths: () => readonly Path[]): MapFeature[] {
  const number = tags["addr:housenumber"]?.trim();
  if (number === undefined || number === "") return [];
  return [{ layer: "house", minZoom: HOUSE_ZOOM, properties: { number }, type: "point", paths: paths() }];
}

function pickShape(feature: LineFeature | AreaFeature): MapFeature[] {
  const { tags } = feature;
  const polygons = getPolygons(feature);
  const picked: MapFeature[] = [];
  const line = feature.kind === "line" ? classifyLine(tags) : null;
  if (feature.kind === "line" && line !== null) {
    const isBackward = tags.oneway === "-1";
    picked.push({
      layer: line.layer,
      minZoom: line.layer === "rail" && tags.service !== undefined ? SIDE_RAIL_ZOOM : line.minZoom,
      properties: { ...lineProperties(line, tags), ...(line.layer === "rail" ? null : findNames(tags)) },
      early: { before: line.minZoom < 11 ? 12 : line.minZoom + 2, properties: lineProperties(line, tags) },
      type: "line",
      paths: [projectAll(isBackward ? feature.line.toReversed() : feature.line)],
    });
  }
  if (polygons.length === 0) return picked;

  const area = classifyArea(tags);
  if (area !== null && isMeantAsArea(line, tags)) {
    picked.push(...pickPolygons(area.layer, area.minZoom, { kind: area.kind }, polygons));
  }
  if (isBuilding(tags)) picked.push(...pickPolygons("building", BUILDING_ZOOM, {}, polygons));
  const [[outer, ...holes] = []] = polygons;
  if (outer !== undefined) picked.push(...pickHouse(tags, () => [projectAll([pointWithin(outer, holes)])]));
  return picked;
}

/** If both are possible, only an explicit tag makes a closed way an area. */
const isMeantAsArea = (line: MapClass | null, tags: Tags): boolean =>
  line === null || tags.area === "yes" || tags.type === "multipolygon";

function getPolygons(feature: LineFeature | AreaFeature): readonly (readonly Ring[])[] {
  if (feature.kind === "line") return feature.isClosed ? [[feature.line]] : [];
  return feature.tags.type === "multipolygon" ? feature.polygons : [];
}

function pickPolygons(
  layer: Layer,
  minZoom: number,
  properties: Properties,
  polygons: readonly (readonly Ring[])[],
): MapFeature[] {
  return polygons.map((rings) => {
    const paths = rings.map(projectAll);
    const seenFrom = Math.ceil(Math.log2(MIN_SIDE / Math.sqrt(computeArea(paths[0]) || Number.MIN_VALUE)));
    return {
      layer,
      minZoom: Math.min(HOUSE_ZOOM, Math.max(minZoom, seenFrom)),
      properties,
      type: "polygon",
      paths,
    };
  });
}

function computeArea(path: Path = []): number {
  const [originX = 0, originY = 0] = path;
  let twice = 0;
  for (let index = 0; index + 3 < path.length; index += 2) {
    const [x, y] = [path[index] ?? 0, path[index + 1] ?? 0];
    const [nextX, nextY] = [path[index + 2] ?? 0, path[index + 3] ?? 0];
    twice += (x - originX) * (nextY - originY) - (nextX - originX) * (y - originY);
  }
  return Math.abs(twice) / 2;
}

const isYes = (value: string | undefined): boolean => value !== undefined && value !== "no";

function lineProperties({ layer, kind }: MapClass, tags: Tags): Properties {
  const across = { ...(isYes(tags.bridge) && { bridge: 1 }), ...(isYes(tags.tunnel) && { tunnel: 1 }) };
  return layer === "road" ? { class: kind, oneway: isOneway(tags) ? 1 : 0, ...across } : { kind, ...across };
}

function isOneway(tags: Tags): boolean {
  if (tags.oneway !== undefined) return ["yes", "true", "1", "-1"].includes(tags.oneway);
  return tags.highway === "motorway" || tags.junction === "roundabout";
}
