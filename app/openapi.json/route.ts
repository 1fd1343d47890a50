// GET /openapi.json
import { openApiDocument } from "@/lib/api/openapi";
import { config } from "@/lib/config";

export const dynamic = "force-dynamic";

// Made once: it takes long enough to hold up the API beside it.
let document: string | undefined;

export function GET(): Response {
  document ??= JSON.stringify(openApiDocument(config().publicUrl));
  return new Response(document, {
    headers: {
      "Content-Type": "application/json",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=300",
    },
  });
}
