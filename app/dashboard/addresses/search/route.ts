// GET /dashboard/addresses/search?q=&near=: suggests places as staff type
import { getLocale } from "next-intl/server";
import { currentStaff } from "@/app/session";
import { placeSearch } from "@/lib/geocoding/schema";
import { runtime } from "@/lib/process/runtime";

const SEARCHES_PER_MINUTE = 180;

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const answer = (status: number, more: Record<string, string> = {}) =>
    new Response("null", { status, headers: { ...headers, ...more } });
  const staff = await currentStaff();
  const { geocoder, rateLimiter } = runtime();
  if (staff === null || geocoder === null) return answer(404);
  const { searchParams } = new URL(request.url);
  const search = placeSearch.safeParse({ q: searchParams.get("q"), near: searchParams.get("near") });
  if (!search.success) return answer(400);
  const limit = await rateLimiter.take(`address-search:${staff.accountId}`, SEARCHES_PER_MINUTE);
  if (!limit.isAllowed) return answer(429, { "Retry-After": String(limit.nextSeconds) });
  const { q, near } = search.data;
  const places = await geocoder.searchPlaces({
    text: q,
    language: (await getLocale()) === "ru" ? "ru" : "en",
    near: near === null ? null : { latitude: near[0], longitude: near[1] },
  });
  return places === null ? answer(503) : Response.json({ places }, { headers });
}
