import {
  decodeBlock,
  decodeHeader,
  type ElementFilter,
  type FileHeader,
} from "@/packages/city/extract/decode-block";
import { ExtractError } from "@/packages/city/extract/extract-error";
import type { Tags } from "@/packages/city/extract/feature";
import { gatherNodePlaces, type NodePlaces } from "@/packages/city/extract/node-places";
import { readBlocks } from "@/packages/city/extract/read-blocks";

export interface AreaRelation {
  readonly id: number;
  readonly tags: Tags;
  readonly wayIds: readonly number[];
}

export interface Survey {
  readonly header: FileHeader;
  readonly places: NodePlaces;
  readonly areas: readonly AreaRelation[];
  readonly relations: number;
  /** Seconds since 1970; 0 if neither header nor nodes have a time. */
  readonly changedAt: number;
}

const AREA_TYPES: ReadonlySet<string | undefined> = new Set(["multipolygon", "boundary"]);

export async function surveyExtract(path: string, onProgress: (done: number) => void): Promise<Survey> {
  const nodes = gatherNodePlaces();
  const areas: AreaRelation[] = [];
  let relations = 0;
  let newest = 0;
  const header = await eachBlock(path, onProgress, ({ replicatedAt }) => ({
    node: nodes.add,
    changed: replicatedAt === 0 ? (at) => (newest = Math.max(newest, at)) : undefined,
    relation(id, members, tags) {
      relations++;
      if (tags === null || !AREA_TYPES.has(tags.type)) return;
      areas.push({ id, tags, wayIds: members.filter(({ type }) => type === "way").map((way) => way.id) });
    },
  }));
  const changedAt = header.replicatedAt === 0 ? newest : header.replicatedAt;
  return { header, places: nodes.finish(), areas, relations, changedAt };
}

export async function eachBlock(
  path: string,
  onProgress: (done: number) => void,
  wantedBy: (header: FileHeader) => ElementFilter,
): Promise<FileHeader> {
  let header: FileHeader | null = null;
  let expected: ElementFilter = {};
  for await (const { type, data, done } of readBlocks(path)) {
    if (type === "OSMHeader") {
      header = decodeHeader(data);
      expected = wantedBy(header);
    } else decodeBlock(data, expected);
    onProgress(done);
  }
  if (header === null) throw new ExtractError("The file holds nothing.");
  return header;
}
