import { serveMap } from "@/lib/city/map/serve-map";
import { runtime } from "@/lib/process/runtime";

export const dynamic = "force-dynamic";

const answer = async (request: Request) => unpacked(await serveMap(request, runtime().drawings));

export const GET = answer;
export const HEAD = answer;

/** Next removes Content-Encoding from a route's response and compresses the response itself. */
function unpacked(response: Response): Response {
  if (response.headers.get("Content-Encoding") !== "gzip") return response;
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const body = response.body?.pipeThrough(new DecompressionStream("gzip")) ?? null;
  return new Response(body, { status: response.status, headers });
}
