// GET /courier/enter/{secret}: a courier's personal link
import { getLocale, getTranslations } from "next-intl/server";
import { CLIENT_ADDRESS_HEADER } from "@/lib/api/client-address";
import { runtime } from "@/lib/api/runtime";
import { courierCookie, PRIVATE_HEADERS } from "@/lib/api/serve-courier";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import { chooseLocale } from "@/lib/locale/locale";
import { plainPage } from "@/lib/pages/plain-page";
import { MESSAGES } from "@/messages/messages";

const MISSES_PER_MINUTE = 30;

export async function GET(request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const { db, publicUrl } = runtime();
  if ((await findLinkedCourier(db, secret)) === null) return unknownLink(request);
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: "/courier" });
  headers.append("Set-Cookie", courierCookie(secret, publicUrl.startsWith("https:")));
  return new Response(null, { status: 303, headers });
}

async function unknownLink(request: Request): Promise<Response> {
  const locale = chooseLocale({ query: await getLocale() });
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const rate = await runtime().rateLimiter.take(`courier-link:${address}`, MISSES_PER_MINUTE);
  if (!rate.isAllowed) {
    const { limited } = MESSAGES[locale].auth;
    return plainPage(429, { locale, ...limited }, { "Retry-After": String(rate.retryAfterSeconds) });
  }
  const t = await getTranslations("courier.link");
  return plainPage(404, { locale, title: t("title"), text: t("text") });
}
