import type { MetadataRoute } from "next";
import { config } from "@/lib/config";
import { LOCALES } from "@/lib/locale/locale";
import { docPaths } from "@/lib/reference/docs";

// The service's address is known only when it runs.
export const dynamic = "force-dynamic";

/** All public pages, each in every language. */
export default function sitemap(): MetadataRoute.Sitemap {
  const base = config().publicUrl;
  const docs = docPaths().map((path) => (path === "" ? "/docs" : `/docs/${path}`));
  return ["/", "/pricing", "/changelog", ...docs].flatMap((path) =>
    LOCALES.map((locale) => ({
      url: `${base}${path}?lang=${locale}`,
      alternates: {
        languages: Object.fromEntries(LOCALES.map((one) => [one, `${base}${path}?lang=${one}`])),
      },
    })),
  );
}
