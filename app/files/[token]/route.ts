import { withUnavailableResponse } from "@/lib/http/with-unavailable-response";
import { serveFile } from "@/lib/orders/proof/serve-file";
import { runtime } from "@/lib/process/runtime";

export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(() => serveFile(runtime(), token));
}
