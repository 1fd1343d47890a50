import { renderSVG } from "uqr";
import { staffRoute } from "@/app/dashboard/staff-route";
import { loadOrder } from "@/lib/orders/load-order";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute<{ code: string; token: string }>(
  "account.view",
  async (staff, _, { code, token }) => {
    const { db, publicUrl } = runtime();
    const order = await loadOrder(db, { member: staff, code });
    const tokens = order === null ? [] : [order.trackingToken, ...order.dropoffTokens];
    if (!tokens.includes(token)) return null;
    // QR readers need a white border of four modules.
    const picture = renderSVG(trackingUrl(publicUrl, token), { ecc: "M", border: 4 });
    return new Response(picture, {
      headers: { "Content-Type": "image/svg+xml", "Cache-Control": "private, no-store" },
    });
  },
);
