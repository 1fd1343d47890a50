/** The protocols in which a geocoding server may speak. */
export const GEOCODER_TYPES = ["photon", "nominatim"] as const;
export type GeocoderType = (typeof GEOCODER_TYPES)[number];
