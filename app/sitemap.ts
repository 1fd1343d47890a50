import type { MetadataRoute } from "next";
import { listDocPaths } from "@/app/(site)/docs/docs";
import { getLanguages } from "@/app/alternates";

// The public URL is known only at run time.
export const dynamic = "force-dynamic";

export default function sitemap(): MetadataRoute.Sitemap {
  const docs = listDocPaths().map((path) => (path === "" ? "/docs" : `/docs/${path}`));
  return ["/", "/pricing", "/changelog", ...docs].flatMap((path) => {
    const languages = getLanguages(path);
    return Object.values(languages).map((url) => ({ url, alternates: { languages } }));
  });
}
