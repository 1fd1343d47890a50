import type { MetadataRoute } from "next";

/** Personal pages are nobody's to index. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", disallow: ["/t/", "/courier", "/ops", "/sign-in"] } };
}
