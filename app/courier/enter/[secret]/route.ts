// GET /courier/enter/{secret}: a courier's personal link
import { getLocale, getTranslations } from "next-intl/server";
import { runtime } from "@/lib/api/runtime";
import { courierCookie, PRIVATE_HEADERS } from "@/lib/api/serve-courier";
import { findLinkedCourier } from "@/lib/couriers/check-courier";

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const { db, publicUrl } = runtime();
  if ((await findLinkedCourier(db, secret)) === null) return unknownLink();
  const headers = new Headers({ ...PRIVATE_HEADERS, Location: "/courier" });
  headers.append("Set-Cookie", courierCookie(secret, publicUrl.startsWith("https:")));
  return new Response(null, { status: 303, headers });
}

/** A route that sets a cookie cannot render a page of React, so this one is written out. */
async function unknownLink(): Promise<Response> {
  const t = await getTranslations("courier.link");
  const html = `<!doctype html>
<html lang="${await getLocale()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t("title")} · Dropline</title>
<style>
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 0 auto; padding: 4rem 1.25rem; font: 18px/1.5 system-ui, sans-serif;
  color: light-dark(#14181f, #e9edf2); background: light-dark(#fff, #0e1116) }
h1 { font-size: 1.6rem; line-height: 1.25 }
</style>
<main><h1>${t("title")}</h1><p>${t("text")}</p></main>
</html>`;
  return new Response(html, {
    status: 404,
    headers: { ...PRIVATE_HEADERS, "Content-Type": "text/html; charset=utf-8" },
  });
}
