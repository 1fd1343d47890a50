import tzLookup from "@photostructure/tz-lookup";
import { PbfWriter } from "pbf";
import { decodeHeader } from "@/packages/city/extract/decode-block";
import { ExtractError } from "@/packages/city/extract/extract-error";
import type { Bounds } from "@/packages/city/extract/feature";
import { readBlocks } from "@/packages/city/extract/read-blocks";

/** Degrees around the extract, so that roads on its edge are inside too. */
const MARGIN = 0.1;

/** Time zones, or their prefixes, where traffic drives on the left. */
const LEFT =
  /^(Australia\/|Europe\/(London|Dublin|Malta|Guernsey|Jersey|Isle_of_Man)|Asia\/(Tokyo|Kolkata|Karachi|Dhaka|Kathmandu|Thimphu|Colombo|Bangkok|Kuala_Lumpur|Kuching|Singapore|Brunei|Jakarta|Pontianak|Makassar|Jayapura|Dili|Hong_Kong|Macau|Nicosia|Famagusta)|Indian\/(Maldives|Mauritius|Mahe|Christmas|Cocos)|Pacific\/(Auckland|Chatham|Fiji|Port_Moresby|Bougainville|Guadalcanal|Tongatapu|Apia|Tarawa|Funafuti|Nauru|Rarotonga|Niue)|Africa\/(Johannesburg|Nairobi|Kampala|Dar_es_Salaam|Lusaka|Harare|Maputo|Blantyre|Gaborone|Windhoek|Maseru|Mbabane)|America\/(Jamaica|Barbados|Port_of_Spain|Guyana|Paramaribo|Nassau|Grenada|St_Lucia|St_Vincent|Dominica|Antigua|St_Kitts|Anguilla|Montserrat|Tortola|St_Thomas|Cayman|Grand_Turk)|Atlantic\/(Bermuda|Stanley|St_Helena))/;

async function loadBounds(extract: string): Promise<Bounds | null> {
  try {
    for await (const { type, data } of readBlocks(extract))
      return type === "OSMHeader" ? decodeHeader(data).bounds : null;
  } catch (error) {
    // The engine's builder reports files that are not extracts.
    if (!(error instanceof ExtractError)) throw error;
  }
  return null;
}

/** Without a country the engine's builder assumes driving on the left. Null where the time zone drives on the left. */
export async function countryAround(extract: string): Promise<Uint8Array | null> {
  const box = (await loadBounds(extract)) ?? { west: -179, south: -85, east: 179, north: 85 };
  const zone = tzLookup((box.south + box.north) / 2, (box.west + box.east) / 2);
  return LEFT.test(zone) ? null : countryFile(box);
}

/** No OpenStreetMap element has an id this high. */
const FIRST_ID = 2 ** 40;
const STRINGS = ["", "type", "boundary", "administrative", "admin_level", "2", "name", "Country", "outer"];

function countryFile(box: Bounds): Uint8Array {
  const [west, east] = [Math.max(-180, box.west - MARGIN), Math.min(180, box.east + MARGIN)];
  const [south, north] = [Math.max(-90, box.south - MARGIN), Math.min(90, box.north + MARGIN)];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  const block = new PbfWriter();
  write(block, 1, (table) => {
    for (const text of STRINGS) table.writeStringField(1, text);
  });
  write(block, 2, (nodes) => {
    for (const [index, [longitude, latitude]] of corners.entries()) {
      write(nodes, 1, (node) => {
        node.writeSVarintField(1, FIRST_ID + index);
        // In units of 100 nanodegrees, the block's default.
        node.writeSVarintField(8, Math.round(latitude * 1e7));
        node.writeSVarintField(9, Math.round(longitude * 1e7));
      });
    }
  });
  write(block, 2, (ways) =>
    write(ways, 3, (way) => {
      way.writeVarintField(1, FIRST_ID);
      // The four nodes and the first again, delta-encoded.
      way.writePackedSVarint(8, [FIRST_ID, 1, 1, 1, -3]);
    }),
  );
  write(block, 2, (relations) =>
    write(relations, 4, (relation) => {
      relation.writeVarintField(1, FIRST_ID);
      relation.writePackedVarint(2, [1, 2, 4, 6]);
      relation.writePackedVarint(3, [2, 3, 5, 7]);
      relation.writePackedVarint(8, [8]);
      relation.writePackedSVarint(9, [FIRST_ID]);
      relation.writePackedVarint(10, [1]);
    }),
  );
  const head = new PbfWriter();
  head.writeStringField(4, "OsmSchema-V0.6");
  return Buffer.concat([getBlob("OSMHeader", head.finish()), getBlob("OSMData", block.finish())]);
}

function write(pbf: PbfWriter, tag: number, content: (message: PbfWriter) => void): void {
  pbf.writeMessage(tag, (_, message) => content(message), null);
}

function getBlob(type: string, bytes: Uint8Array): Buffer {
  const blob = new PbfWriter();
  blob.writeBytesField(1, bytes);
  const body = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, body.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}
