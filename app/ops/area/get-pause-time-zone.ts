import { readHome } from "@/lib/accounts/home";
import { config } from "@/lib/config";
import type { Zone } from "@/lib/service-area/zone";

/** Returns the time zone of the paused zone; that of the city for the whole service (null). */
export const getPauseTimeZone = (zones: readonly Zone[], name: string | null): string =>
  zones.find((zone) => zone.name === name)?.timeZone ?? readHome(config().dataDir).timeZone;
