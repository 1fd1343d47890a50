// `?q=&near=` searches for typed text; `?at=` finds the address at a point.
import { emptyResponse } from "@/app/dashboard/staff-route";
import { currentStaff } from "@/app/session";
import { getLanguage } from "@/components/ui/get-language";
import { placeSearch, pointText, readPoint } from "@/lib/city/geocoding/schema";
import { runtime } from "@/lib/process/runtime";

const SEARCHES_PER_MINUTE = 180;

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff("account.manage_orders");
  const { geocoder, rateLimiter } = runtime();
  if (staff === null || geocoder === null) return emptyResponse(404);
  const { searchParams } = new URL(request.url);
  const search = placeSearch.safeParse({ q: searchParams.get("q"), near: searchParams.get("near") });
  const at = pointText.safeParse(searchParams.get("at"));
  if (!search.success && !at.success) return emptyResponse(400);
  const limit = await rateLimiter.take(`address-search:${staff.accountId}`, SEARCHES_PER_MINUTE);
  if (!limit.isAllowed) return emptyResponse(429, { "Retry-After": String(limit.nextSeconds) });
  const language = await getLanguage();
  if (at.success) {
    const found = await geocoder.findNearest({ ...readPoint(at.data), language });
    if (found === null) return emptyResponse(503);
    return Response.json({ places: found.place === null ? [] : [found.place] }, { headers });
  }
  if (!search.success) return emptyResponse(400);
  const { q, near } = search.data;
  const places = await geocoder.searchPlaces({
    text: q,
    language,
    near: near === null ? null : { latitude: near[0], longitude: near[1] },
  });
  return places === null ? emptyResponse(503) : Response.json({ places }, { headers });
}
