import { type CityOnDisk, followCity } from "@/lib/city/city";
import { config } from "@/lib/config";

let city: ReturnType<typeof followCity> | undefined;

/** Null without a city. Another one applies within seconds. */
export function getServedCity(): CityOnDisk | null {
  city ??= followCity(config().dataDir);
  return city();
}
