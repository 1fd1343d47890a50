import { ExtractError } from "@/packages/city/extract/extract-error";
import { type Bounds, type Feature, intersectsBounds, type Position } from "@/packages/city/extract/feature";
import { type NodePlaces, UNITS_PER_DEGREE } from "@/packages/city/extract/node-places";
import { joinRings, type MemberWay } from "@/packages/city/extract/rings";
import { eachBlock, type Survey, surveyExtract } from "@/packages/city/extract/survey-extract";

export interface ExtractHead {
  /** The header's box, limited to where there are nodes and to the requested bounds. */
  readonly bounds: Bounds;
  /** Time of the data as an ISO instant; null if the file does not give it. */
  readonly dataFrom: string | null;
  readonly nodes: number;
  readonly ways: number;
  readonly relations: number;
  /** Member ways of areas that close no ring, usually because the extract's edge cuts them. */
  readonly openWays: number;
  /** Whether the file lists its nodes by rising id, as the road engine requires. */
  readonly isSorted: boolean;
}

interface OrphanCounts {
  readonly nodes: number;
  /** Nodes without tags that belong to no way. */
  readonly strayNodes: number;
  readonly ways: number;
  readonly untaggedWays: number;
  readonly strayWays: number;
  readonly streets: number;
  readonly buildings: number;
}

const SURVEY_SHARE = 0.4;
/** Four whole extracts have at most 4 such nodes per 10,000. */
const MAX_STRAY_NODES = 0.03;
/** Up to 3 in 10 in whole extracts; all of them if the relations are missing. */
const MAX_STRAY_WAYS = 0.9;
/** Smaller counts prove nothing. */
const MANY = 50;

/** Areas come last. `bbox` in degrees. @throws ExtractError if the file is cut off: discard what was passed on */
export async function readExtract(
  path: string,
  onFeature: (feature: Feature) => void,
  options: { bbox?: Bounds | null; onProgress?: (done: number) => void } = {},
): Promise<ExtractHead> {
  const { bbox = null, onProgress = () => {} } = options;
  const survey = await surveyExtract(path, (done) => onProgress(done * SURVEY_SHARE));
  const { places, areas } = survey;
  checkIds(places);
  const bounds = toBounds(survey, bbox);
  const isNear = (positions: Iterable<Position>): boolean =>
    bbox === null || intersectsBounds(positions, bbox);
  const memberIds = new Set(areas.flatMap(({ wayIds }) => wayIds));
  const memberWays = new Map<number, readonly MemberWay[]>();
  const isUsed = new Uint8Array(places.count);
  let ways = 0;
  let untaggedWays = 0;
  let strayWays = 0;
  let streets = 0;
  let buildings = 0;

  await eachBlock(
    path,
    (done) => onProgress(SURVEY_SHARE + done * (1 - SURVEY_SHARE)),
    () => ({
      isTagged: true,
      node(id, longitude, latitude, tags) {
        if (tags === null) return;
        isUsed[places.indexOf(id)] = 1;
        const position: Position = [longitude / UNITS_PER_DEGREE, latitude / UNITS_PER_DEGREE];
        if (isNear([position])) onFeature({ kind: "point", id, tags, position });
      },
      way(id, nodeIds, tags) {
        ways++;
        const isMember = memberIds.has(id);
        if (tags === null) untaggedWays++;
        if (tags === null && !isMember) strayWays++;
        const pieces = getPieces(nodeIds, places, isUsed);
        if (isMember) memberWays.set(id, pieces);
        if (tags === null) return;
        if (tags.highway !== undefined) streets++;
        if (tags.building !== undefined) buildings++;
        const isWhole = pieces[0]?.nodeIds.length === nodeIds.length;
        const isClosed = isWhole && nodeIds.length > 3 && nodeIds[0] === nodeIds.at(-1);
        for (const piece of pieces) {
          if (isNear(piece.positions))
            onFeature({ kind: "line", id, tags, line: piece.positions, nodeIds: piece.nodeIds, isClosed });
        }
      },
    }),
  );
  const strayNodes = isUsed.reduce((count, used) => count + 1 - used, 0);
  checkComplete({ nodes: places.count, strayNodes, ways, untaggedWays, strayWays, streets, buildings });

  let openWays = 0;
  for (const { id, tags, wayIds } of areas) {
    const joined = joinRings([...new Set(wayIds)].flatMap((wayId) => memberWays.get(wayId) ?? []));
    openWays += joined.openWays;
    const polygons = joined.polygons.filter(([outer = []]) => isNear(outer));
    if (polygons.length > 0) onFeature({ kind: "area", id, tags, polygons });
  }
  const dataFrom = survey.changedAt === 0 ? null : new Date(survey.changedAt * 1000).toISOString();
  const { isSorted, count: nodes } = places;
  return { bounds, dataFrom, nodes, ways, relations: survey.relations, openWays, isSorted };
}

function getPieces(nodeIds: readonly number[], places: NodePlaces, isUsed: Uint8Array): MemberWay[] {
  const pieces: { nodeIds: number[]; positions: Position[] }[] = [];
  let piece: { nodeIds: number[]; positions: Position[] } | null = null;
  for (const id of nodeIds) {
    const index = places.indexOf(id);
    if (index === -1) {
      piece = null;
      continue;
    }
    isUsed[index] = 1;
    if (piece === null) {
      piece = { nodeIds: [], positions: [] };
      pieces.push(piece);
    }
    piece.nodeIds.push(id);
    piece.positions.push([places.longitudeAt(index), places.latitudeAt(index)]);
  }
  return pieces.filter(({ positions }) => positions.length > 1);
}

/** @throws ExtractError */
function checkIds({ hasNegativeIds, hasRepeatedIds }: NodePlaces): void {
  if (hasNegativeIds) {
    throw new ExtractError(
      "The file has elements with negative ids, which editors such as JOSM give to what was never uploaded. Renumber it: osmium renumber FILE -o renumbered.osm.pbf",
    );
  }
  if (hasRepeatedIds) {
    throw new ExtractError(
      "The file has the same elements twice, as when two files are appended to each other. Merge them instead: osmium merge FILE FILE -o merged.osm.pbf",
    );
  }
}

const HALF_TURN = 180;

const areApart = (one: Bounds, other: Bounds): boolean =>
  one.west > other.east || one.east < other.west || one.south > other.north || one.north < other.south;

/** @throws ExtractError */
function toBounds({ header, places }: Survey, bbox: Bounds | null): Bounds {
  if (bbox === null && places.count > 0) checkBox(places.bounds, header.bounds);
  const boxes = [places.bounds, header.bounds, bbox].filter((box) => box !== null);
  const bounds = {
    west: Math.max(...boxes.map(({ west }) => west)),
    south: Math.max(...boxes.map(({ south }) => south)),
    east: Math.min(...boxes.map(({ east }) => east)),
    north: Math.min(...boxes.map(({ north }) => north)),
  };
  if (places.count > 0 && (bounds.west > bounds.east || bounds.south > bounds.north))
    throw new ExtractError("The extract holds nothing within the box that was asked for.");
  return bounds;
}

/** @throws ExtractError */
function checkBox(nodes: Bounds, header: Bounds | null): void {
  if (nodes.east - nodes.west > HALF_TURN || (header !== null && header.west > header.east)) {
    throw new ExtractError(
      "The extract lies on both sides of the 180th meridian. A city lies on one side: choose it with --bbox W,S,E,N.",
    );
  }
  if (header !== null && areApart(nodes, header)) {
    throw new ExtractError(
      "The box in the file’s header lies elsewhere than its data. Cut the area out again: osmium extract --bbox W,S,E,N FILE -o area.osm.pbf",
    );
  }
}

/**
 * A cut file has nodes without their ways, or ways without the relations. So has a file from which all buildings or all
 * streets were removed; ways are in the order of their ids, so a cut file has some of both. @throws ExtractError
 */
function checkComplete(counts: OrphanCounts): void {
  const { nodes, strayNodes, ways, untaggedWays, strayWays, streets, buildings } = counts;
  if (nodes === 0) throw new ExtractError("The file holds no data: no node is in it.");
  const isCut =
    ways === 0 ||
    (strayNodes > MANY && strayNodes > nodes * MAX_STRAY_NODES) ||
    (strayWays > MANY && strayWays > untaggedWays * MAX_STRAY_WAYS);
  if (!isCut) return;
  if (streets > 0 && buildings === 0)
    throw new ExtractError(
      "The file has no houses: no way in it is a building. Take an extract with buildings.",
    );
  if (buildings > 0 && streets === 0)
    throw new ExtractError(
      "The file has no streets: no way in it is a highway. Take an extract with streets.",
    );
  throw new ExtractError("The end of the file is missing: it was not downloaded whole.");
}
