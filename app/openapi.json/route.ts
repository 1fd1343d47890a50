import { isDeepStrictEqual } from "node:util";
import { readSampleTown } from "@/app/(site)/docs/read-sample-town";
import { publicResponse } from "@/app/public-response";
import { openApiDocument } from "@/app/v1/openapi";
import { config } from "@/lib/config";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";

export const dynamic = "force-dynamic";

// Cached for the latest town, because building the document delays other API requests.
let made: { readonly town: SampleTown | null; readonly document: string } | undefined;

export async function GET(): Promise<Response> {
  const town = await readSampleTown("en");
  if (made === undefined || !isDeepStrictEqual(made.town, town)) {
    made = { town, document: JSON.stringify(placeSample(openApiDocument(config().publicUrl), town)) };
  }
  return publicResponse(made.document, "application/json", { "Access-Control-Allow-Origin": "*" });
}
