import { DEFAULT_LOCALE, LOCALES } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

export function GET(request: Request): Response {
  // Browsers request the manifest without cookies, so the URL carries the language.
  const expected = new URL(request.url).searchParams.get("words");
  const locale = LOCALES.find((one) => one === expected) ?? DEFAULT_LOCALE;
  const { name, short, description } = MESSAGES[locale].courier.install;
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/${file}`,
    sizes,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/courier",
    name,
    short_name: short,
    description,
    lang: locale,
    start_url: "/courier",
    scope: "/courier",
    display: "standalone",
    orientation: "portrait",
    background_color: "#121c18",
    theme_color: "#123b2f",
    icons: [
      icon("courier-192.png", "192x192", "any"),
      icon("courier-512.png", "512x512", "any"),
      icon("courier-maskable-512.png", "512x512", "maskable"),
    ],
  };
  return Response.json(manifest, { headers: { "Content-Type": "application/manifest+json" } });
}
