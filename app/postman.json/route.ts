import { publicResponse } from "@/app/public-response";
import { postmanCollection } from "@/app/v1/postman";
import { config } from "@/lib/config";

export const dynamic = "force-dynamic";

let collection: string | undefined;

export function GET(): Response {
  collection ??= JSON.stringify(postmanCollection(config().publicUrl), null, 2);
  return publicResponse(collection, "application/json", {
    "Content-Disposition": 'inline; filename="dropline.postman_collection.json"',
    "Access-Control-Allow-Origin": "*",
  });
}
