/** Who has made the data, as its licence (ODbL) wants it said, in any language. */
export const CONTRIBUTORS = "© OpenStreetMap contributors";
/** Where OpenStreetMap says whose its data is. */
export const COPYRIGHT_URL = "https://www.openstreetmap.org/copyright";
