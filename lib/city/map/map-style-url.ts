import { getTilesets } from "@/lib/city/map/served-map";
import { config } from "@/lib/config";
import type { Locale } from "@/lib/locale/locale";
import type { Point } from "@/lib/point";
import { buildUrl, MAP_STYLE } from "@/lib/urls";

/** `{theme}` stands for `light` or `dark`. Null for a plain background. */
export async function mapStyleUrl(locale: Locale): Promise<string | null> {
  const requested = config().mapStyleUrl;
  if (requested === "none") return null;
  if (requested !== undefined) return requested;
  return (await getTilesets().current()) === null ? null : buildUrl(MAP_STYLE, { theme: "{theme}", locale });
}

export async function pictureVersion({ latitude, longitude }: Point): Promise<string | null> {
  const map = config().mapStyleUrl === "none" ? null : await getTilesets().current();
  if (map === null) return null;
  const { west, south, east, north } = map.bounds;
  const isThere = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
  return isThere ? map.version : null;
}
