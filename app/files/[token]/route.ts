import { withUnavailableResponse } from "@/lib/http/unavailable";
import { runtime } from "@/lib/process/runtime";
import { serveFile } from "@/lib/proofs/serve-file";

export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(() => serveFile(runtime(), token));
}
