import type { MetadataRoute } from "next";
import { config } from "@/lib/config";

// The public URL is known only at run time.
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", disallow: ["/t/", "/courier", "/ops", "/sign-in"] },
    sitemap: `${config().publicUrl}/sitemap.xml`,
  };
}
