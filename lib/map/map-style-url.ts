import { config } from "@/lib/config";
import type { Locale } from "@/lib/locale/locale";
import { maps } from "@/lib/map/served-map";

/**
 * Address of the style that a page's maps have; `{theme}` in it stands for the page's own, `light` or `dark`. Null for
 * plain ground.
 */
export async function mapStyleUrl(locale: Locale): Promise<string | null> {
  const asked = config().mapStyleUrl;
  if (asked === "none") return null;
  if (asked !== undefined) return asked;
  return (await maps().current()) === null ? null : `/map/style/{theme}/${locale}`;
}

/** The version of the city whose pictures pages show; null for plain ground. */
export async function pictureVersion(): Promise<string | null> {
  return config().mapStyleUrl === "none" ? null : ((await maps().current())?.version ?? null);
}
