// GET /courier/enter/{secret}: a courier's personal link
import { getLocale, getTranslations } from "next-intl/server";
import { runtime } from "@/lib/api/runtime";
import { courierCookie, PRIVATE_HEADERS } from "@/lib/api/serve-courier";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import { chooseLocale } from "@/lib/locale/locale";
import { plainPage } from "@/lib/pages/plain-page";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const { db, publicUrl } = runtime();
  if ((await findLinkedCourier(db, secret)) === null) return unknownLink();
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: "/courier" });
  headers.append("Set-Cookie", courierCookie(secret, publicUrl.startsWith("https:")));
  return new Response(null, { status: 303, headers });
}

async function unknownLink(): Promise<Response> {
  const t = await getTranslations("courier.link");
  const locale = chooseLocale({ query: await getLocale() });
  return plainPage(404, { locale, title: t("title"), text: t("text") });
}
