import { withUnavailableResponse } from "@/lib/http/with-unavailable-response";
import { getRequestLocale } from "@/lib/process/get-request-locale";
import { runtime } from "@/lib/process/runtime";
import { calendarFile } from "@/lib/tracking/calendar-entry";
import { getTracking } from "@/lib/tracking/get-tracking";
import { MESSAGES } from "@/messages/messages";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(async () => {
    const served = runtime();
    const tracking = await getTracking(served, token);
    if (tracking.kind !== "open" || tracking.view.planned === null)
      return new Response(null, { status: 404 });
    const { planned, arrival, orderCode, shop } = tracking.view;
    const file = calendarFile({
      ...(arrival ?? planned),
      uid: `${orderCode}@${new URL(served.publicUrl).hostname}`,
      stampedAt: served.clock.now(),
      title: MESSAGES[getRequestLocale(request)].tracking.calendar.entry.replace("{shop}", () => shop.name),
      url: `${served.publicUrl}/t/${token}`,
    });
    return new Response(file, {
      headers: {
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'attachment; filename="delivery.ics"',
        "Cache-Control": "private, no-store",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
      },
    });
  });
}
