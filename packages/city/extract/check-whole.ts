import { ExtractError } from "@/packages/city/extract/extract-error";

/** Counts of what a whole extract rarely contains. */
export interface OrphanCounts {
  readonly nodes: number;
  /** Nodes without tags that belong to no way. */
  readonly strayNodes: number;
  readonly ways: number;
  readonly untaggedWays: number;
  /** Ways without tags that belong to no area. */
  readonly strayWays: number;
}

/** Four whole extracts have at most 4 such nodes per 10,000. */
const MAX_STRAY_NODES = 0.03;
/** Up to 3 in 10 in whole extracts; all of them if the relations are missing. */
const MAX_STRAY_WAYS = 0.9;
/** Smaller counts prove nothing. */
const MANY = 50;

/** A cut file has nodes without their ways, or ways without the relations. @throws ExtractError */
export function checkComplete({ nodes, strayNodes, ways, untaggedWays, strayWays }: OrphanCounts): void {
  if (nodes === 0) throw new ExtractError("The file holds no data: no node is in it.");
  const isCut =
    ways === 0 ||
    (strayNodes > MANY && strayNodes > nodes * MAX_STRAY_NODES) ||
    (strayWays > MANY && strayWays > untaggedWays * MAX_STRAY_WAYS);
  if (isCut) throw new ExtractError("The end of the file is missing: it was not downloaded whole.");
}
