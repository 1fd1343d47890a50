import type { MetadataRoute } from "next";
import { config } from "@/lib/config";

// The service's address is known only when it runs.
export const dynamic = "force-dynamic";

/** Keeps personal pages out of search indexes. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", disallow: ["/t/", "/courier", "/ops", "/sign-in"] },
    sitemap: `${config().publicUrl}/sitemap.xml`,
  };
}
