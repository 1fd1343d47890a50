import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import tzLookup from "@photostructure/tz-lookup";
import { PbfReader, PbfWriter } from "pbf";

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const inflateBytes = promisify(inflate);
/** The format's own limits for a header and a block, in bytes. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 32 * 1024 * 1024;
const NANO = 1e9;
/** Degrees around the extract, so that roads on its edge are inside too. */
const MARGIN = 0.1;

/** Time zones, or their prefixes, where traffic drives on the left. */
const LEFT =
  /^(Australia\/|Europe\/(London|Dublin|Malta|Guernsey|Jersey|Isle_of_Man)|Asia\/(Tokyo|Kolkata|Karachi|Dhaka|Kathmandu|Thimphu|Colombo|Bangkok|Kuala_Lumpur|Kuching|Singapore|Brunei|Jakarta|Pontianak|Makassar|Jayapura|Dili|Hong_Kong|Macau|Nicosia|Famagusta)|Indian\/(Maldives|Mauritius|Mahe|Christmas|Cocos)|Pacific\/(Auckland|Chatham|Fiji|Port_Moresby|Bougainville|Guadalcanal|Tongatapu|Apia|Tarawa|Funafuti|Nauru|Rarotonga|Niue)|Africa\/(Johannesburg|Nairobi|Kampala|Dar_es_Salaam|Lusaka|Harare|Maputo|Blantyre|Gaborone|Windhoek|Maseru|Mbabane)|America\/(Jamaica|Barbados|Port_of_Spain|Guyana|Paramaribo|Nassau|Grenada|St_Lucia|St_Vincent|Dominica|Antigua|St_Kitts|Anguilla|Montserrat|Tortola|St_Thomas|Cayman|Grand_Turk)|Atlantic\/(Bermuda|Stanley|St_Helena))/;

/** Null if the extract states no area. */
async function boxOf(extract: string): Promise<Box | null> {
  const file = await open(extract);
  try {
    const read = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const headerBytes = (await read(0, 4)).readUInt32BE();
    if (headerBytes > MAX_HEADER_BYTES) return null;
    const header = new PbfReader(await read(4, headerBytes)).readFields(
      (field, found, pbf) => {
        if (field === 3) found.bytes = pbf.readVarint();
      },
      { bytes: 0 },
    );
    if (header.bytes > MAX_BLOCK_BYTES) return null;
    const blob = new PbfReader(await read(4 + headerBytes, header.bytes)).readFields(
      (field, found, pbf) => {
        if (field === 1) found.raw = pbf.readBytes();
        if (field === 3) found.deflated = pbf.readBytes();
      },
      { raw: null as Uint8Array | null, deflated: null as Uint8Array | null },
    );
    const block = blob.raw ?? (blob.deflated && (await inflateBytes(blob.deflated)));
    if (block === null) return null;
    const sides: number[] = [];
    new PbfReader(block).readFields((field, found, pbf) => {
      if (field !== 1) return;
      pbf.readMessage((side, degrees, inner) => {
        degrees[side] = inner.readSVarint() / NANO;
      }, found);
    }, sides);
    const [, west, east, north, south] = sides;
    if (west === undefined || east === undefined || north === undefined || south === undefined) return null;
    return { west, south, east, north };
  } catch {
    // The engine's builder reports files that are not extracts.
    return null;
  } finally {
    await file.close();
  }
}

/**
 * A made-up country around an extract, since without one the engine's builder drives on the left, and a city's
 * extract has an incomplete one. Null where traffic drives on the left.
 */
export async function countryAround(extract: string): Promise<Uint8Array | null> {
  const box = (await boxOf(extract)) ?? { west: -179, south: -85, east: 179, north: 85 };
  const zone = tzLookup((box.south + box.north) / 2, (box.west + box.east) / 2);
  return LEFT.test(zone) ? null : countryFile(box);
}

/** No OpenStreetMap element has an id this high. */
const FIRST_ID = 2 ** 40;
const STRINGS = ["", "type", "boundary", "administrative", "admin_level", "2", "name", "Country", "outer"];

function countryFile(box: Box): Uint8Array {
  const [west, east] = [Math.max(-180, box.west - MARGIN), Math.min(180, box.east + MARGIN)];
  const [south, north] = [Math.max(-90, box.south - MARGIN), Math.min(90, box.north + MARGIN)];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  const block = new PbfWriter();
  block.writeMessage(
    1,
    (_, table) => {
      for (const text of STRINGS) table.writeStringField(1, text);
    },
    null,
  );
  group(block, (out) => {
    corners.forEach(([longitude, latitude], index) => {
      out.writeMessage(
        1,
        (_, node) => {
          node.writeSVarintField(1, FIRST_ID + index);
          // In units of 100 nanodegrees, the block's default.
          node.writeSVarintField(8, Math.round(latitude * 1e7));
          node.writeSVarintField(9, Math.round(longitude * 1e7));
        },
        null,
      );
    });
  });
  group(block, (out) =>
    out.writeMessage(
      3,
      (_, way) => {
        way.writeVarintField(1, FIRST_ID);
        // The four nodes and the first again, delta-encoded.
        way.writePackedSVarint(8, [FIRST_ID, 1, 1, 1, -3]);
      },
      null,
    ),
  );
  group(block, (out) =>
    out.writeMessage(
      4,
      (_, relation) => {
        relation.writeVarintField(1, FIRST_ID);
        relation.writePackedVarint(2, [1, 2, 4, 6]);
        relation.writePackedVarint(3, [2, 3, 5, 7]);
        relation.writePackedVarint(8, [8]);
        relation.writePackedSVarint(9, [FIRST_ID]);
        relation.writePackedVarint(10, [1]);
      },
      null,
    ),
  );
  const head = new PbfWriter();
  head.writeStringField(4, "OsmSchema-V0.6");
  return Buffer.concat([blobOf("OSMHeader", head.finish()), blobOf("OSMData", block.finish())]);
}

function group(block: PbfWriter, write: (group: PbfWriter) => void): void {
  block.writeMessage(2, (_, out) => write(out), null);
}

function blobOf(type: string, bytes: Uint8Array): Buffer {
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
