import type { MetadataRoute } from "next";
import { languagesOf } from "@/app/alternates";
import { docPaths } from "@/lib/reference/docs";

// The service's address is known only when it runs.
export const dynamic = "force-dynamic";

/** All public pages, each in every language and at the address that chooses one. */
export default function sitemap(): MetadataRoute.Sitemap {
  const docs = docPaths().map((path) => (path === "" ? "/docs" : `/docs/${path}`));
  return ["/", "/pricing", "/changelog", ...docs].flatMap((path) => {
    const languages = languagesOf(path);
    return Object.values(languages).map((url) => ({ url, alternates: { languages } }));
  });
}
