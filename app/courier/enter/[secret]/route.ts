import { getTranslations } from "next-intl/server";
import { getLanguage } from "@/components/ui/get-language";
import { courierCookie, PRIVATE_HEADERS } from "@/lib/courier-app/serve-courier";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { staticPage } from "@/lib/http/static-page";
import { limitBadLinks } from "@/lib/process/limit-bad-links";
import { runtime } from "@/lib/process/runtime";
import { MESSAGES } from "@/messages/messages";

export async function GET(request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const { db, publicUrl } = runtime();
  if ((await findLinkedCourier(db, secret)) === null) return unknownLink(request);
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: "/courier" });
  headers.append("Set-Cookie", courierCookie(secret, publicUrl.startsWith("https:")));
  return new Response(null, { status: 303, headers });
}

async function unknownLink(request: Request): Promise<Response> {
  const locale = await getLanguage();
  const seconds = await limitBadLinks(request.headers.get(CLIENT_ADDRESS_HEADER), "courier-link");
  if (seconds !== null) {
    const { limited } = MESSAGES[locale].auth;
    return staticPage(429, { locale, ...limited }, { "Retry-After": String(seconds) });
  }
  const t = await getTranslations("courier.link");
  return staticPage(404, { locale, title: t("title"), text: t("text") });
}
