import { publicResponse } from "@/app/public-response";
import { openApiDocument } from "@/app/v1/openapi";
import { config } from "@/lib/config";

export const dynamic = "force-dynamic";

// Cached, because building the document delays other API requests.
let document: string | undefined;

export function GET(): Response {
  document ??= JSON.stringify(openApiDocument(config().publicUrl));
  return publicResponse(document, "application/json", { "Access-Control-Allow-Origin": "*" });
}
