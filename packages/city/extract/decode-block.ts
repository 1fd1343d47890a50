import { PbfReader } from "pbf";
import { ExtractError } from "@/packages/city/extract/extract-error";
import type { Bounds, Tags } from "@/packages/city/extract/feature";

/** Format features that we understand; a file that requires another would be misread. */
const KNOWN_FEATURES = ["OsmSchema-V0.6", "DenseNodes"];

const NANODEGREES = 1e9;

export interface FileHeader {
  readonly bounds: Bounds | null;
  /** Seconds since 1970; 0 if the file has no time. */
  readonly replicatedAt: number;
}

export type MemberType = "node" | "way" | "relation";

const MEMBER_TYPES: readonly MemberType[] = ["node", "way", "relation"];

/** Ids and references are reused between calls: copy what you need. */
export interface ElementFilter {
  /** Coordinates in ten millionths of a degree; tags are null if the node has none, or `isTagged` is false. */
  readonly node?: (id: number, longitude: number, latitude: number, tags: Tags | null) => void;
  readonly isTagged?: boolean;
  /** Called with the newest change of a node in the block, in seconds since 1970. */
  readonly changed?: ((at: number) => void) | undefined;
  readonly way?: (id: number, nodeIds: readonly number[], tags: Tags | null) => void;
  readonly relation?: (id: number, members: readonly Member[], tags: Tags | null) => void;
}

export interface Member {
  readonly type: MemberType;
  readonly id: number;
  readonly role: string;
}

/** @throws ExtractError if the file requires features that we do not understand */
export function decodeHeader(data: Uint8Array): FileHeader {
  const header = { box: [] as number[], required: [] as string[], replicatedAt: 0, isOnWays: false };
  const pbf = new PbfReader(data);
  pbf.readFields((tag, result) => {
    if (tag === 1) {
      pbf.readMessage((side, box) => {
        box[side] = pbf.readSVarint() / NANODEGREES;
      }, result.box);
    } else if (tag === 4) result.required.push(pbf.readString());
    else if (tag === 5) result.isOnWays ||= pbf.readString() === "LocationsOnWays";
    else if (tag === 32) result.replicatedAt = pbf.readVarint(true);
  }, header);
  if (header.required.includes("HistoricalInformation"))
    throw new ExtractError("The file holds the data's history; an extract of one day is needed.");
  const unknown = header.required.find((feature) => !KNOWN_FEATURES.includes(feature));
  if (unknown !== undefined) throw new ExtractError(`The file requires ${unknown}, which is not known here.`);
  if (header.isOnWays)
    throw new ExtractError("The file keeps places on ways (LocationsOnWays); one with nodes is needed.");
  const [, west, east, north, south] = header.box;
  const isBox = west !== undefined && east !== undefined && north !== undefined && south !== undefined;
  return { bounds: isBox ? { west, south, east, north } : null, replicatedAt: header.replicatedAt };
}

interface Scale {
  readonly strings: (index: number) => string;
  readonly longitude: (value: number) => number;
  readonly latitude: (value: number) => number;
  readonly seconds: number;
}

export function decodeBlock(data: Uint8Array, wanted: ElementFilter): void {
  const block = {
    strings: [] as Uint8Array[],
    groups: [] as Uint8Array[],
    granularity: 100,
    latitude: 0,
    longitude: 0,
    dateGranularity: 1000,
  };
  const pbf = new PbfReader(data);
  pbf.readFields((tag, result) => {
    if (tag === 1) pbf.readMessage((_, strings) => void strings.push(pbf.readBytes()), result.strings);
    else if (tag === 2) result.groups.push(pbf.readBytes());
    else if (tag === 17) result.granularity = pbf.readVarint();
    else if (tag === 18) result.dateGranularity = pbf.readVarint();
    else if (tag === 19) result.latitude = pbf.readVarint(true);
    else if (tag === 20) result.longitude = pbf.readVarint(true);
  }, block);
  const decoded: string[] = [];
  const decoder = new TextDecoder();
  const scale: Scale = {
    strings: (index) => (decoded[index] ??= decoder.decode(block.strings[index])),
    longitude: (value) => Math.round((block.longitude + block.granularity * value) / 100),
    latitude: (value) => Math.round((block.latitude + block.granularity * value) / 100),
    seconds: block.dateGranularity / 1000,
  };
  for (const group of block.groups) {
    const reader = new PbfReader(group);
    reader.readFields((tag) => {
      if (tag === 1 && wanted.node) decodeNode(reader.readBytes(), scale, wanted);
      else if (tag === 2 && wanted.node) decodeDenseNodes(reader.readBytes(), scale, wanted);
      else if (tag === 3 && wanted.way) decodeWay(reader.readBytes(), scale, wanted.way);
      else if (tag === 4 && wanted.relation) decodeRelation(reader.readBytes(), scale, wanted.relation);
    }, null);
  }
}

function decodeDenseNodes(data: Uint8Array, scale: Scale, wanted: ElementFilter): void {
  const dense = {
    ids: [] as number[],
    latitudes: [] as number[],
    longitudes: [] as number[],
    tags: [] as number[],
  };
  const pbf = new PbfReader(data);
  pbf.readFields((tag, result) => {
    if (tag === 1) pbf.readPackedSVarint(result.ids);
    else if (tag === 5 && wanted.changed) {
      const times: number[] = [];
      pbf.readMessage((field) => void (field === 2 && pbf.readPackedSVarint(times)), null);
      let at = 0;
      let newest = 0;
      for (const step of times) {
        at += step;
        if (at > newest) newest = at;
      }
      wanted.changed(newest * scale.seconds);
    } else if (tag === 8) pbf.readPackedSVarint(result.latitudes);
    else if (tag === 9) pbf.readPackedSVarint(result.longitudes);
    else if (tag === 10 && wanted.isTagged) pbf.readPackedVarint(result.tags);
  }, dense);
  const { ids, latitudes, longitudes, tags: pairs } = dense;
  if (latitudes.length !== ids.length || longitudes.length !== ids.length)
    throw new RangeError("as many places as nodes are needed");
  let id = 0;
  let latitude = 0;
  let longitude = 0;
  let pair = 0;
  for (let index = 0; index < ids.length; index++) {
    id += ids[index] ?? 0;
    latitude += latitudes[index] ?? 0;
    longitude += longitudes[index] ?? 0;
    let tags: Record<string, string> | null = null;
    for (; (pairs[pair] ?? 0) !== 0; pair += 2) {
      tags ??= {};
      tags[scale.strings(pairs[pair] ?? 0)] = scale.strings(pairs[pair + 1] ?? 0);
    }
    pair++;
    wanted.node?.(id, scale.longitude(longitude), scale.latitude(latitude), tags);
  }
}

interface Element {
  id: number;
  keys: number[];
  values: number[];
}

function findTags({ keys, values }: Element, scale: Scale): Tags | null {
  if (keys.length === 0) return null;
  const tags: Record<string, string> = {};
  for (const [index, key] of keys.entries()) tags[scale.strings(key)] = scale.strings(values[index] ?? 0);
  return tags;
}

function decodeNode(data: Uint8Array, scale: Scale, wanted: ElementFilter): void {
  const node = { id: 0, keys: [], values: [], latitude: 0, longitude: 0 };
  const pbf = new PbfReader(data);
  pbf.readFields((tag, result) => {
    if (tag === 1) result.id = pbf.readSVarint();
    else if (tag === 2) pbf.readPackedVarint(result.keys);
    else if (tag === 3) pbf.readPackedVarint(result.values);
    else if (tag === 8) result.latitude = pbf.readSVarint();
    else if (tag === 9) result.longitude = pbf.readSVarint();
  }, node);
  const tags = wanted.isTagged ? findTags(node, scale) : null;
  wanted.node?.(node.id, scale.longitude(node.longitude), scale.latitude(node.latitude), tags);
}

function decodeWay(data: Uint8Array, scale: Scale, found: NonNullable<ElementFilter["way"]>): void {
  const way = { id: 0, keys: [], values: [], nodeIds: [] as number[] };
  const pbf = new PbfReader(data);
  pbf.readFields((tag, result) => {
    if (tag === 1) result.id = pbf.readVarint(true);
    else if (tag === 2) pbf.readPackedVarint(result.keys);
    else if (tag === 3) pbf.readPackedVarint(result.values);
    else if (tag === 8) pbf.readPackedSVarint(result.nodeIds);
  }, way);
  const { nodeIds } = way;
  for (let index = 1; index < nodeIds.length; index++)
    nodeIds[index] = (nodeIds[index] ?? 0) + (nodeIds[index - 1] ?? 0);
  found(way.id, nodeIds, findTags(way, scale));
}

function decodeRelation(data: Uint8Array, scale: Scale, found: NonNullable<ElementFilter["relation"]>): void {
  const relation = { id: 0, keys: [], values: [], roles: [], steps: [], types: [] } as Element & {
    roles: number[];
    steps: number[];
    types: number[];
  };
  const pbf = new PbfReader(data);
  pbf.readFields((tag, result) => {
    if (tag === 1) result.id = pbf.readVarint(true);
    else if (tag === 2) pbf.readPackedVarint(result.keys);
    else if (tag === 3) pbf.readPackedVarint(result.values);
    else if (tag === 8) pbf.readPackedVarint(result.roles);
    else if (tag === 9) pbf.readPackedSVarint(result.steps);
    else if (tag === 10) pbf.readPackedVarint(result.types);
  }, relation);
  let id = 0;
  const members = relation.steps.map((step, index): Member => {
    id += step;
    return {
      type: MEMBER_TYPES[relation.types[index] ?? 0] ?? "node",
      id,
      role: scale.strings(relation.roles[index] ?? 0),
    };
  });
  found(relation.id, members, findTags(relation, scale));
}
