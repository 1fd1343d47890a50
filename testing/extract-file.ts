import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";
import type { Bounds, Position, Tags } from "@/packages/city/extract/feature";

export interface WrittenNode {
  readonly id: number;
  readonly position: Position;
  readonly tags?: Tags;
}

export interface WrittenWay {
  readonly id: number;
  readonly nodeIds: readonly number[];
  readonly tags?: Tags;
}

export interface WrittenRelation {
  readonly id: number;
  readonly members: readonly { type: "node" | "way" | "relation"; id: number; role: string }[];
  readonly tags?: Tags;
}

export interface WrittenExtract {
  readonly nodes: readonly WrittenNode[];
  readonly ways: readonly WrittenWay[];
  readonly relations?: readonly WrittenRelation[];
}

export interface HeaderOptions {
  readonly bounds?: Bounds;
  /** Seconds since 1970. */
  readonly replicatedAt?: number;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

export interface ExtractOptions extends HeaderOptions {
  /** Elements per block. */
  readonly blockSize?: number;
  /** Time of every node's change, in seconds since 1970. */
  readonly changedAt?: number;
  readonly isPacked?: boolean;
}

/** Returns the blocks of an .osm.pbf with these elements, in order: header, nodes, ways, relations. */
export function extractBlocks(extract: WrittenExtract, options: ExtractOptions = {}): Buffer[] {
  const { blockSize = 8_000, isPacked = true } = options;
  const blocks = [fileBlock("OSMHeader", headerBlock(options), isPacked)];
  const put = <T>(elements: readonly T[], write: (group: readonly T[]) => Uint8Array): void => {
    for (let from = 0; from < elements.length; from += blockSize)
      blocks.push(fileBlock("OSMData", write(elements.slice(from, from + blockSize)), isPacked));
  };
  put(extract.nodes, (nodes) => nodeBlock(nodes, options.changedAt));
  put(extract.ways, wayBlock);
  put(extract.relations ?? [], relationBlock);
  return blocks;
}

export function fileBlock(type: string, data: Uint8Array, isPacked: boolean): Buffer {
  const blob = new PbfWriter();
  if (isPacked) {
    blob.writeVarintField(2, data.length);
    blob.writeBytesField(3, deflateSync(data));
  } else blob.writeBytesField(1, data);
  const body = blob.finish();
  const head = new PbfWriter();
  head.writeStringField(1, type);
  head.writeVarintField(3, body.length);
  const headBytes = head.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headBytes.length);
  return Buffer.concat([length, headBytes, body]);
}

export function headerBlock({
  bounds,
  replicatedAt,
  required = [],
  optional = [],
}: HeaderOptions): Uint8Array {
  const pbf = new PbfWriter();
  if (bounds !== undefined) {
    pbf.writeMessage(
      1,
      ({ west, east, north, south }, box) => {
        for (const [index, side] of [west, east, north, south].entries()) {
          box.writeTag(index + 1, 0);
          box.writeSVarint(Math.round(side * 1e9));
        }
      },
      bounds,
    );
  }
  for (const feature of ["OsmSchema-V0.6", "DenseNodes", ...required]) pbf.writeStringField(4, feature);
  for (const feature of optional) pbf.writeStringField(5, feature);
  if (replicatedAt !== undefined) pbf.writeVarintField(32, replicatedAt);
  return pbf.finish();
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (index === 0 ? 0 : (values[index - 1] ?? 0)));

/** Encodes a block with one group, numbering its strings as they are requested. */
function dataBlock(writeGroup: (group: PbfWriter, numberOf: (text: string) => number) => void): Uint8Array {
  const numbers = new Map([["", 0]]);
  const toNumber = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const group = new PbfWriter();
  writeGroup(group, toNumber);
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (_, strings) => {
      for (const text of numbers.keys()) strings.writeBytesField(1, Buffer.from(text));
    },
    null,
  );
  pbf.writeBytesField(2, group.finish());
  return pbf.finish();
}

function nodeBlock(nodes: readonly WrittenNode[], changedAt: number | undefined): Uint8Array {
  return dataBlock((group, numberOf) => {
    const toUnits = (axis: 0 | 1): number[] => nodes.map(({ position }) => Math.round(position[axis] * 1e7));
    const dense = new PbfWriter();
    dense.writePackedSVarint(1, differences(nodes.map(({ id }) => id)));
    if (changedAt !== undefined) {
      const info = new PbfWriter();
      info.writePackedSVarint(2, differences(nodes.map(() => changedAt)));
      dense.writeBytesField(5, info.finish());
    }
    dense.writePackedSVarint(8, differences(toUnits(1)));
    dense.writePackedSVarint(9, differences(toUnits(0)));
    dense.writePackedVarint(
      10,
      nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat().map(numberOf), 0]),
    );
    group.writeBytesField(2, dense.finish());
  });
}

function writeTags(pbf: PbfWriter, tags: Tags | undefined, numberOf: (text: string) => number): void {
  pbf.writePackedVarint(2, Object.keys(tags ?? {}).map(numberOf));
  pbf.writePackedVarint(3, Object.values(tags ?? {}).map(numberOf));
}

function wayBlock(ways: readonly WrittenWay[]): Uint8Array {
  return dataBlock((group, numberOf) => {
    for (const { id, nodeIds, tags } of ways) {
      const way = new PbfWriter();
      way.writeVarintField(1, id);
      writeTags(way, tags, numberOf);
      way.writePackedSVarint(8, differences(nodeIds));
      group.writeBytesField(3, way.finish());
    }
  });
}

function relationBlock(relations: readonly WrittenRelation[]): Uint8Array {
  return dataBlock((group, numberOf) => {
    for (const { id, members, tags } of relations) {
      const relation = new PbfWriter();
      relation.writeVarintField(1, id);
      writeTags(relation, tags, numberOf);
      relation.writePackedVarint(
        8,
        members.map(({ role }) => numberOf(role)),
      );
      relation.writePackedSVarint(9, differences(members.map((member) => member.id)));
      relation.writePackedVarint(
        10,
        members.map(({ type }) => ["node", "way", "relation"].indexOf(type)),
      );
      group.writeBytesField(4, relation.finish());
    }
  });
}
