import { publicResponse } from "@/app/public-response";
import { openApiDocument } from "@/app/v1/openapi";
import { config } from "@/lib/config";

export const dynamic = "force-dynamic";

// Built once, since building delays other API calls.
let document: string | undefined;

export function GET(): Response {
  document ??= JSON.stringify(openApiDocument(config().publicUrl));
  return publicResponse(document, "application/json", { "Access-Control-Allow-Origin": "*" });
}
