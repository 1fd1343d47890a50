import { renderSVG } from "uqr";
import { currentStaff } from "@/app/session";
import { loadOrder } from "@/lib/orders/load-order";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { runtime } from "@/lib/process/runtime";

export async function GET(
  _: Request,
  { params }: { params: Promise<{ code: string; token: string }> },
): Promise<Response> {
  const { db, publicUrl } = runtime();
  const { code, token } = await params;
  const staff = await currentStaff();
  const order = staff && (await loadOrder(db, { member: staff, code }));
  const tokens = order === null ? [] : [order.trackingToken, ...order.dropoffTokens];
  if (!tokens.includes(token)) return new Response(null, { status: 404 });
  // QR readers need a white border of four modules.
  const picture = renderSVG(trackingUrl(publicUrl, token), { ecc: "M", border: 4 });
  return new Response(picture, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, no-store" },
  });
}
