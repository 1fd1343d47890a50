import type { MetadataRoute } from "next";

/** Keeps personal pages out of search indexes. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", disallow: ["/t/", "/courier", "/ops", "/sign-in"] } };
}
