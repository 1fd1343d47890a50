import { withUnavailableResponse } from "@/lib/http/unavailable-response";
import { runtime } from "@/lib/process/runtime";
import { serveFile } from "@/lib/proof-of-delivery/serve-file";

export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(() => serveFile(runtime(), token));
}
