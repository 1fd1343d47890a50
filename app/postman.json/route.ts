import { isDeepStrictEqual } from "node:util";
import { readSampleTown } from "@/app/(site)/docs/served-town";
import { publicResponse } from "@/app/public-response";
import { postmanCollection } from "@/app/v1/postman";
import { config } from "@/lib/config";
import type { SampleTown } from "@/lib/docs/sample-town";

export const dynamic = "force-dynamic";

let made: { readonly town: SampleTown | null; readonly collection: string } | undefined;

export async function GET(): Promise<Response> {
  const town = await readSampleTown("en");
  if (made === undefined || !isDeepStrictEqual(made.town, town)) {
    made = { town, collection: JSON.stringify(postmanCollection(config().publicUrl, town), null, 2) };
  }
  return publicResponse(made.collection, "application/json", {
    "Content-Disposition": 'inline; filename="dropline.postman_collection.json"',
    "Access-Control-Allow-Origin": "*",
  });
}
