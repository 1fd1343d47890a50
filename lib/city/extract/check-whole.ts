import { ExtractError } from "@/lib/city/extract/extract-error";

/** What a whole extract would hardly have. */
export interface Strays {
  readonly nodes: number;
  /** Nodes that have no tag and are of no way. */
  readonly strayNodes: number;
  readonly ways: number;
  readonly untaggedWays: number;
  /** Ways that have no tag and are of no area. */
  readonly strayWays: number;
}

/** Four whole extracts have at most 4 such nodes in 10,000. */
const MAX_STRAY_NODES = 0.03;
/** In whole extracts up to 3 in 10; all of them where the relations are missing. */
const MAX_STRAY_WAYS = 0.9;
/** Fewer say nothing. */
const MANY = 50;

/**
 * Extracts hold nodes, then ways, then relations. A file that ends between two blocks has nothing broken in it, but
 * nodes without the ways that they are for, or ways without the relations.
 *
 * @throws ExtractError when the file is empty, or its end is missing
 */
export function checkWhole({ nodes, strayNodes, ways, untaggedWays, strayWays }: Strays): void {
  if (nodes === 0) throw new ExtractError("The file holds no data: no node is in it.");
  const isCut =
    ways === 0 ||
    (strayNodes > MANY && strayNodes > nodes * MAX_STRAY_NODES) ||
    (strayWays > MANY && strayWays > untaggedWays * MAX_STRAY_WAYS);
  if (isCut) throw new ExtractError("The end of the file is missing: it was not downloaded whole.");
}
