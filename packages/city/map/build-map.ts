import { ExtractError } from "@/packages/city/extract/extract-error";
import type { Bounds } from "@/packages/city/extract/feature";
import { readExtract } from "@/packages/city/extract/read-extract";
import { createShelf } from "@/packages/city/map/create-shelf";
import { cutTiles, MAX_ZOOM } from "@/packages/city/map/cut-tiles";
import { featurePicker } from "@/packages/city/map/feature-picker";
import { LAYERS } from "@/packages/city/map/map-feature";
import { createTileArchive } from "@/packages/city/map/tile-archive";
import { toBox } from "@/packages/city/map/world";

export type BuiltMap = Awaited<ReturnType<typeof buildMap>>;

/** One PMTiles file, zooms 0 to 14. `bbox` in degrees. A failure leaves no file. @throws ExtractError */
export async function buildMap(input: {
  extract: string;
  bbox: Bounds | null;
  file: string;
  onLine(text: string): void;
}) {
  const { extract, bbox, file, onLine } = input;
  const shelf = createShelf();
  const pick = featurePicker();
  let buildings = 0;
  let roads = 0;
  const head = await readExtract(
    extract,
    (feature) => {
      for (const picked of pick(feature)) {
        shelf.add(picked);
        if (picked.layer === "building") buildings++;
        if (picked.layer === "road") roads++;
      }
    },
    { bbox },
  );
  if (!head.isSorted) {
    throw new ExtractError(
      "The file is not sorted, which the road engine requires. Sort it: osmium sort FILE -o sorted.osm.pbf",
    );
  }
  onLine(`map: ${roads} roads and ${buildings} buildings read`);

  const archive = await createTileArchive(file);
  try {
    for (const { z, x, y, data } of cutTiles(shelf, toBox(head.bounds), bbox !== null))
      await archive.add(z, x, y, data);
    const { tiles, bytes } = await archive.finish({
      bounds: head.bounds,
      minZoom: 0,
      maxZoom: MAX_ZOOM,
      metadata: {
        attribution: "© OpenStreetMap contributors",
        vector_layers: LAYERS.map((id) => ({ id, fields: {} })),
      },
    });
    onLine(`map: ${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB`);
    return { tiles, buildings, roads, bytes, head };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}
