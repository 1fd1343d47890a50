// GET /openapi.json
import { openApiDocument } from "@/lib/api/openapi";
import { config } from "@/lib/config";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json(openApiDocument(config().publicUrl), {
    headers: { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300" },
  });
}
