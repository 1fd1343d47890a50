// Redirects operators to an expiring URL of a photo or a signature.
import { currentOperator } from "@/app/session";
import { fileToken, getFileUrlExpiry } from "@/lib/files/file-url";
import { loadOrder } from "@/lib/orders/load-order";
import { listProofFiles } from "@/lib/orders/proof/find-proof-file";
import { runtime } from "@/lib/process/runtime";

export async function GET(
  _: Request,
  { params }: { params: Promise<{ code: string; file: string }> },
): Promise<Response> {
  const { db, clock, fileSecret } = runtime();
  const { code, file } = await params;
  const order = (await currentOperator("service.view")) ? await loadOrder(db, { code }) : null;
  const known = order === null ? [] : await listProofFiles(db, [order]);
  if (!known.some(({ id }) => id === file)) return new Response(null, { status: 404 });
  const Location = `/files/${fileToken(fileSecret, file, getFileUrlExpiry(clock.now()))}`;
  return new Response(null, { status: 302, headers: { Location, "Cache-Control": "no-store" } });
}
