import { type CityOnDisk, followCity } from "@/lib/city/city";
import { config } from "@/lib/config";
import { findSampleTown } from "@/lib/docs/example-places";
import type { SampleTown } from "@/lib/docs/sample-town";
import type { Locale } from "@/lib/locale/locale";
import { runtime } from "@/lib/process/runtime";

let city: ReturnType<typeof followCity> | undefined;

export function servedCity(): CityOnDisk | null {
  city ??= followCity(config().dataDir);
  return city();
}

/** Reads the places that the documentation's samples name. */
export const readSampleTown = (locale: Locale): Promise<SampleTown | null> =>
  findSampleTown(runtime(), servedCity(), locale);
