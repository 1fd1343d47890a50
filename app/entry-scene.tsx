import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { CSSProperties } from "react";
import { TripScene } from "@/components/site/trip-scene";
import { getLanguage } from "@/components/ui/get-language";
import { initialOf } from "@/lib/accounts/shop-identity";
import { readCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import type { Locale } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { pictureVersion } from "@/lib/map/map-style-url";
import { sceneOf } from "@/lib/map/scene";
import { asTheme, THEME_COOKIE } from "@/lib/pages/theme";
import { runtime } from "@/lib/process/runtime";
import { findExampleTrip } from "@/lib/traffic/example-trip";

/** Renders nothing if the scene cannot be drawn. */
export async function EntryScene() {
  const [locale, kept] = [await getLanguage(), await cookies()];
  const drawn = await exampleScene(locale).catch((error: unknown) => {
    logFailure("entry scene not drawn", error);
    return null;
  });
  if (drawn === null) return null;
  return (
    <TripScene
      {...drawn}
      theme={asTheme(kept.get(THEME_COOKIE)?.value)}
      className="absolute inset-0"
      style={{ "--brand": "var(--example)" } as CSSProperties}
    />
  );
}

async function exampleScene(locale: Locale) {
  const { db, router, clock } = runtime();
  const trip = await findExampleTrip({ db, router, at: clock.now() }, readCity(config().dataDir), locale);
  const version = await pictureVersion(trip.shop);
  const letter = initialOf((await getTranslations("landing"))("shop"));
  return { path: trip.path, frame: sceneOf(trip.path), version, letter };
}
