import { findSampleTown } from "@/lib/docs/example-places";
import type { SampleTown } from "@/lib/docs/sample-town";
import type { Locale } from "@/lib/locale/locale";
import { getServedCity } from "@/lib/process/get-served-city";
import { runtime } from "@/lib/process/runtime";

/** Reads the places that the documentation's samples name. */
export const readSampleTown = (locale: Locale): Promise<SampleTown | null> =>
  findSampleTown(runtime(), getServedCity(), locale);
