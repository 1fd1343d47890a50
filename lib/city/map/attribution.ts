/** Credits the data's authors as its license (ODbL) requires, in any language. */
export const CONTRIBUTORS = "© OpenStreetMap contributors";
export const COPYRIGHT_URL = "https://www.openstreetmap.org/copyright";
