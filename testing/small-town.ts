import { writeFileSync } from "node:fs";
import type { Position } from "@/packages/city/extract/feature";
import { extractBlocks, type WrittenNode, type WrittenWay } from "@/testing/extract-file";

interface TownOptions {
  /** Name of the town. */
  readonly name: string;
  /** Its south-west corner. */
  readonly corner: Position;
  /** Number of streets in each direction, at most the number of tree names. */
  readonly streets?: number;
}

const TREES = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ironwood", "Juniper"];
const BLOCK_DEGREES = 0.002;
const HOUSES_A_BLOCK = 2;

/** Encodes an extract of a town whose streets cross, with houses along those that run from west to east. */
export function smallTown({ name, corner: [west, south], streets = 8 }: TownOptions): Buffer {
  const nodes: WrittenNode[] = [];
  const ways: WrittenWay[] = [];
  const addNode = (position: Position): number => {
    nodes.push({ id: nodes.length + 1, position });
    return nodes.length;
  };
  const line = Array.from({ length: streets }, (_, index) => index);
  const at = (column: number, row: number): Position => [
    west + column * BLOCK_DEGREES,
    south + row * BLOCK_DEGREES,
  ];
  const crossings = line.map((row) => line.map((column) => addNode(at(column, row))));
  const addWay = (nodeIds: readonly number[], tags: Record<string, string>): void => {
    ways.push({ id: ways.length + 1, nodeIds, tags });
  };
  for (const index of line) {
    const street = `${TREES[index]} ${name}`;
    addWay(crossings[index] ?? [], { highway: "residential", name: street });
    addWay(
      crossings.map((row) => row[index] ?? 0),
      { highway: "tertiary", name: `${street} Avenue` },
    );
    for (let house = 0; house < (streets - 1) * HOUSES_A_BLOCK; house += 1) {
      const [left, bottom] = at((house + 0.3) / HOUSES_A_BLOCK, index + 0.15);
      const ring = [
        [left, bottom],
        [left + 0.0002, bottom],
        [left + 0.0002, bottom + 0.0001],
        [left, bottom + 0.0001],
      ].map((corner) => addNode(corner as unknown as Position));
      addWay([...ring, ring[0] ?? 0], {
        building: "yes",
        "addr:street": street,
        "addr:housenumber": String(house + 1),
      });
    }
  }
  return Buffer.concat(extractBlocks({ nodes, ways }));
}

/** Writes such an extract to a file. @returns its path */
export function writeTown(file: string, options: TownOptions): string {
  writeFileSync(file, smallTown(options));
  return file;
}
